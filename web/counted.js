// Numbers in sentences, as the program writes them.

/**
 * Thousands parted by a thin space that no line breaks at: a comma is a decimal sign to half of the readers.
 * @param {number} x @param {Intl.NumberFormatOptions} [options]
 */
export const counted = (x, options) => x.toLocaleString('en', options).replaceAll(',', '\u202f');

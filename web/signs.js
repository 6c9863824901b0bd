// Which signs a field takes, and what is made of signs that mean the same. "digits", "decimal", "signed", "number",
// "text": src/scenes/signs.h.

/** An iPad says that it is a Mac. */
const isApplePhone = /iP(hone|ad|od)/.test(navigator.platform) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);

/** The soft keyboard for these signs. The number pads of iOS have no minus sign. @param {string} signs */
export function inputMode(signs, apple = isApplePhone) {
  if (signs === 'digits') return 'numeric';
  return signs === 'decimal' || (signs === 'signed' && !apple) ? 'decimal' : 'text';
}

/**
 * The decimal signs of other scripts, and the minus signs of print and of soft keyboards; each by one sign. A comma
 * stays: what it means is seen when the number is whole (0,5 is a half, 10,000 is asked about).
 */
const SAME = new Map([['\u066B', '.'], ['\uFF0E', '.'], ['\uFF0C', ','], ['\u2212', '-'], ['\u2013', '-'], ['\uFF0D', '-']]);

/**
 * Signs as typed, in the form that numbers are read in. A pasted text is left alone.
 * @param {string} text @param {string} signs
 */
export function asTyped(text, signs) {
  if (signs === 'text') return text;
  return [...text].map((sign) => SAME.get(sign) ?? (/[\uFF10-\uFF19]/.test(sign) ? sign.normalize('NFKC') : sign)).join('');
}

// Texts and steps of the twin's fields. The text form itself is the program's (format_value, parse_value); here is
// only what a form needs around it: rows on lines, and how far an arrow key goes.

import { translate } from './language.js';

/** @typedef {import('./bridge.js').Param} Param */

/** A matrix as a reader edits it, one row a line. @param {string} text */
export const toLines = (text) => text.split(';').map((row) => row.trim().replace(/,\s*/g, ', ')).join('\n');

/** Back to one line; empty lines do not count. @param {string} text */
export const fromLines = (text) => text.split('\n').map((row) => row.trim()).filter(Boolean).join(';').replace(/;+/g, ';');

/** Without exponent, as ARIA wants its numbers: "1e-12" -> "0.000000000001". @param {string} text */
export function plainDecimal(text) {
  const x = Number(text);
  if (!/e/i.test(text) || !Number.isFinite(x)) return text;
  return Math.abs(x) >= 1 ? BigInt(x).toString() : x.toFixed(20).replace(/\.?0+$/, '');
}

/** A number as the program writes it; infinity is "inf" there. @param {number} x */
export const numberText = (x) => (x === Infinity ? 'inf' : String(x));

/** Ten to some and ten thousand to others, as "10,000" is. @param {string} text */
const hasTwoReadings = (text) => /^\s*[-+]?[1-9]\d{0,2},\d{3}\s*$/.test(text);

/** And back; NaN for none, and for what can be read in two ways. @param {string} text */
export const textNumber = (text) => (text === 'inf' ? Infinity : hasTwoReadings(text) ? NaN : Number(text.replace(',', '.')));

/** A short decimal near x: arrow keys should not leave 0.30000000000000004. @param {number} x */
const tidy = (x) => Number(x.toPrecision(3));

/**
 * Where an arrow or page key leads from `value`.
 * @param {Param} param
 * @param {number} value
 * @param {number} direction +1 or -1
 * @param {boolean} large Page Up, Page Down
 */
export function stepped(param, value, direction, large) {
  const min = param.min ?? -Infinity;
  const max = param.max ?? Infinity;
  if (param.endless && direction > 0 && value >= max) return Infinity;
  if (value === Infinity) return direction > 0 ? value : max;
  let next;
  if (param.scale === 'log') {
    next = logStep(param, value, direction, large);
  } else if (param.kind === 'integer') {
    next = value + direction * (large ? 10 : 1);
  } else {
    next = tidy(value + direction * (max - min) / (large ? 10 : 100));
  }
  if (param.kind === 'integer') next = Math.round(next);
  return Math.min(max, Math.max(min, next));
}

/** @param {Param} param @param {number} value @param {number} direction @param {boolean} large */
function logStep(param, value, direction, large) {
  const bottom = param.smallest || param.min || 1;
  if (value <= 0) return direction > 0 ? bottom : value;
  if (param.smallest && value <= bottom && direction < 0) return 0;
  const next = tidy(value * (large ? 10 : 1.1) ** direction);
  if (param.kind !== 'integer') return next;
  // A tenth of a small whole number is nothing: go on by one at least.
  return direction > 0 ? Math.max(Math.round(next), value + 1) : Math.min(Math.round(next), value - 1);
}

/** Longer lists are cut: nobody listens to ten thousand numbers. */
const MOST_LETTERS = 1500;

/** @param {any} value @returns {string} */
function words(value) {
  if (value === null || value === undefined) return translate('none');
  if (typeof value === 'boolean') return translate(value ? 'yes' : 'no');
  if (Array.isArray(value)) {
    if (value.length === 0) return translate('none');
    return value.map((item) => (Array.isArray(item) ? item.map(words).join(', ') : words(item))).join(Array.isArray(value[0]) ? '; ' : ', ');
  }
  if (typeof value === 'object') return Object.entries(value).map(([name, item]) => `${name}: ${words(item)}`).join(', ');
  return String(value);
}

/**
 * A measured value in words: numbers with all their digits, rows apart by semicolons.
 * @param {unknown} value as the program gives it
 * @returns {string}
 */
export function measured(value) {
  const text = words(value);
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)} … (${Array.isArray(value) ? value.length : translate('more')} ${translate('entries')})`;
}

// Compares what the reader says or does with what the scene measures. No mathematics of its own: numbers come from the
// lab's core by way of the scene, and what happens here is picking, counting and comparing.

/** Ten to some and ten thousand to others, as "10,000" is. */
const TWO_READINGS = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/** A number, a fraction, a decimal comma. @param {string} text @returns {number} NaN where it is none, can be read in two ways, or is too large to be one */
export function readNumber(text) {
  const clean = text.trim().replace(/^[=≈]/, '').replace(/[−–]/g, '-').replace(/\s+/g, '');
  if (clean.split('/').some((part) => TWO_READINGS.test(part))) return NaN;
  const [top, bottom, ...rest] = clean.replace(/,/g, '.').split('/');
  const number = (/** @type {string} */ part) => (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(part) ? Number(part) : NaN);
  if (rest.length > 0) return NaN;
  const found = bottom === undefined ? number(top) : number(top) / number(bottom);
  return Number.isFinite(found) ? found : NaN;
}

/** "1, 3; 2" and "1 3 2" and "{1,3,2}". @param {string} text @returns {number[]} */
export function readList(text) {
  return text.replace(/[[\](){}]/g, ' ').split(/[\s,;]+/).filter(Boolean).map(readNumber);
}

/**
 * What is judged: a choice, a list, one number, several numbers by name, or nothing but the scene.
 * @param {string} kind @param {Record<string, string>} texts
 */
export function understood(kind, texts) {
  if (kind === 'state') return undefined;
  if (kind === 'choice') return texts.answer;
  if (kind === 'list') return readList(texts.answer ?? '');
  const numbers = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, readNumber(text)]));
  return 'answer' in numbers ? numbers.answer : numbers;
}

/** @param {string} kind @param {Record<string, string>} texts */
export function isEmpty(kind, texts) {
  if (kind === 'state') return false;
  return Object.keys(texts).length === 0 || Object.values(texts).some((text) => text.trim() === '');
}

/** Whether everything that should be a number is one. @param {string} kind @param {any} given as `understood` has it */
export function isReadable(kind, given) {
  if (kind === 'choice' || kind === 'state') return true;
  const numbers = typeof given === 'number' ? [given] : Object.values(given);
  return numbers.length > 0 && numbers.every((number) => !Number.isNaN(number));
}

/** What a scene says: numbers and lists come as they are or as text. @param {unknown} value */
export function plain(value) {
  if (typeof value !== 'string') return value;
  if (/^(\[[^]*\]|\{[^]*\}|null|true|false)$/.test(value)) return JSON.parse(value);
  if (/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value)) return Number(value);
  if (/^-?\d[-\d.,;e+]*$/i.test(value)) return value.split(';').map((row) => row.split(',').map(Number));
  return value;
}

/** @type {Record<string, (list: any, argument: any) => any>} */
const TAKES = {
  count: (list) => list.length,
  min: (list) => Math.min(...list),
  max: (list) => Math.max(...list),
  /** From 1 on, as tokens are numbered. */
  item: (list, i) => list[i - 1],
  last: (list) => list[list.length - 1],
  from: (list, i) => list.slice(i - 1),
  column: (rows, i) => rows.map((/** @type {any[]} */ row) => row[i - 1]),
  pick: (list, places) => places.map((/** @type {number} */ i) => list[i - 1]),
  different: (list) => new Set(list).size,
  inverse: (x) => 1 / x,
  giga: (x) => x / 1e9,
  /** How often a value occurs. */
  times: (list, value) => list.filter((/** @type {any} */ x) => x === value).length,
};

/**
 * A side of a comparison: a constant, "answer", {answer: field}, {get: key, take: [["item", 3], …]}, {list: […]}.
 * With "now" the observable is meant where a parameter has the same name.
 * @param {any} side
 * @param {{answer: any, get: (key: string, now: boolean) => Promise<unknown>|unknown}} world
 */
async function value(side, world) {
  if (side === 'answer') return world.answer;
  if (typeof side !== 'object' || side === null) return side;
  if (side.list) return side.list;
  if (side.answer) return world.answer[side.answer];
  let found = plain(await world.get(side.get, side.now ?? false));
  for (const step of side.take ?? []) {
    const [name, argument] = [step].flat();
    if (found === null || found === undefined) return undefined;
    found = TAKES[name](found, await value(argument, world));
  }
  return found;
}

const same = (/** @type {any} */ a, /** @type {any} */ b) => JSON.stringify(a) === JSON.stringify(b);
/** What is not measured yet is neither smaller nor larger. */
const numbers = (/** @type {any} */ a, /** @type {any} */ b) => typeof a === 'number' && typeof b === 'number';
/** @type {Record<string, (a: any, b: any, within: number) => boolean>} */
const COMPARES = {
  '=': (a, b) => same(a, b),
  '!=': (a, b) => !same(a, b),
  '<': (a, b) => numbers(a, b) && a < b,
  '>': (a, b) => numbers(a, b) && a > b,
  '<=': (a, b) => numbers(a, b) && a <= b,
  '>=': (a, b) => numbers(a, b) && a >= b,
  near: (a, b, within) => numbers(a, b) && Math.abs(a - b) <= within,
  far: (a, b, within) => !(Math.abs(a - b) <= within),
  'same-set': (a, b) => same([...a].sort(), [...b].sort()),
  'not-set': (a, b) => !same([...a].sort(), [...b].sort()),
  includes: (a, b) => Array.isArray(a) && a.includes(b),
  'includes-not': (a, b) => !(Array.isArray(a) && a.includes(b)),
};

/**
 * The checks in turn; the first that fails says what went wrong. One with `when` is for that choice only.
 * @param {{when?: string, left: any, op: string, right: any, within?: number, hint?: string}[]} checks
 * @param {{answer: any, get: (key: string, now: boolean) => Promise<unknown>|unknown}} world
 * @returns {Promise<{right: boolean, hint?: string}>}
 */
export async function judged(checks, world) {
  for (const { when, left, op, right, within = 0, hint } of checks) {
    if (when !== undefined && when !== world.answer) continue;
    const [a, b] = [await value(left, world), await value(right, world)];
    if (!COMPARES[op](a, b, within)) return { right: false, hint };
  }
  return { right: true };
}

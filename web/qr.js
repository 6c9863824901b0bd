// A text as a QR code (ISO/IEC 18004), bytes only, sizes 1 to 25: larger ones no phone reads well from a screen.

/** Check words of each block, and blocks, by size. L restores about 7 % of a code, M about 15 %. */
const LEVELS = {
  L: {
    bits: 1,
    checks: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26],
    blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12],
  },
  M: {
    bits: 0,
    checks: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24],
    blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10],
  },
};

// ---- numbers modulo x^8 + x^4 + x^3 + x^2 + 1

const POWERS = [1];
for (let i = 1; i < 255; i++) POWERS.push((POWERS[i - 1] << 1) ^ (POWERS[i - 1] & 128 ? 0x11d : 0));
const LOGS = new Map(POWERS.map((power, i) => [power, i]));
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[(/** @type {number} */ (LOGS.get(a)) + /** @type {number} */ (LOGS.get(b))) % 255] : 0);

/** Product of (x - 2^i), i < count, without its leading 1. @param {number} count */
function generator(count) {
  let polynomial = [1];
  for (let i = 0; i < count; i++) {
    const next = [...polynomial, 0];
    polynomial.forEach((c, j) => { next[j + 1] ^= times(c, POWERS[i]); });
    polynomial = next;
  }
  return polynomial.slice(1);
}

/** @param {number[]} data @param {number[]} divisor */
function checksOf(data, divisor) {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ /** @type {number} */ (rest.shift());
    rest.push(0);
    divisor.forEach((c, i) => { rest[i] ^= times(c, factor); });
  }
  return rest;
}

// ---- sizes

const side = (/** @type {number} */ version) => 17 + 4 * version;

/** Middles of the small squares along one side. @param {number} version @returns {number[]} */
function smallSquares(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  return [6, ...Array.from({ length: count - 1 }, (_, i) => side(version) - 7 - step * (count - 2 - i))];
}

/** Bytes for data and checks. @param {number} version */
function wordsOf(version) {
  const n = smallSquares(version).length;
  const squares = n === 0 ? 0 : 25 * (n * n - 3) - 10 * (n - 2);
  return Math.floor((side(version) ** 2 - 3 * 64 - 2 * 15 - 1 - 2 * (side(version) - 16) - squares - (version >= 7 ? 36 : 0)) / 8);
}

/** @param {number} version @param {'L'|'M'} level */
function dataWords(version, level) {
  const { checks, blocks } = LEVELS[level];
  return wordsOf(version) - checks[version - 1] * blocks[version - 1];
}

const lengthBits = (/** @type {number} */ version) => (version < 10 ? 8 : 16);
const holds = (/** @type {number} */ version, /** @type {'L'|'M'} */ level) => Math.floor((8 * dataWords(version, level) - 4 - lengthBits(version)) / 8);

/** Bytes that the largest code holds. */
export const MOST_BYTES = holds(25, 'L');

/** The smallest code; the stronger level where the code stays coarse. @param {number} bytes */
function choose(bytes) {
  for (const level of /** @type {const} */ (['M', 'L'])) {
    for (let version = 1; version <= LEVELS[level].checks.length; version++) if (holds(version, level) >= bytes) return { version, level };
  }
  return null;
}

// ---- bits

/** @param {Uint8Array} bytes @param {number} version @param {'L'|'M'} level @returns {number[]} data and checks, interleaved */
function words(bytes, version, level) {
  const bits = /** @type {number[]} */ ([]);
  const put = (/** @type {number} */ value, /** @type {number} */ count) => { for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1); };
  const room = dataWords(version, level);
  put(4, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * room - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(''), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  const { checks, blocks } = LEVELS[level];
  const count = blocks[version - 1];
  const divisor = generator(checks[version - 1]);
  const short = Math.floor(room / count);
  const long = room % count;  // so many blocks, the last ones, have one byte more
  let from = 0;
  const parts = Array.from({ length: count }, (_, i) => {
    const part = data.slice(from, from += short + (i >= count - long ? 1 : 0));
    return { part, rest: checksOf(part, divisor) };
  });
  const out = /** @type {number[]} */ ([]);
  for (let i = 0; i <= short; i++) for (const { part } of parts) if (i < part.length) out.push(part[i]);
  for (let i = 0; i < divisor.length; i++) for (const { rest } of parts) out.push(rest[i]);
  return out;
}

/** `value` with its check bits behind it. @param {number} value @param {number} divisor @param {number} count of check bits */
function withChecks(value, divisor, count) {
  let rest = value;
  for (let i = 0; i < count; i++) rest = (rest << 1) ^ ((rest >> (count - 1)) & 1 ? divisor : 0);
  return (value << count) | (rest & ((1 << count) - 1));
}

// ---- the picture; null is a place not yet taken

/** @typedef {(boolean|null)[][]} Grid */

/** What every code of this size has. @param {number} version @returns {Grid} */
function frameOf(version) {
  const n = side(version);
  const grid = /** @type {Grid} */ (Array.from({ length: n }, () => Array(n).fill(null)));
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius, /** @type {number[]} */ light) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        if (grid[y + dy]?.[x + dx] !== undefined) grid[y + dy][x + dx] = !light.includes(Math.max(Math.abs(dx), Math.abs(dy)));
      }
    }
  };
  for (const [x, y] of [[3, 3], [n - 4, 3], [3, n - 4]]) square(x, y, 4, [2, 4]);
  const middles = smallSquares(version);
  for (const x of middles) for (const y of middles) if (grid[y][x] === null) square(x, y, 2, [1]);
  for (let i = 8; i < n - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  if (version >= 7) {
    const bits = withChecks(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [n - 11 + (i % 3), Math.floor(i / 3)];
      grid[a][b] = grid[b][a] = ((bits >> i) & 1) === 1;
    }
  }
  return grid;
}

/** Level and mask, twice. @param {Grid} grid @param {number} value */
function putFormat(grid, value) {
  const n = grid.length;
  const bits = withChecks(value, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const bit = ((bits >> i) & 1) === 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : n - 15 + i][8] = bit;
    grid[8][i < 8 ? n - 1 - i : i === 8 ? 7 : 14 - i] = bit;
  }
  grid[n - 8][8] = true;
}

const MASKS = /** @type {((x: number, y: number) => boolean)[]} */ ([
  (x, y) => (x + y) % 2 === 0, (_x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]);

/** Fills the free places in pairs of columns from the right, up and down. @param {Grid} grid @param {number[]} data @param {number} mask */
function putData(grid, data, mask) {
  const n = grid.length;
  let i = 0;
  let up = true;
  for (let right = n - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;  // the column of the ruler
    for (let k = 0; k < n; k++) {
      const y = up ? n - 1 - k : k;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== null) continue;
        grid[y][x] = (((data[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1 !== MASKS[mask](x, y);
        i++;
      }
    }
    up = !up;
  }
}

/** How hard a code is to read. @param {boolean[][]} grid */
function penalty(grid) {
  const n = grid.length;
  let sum = 0;
  for (const lines of [grid, grid.map((_, x) => grid.map((row) => row[x]))]) {
    for (const line of lines) {
      const text = line.map(Number).join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
    }
  }
  for (let y = 1; y < n; y++) {
    for (let x = 1; x < n; x++) if (grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) sum += 3;
  }
  const dark = grid.flat().filter(Boolean).length / (n * n);
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/**
 * @param {string} text
 * @returns {boolean[][]|null} rows, true is dark, without the light margin; null if the text is too long
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const size = choose(bytes.length);
  if (!size) return null;
  const data = words(bytes, size.version, size.level);
  const codes = MASKS.map((_, mask) => {
    const grid = frameOf(size.version);
    putFormat(grid, (LEVELS[size.level].bits << 3) | mask);
    putData(grid, data, mask);
    return /** @type {boolean[][]} */ (grid);
  });
  const costs = codes.map(penalty);
  return codes[costs.indexOf(Math.min(...costs))];
}

// Writes a WebM file from encoded pictures: header, one video track, clusters, an index. WebM is EBML: elements of
// an id, a size and contents, nested. Times are in ms.

/**
 * @typedef {{bytes: Uint8Array, key: boolean}} Picture
 * @typedef {{codec: 'V_VP8'|'V_VP9', width: number, height: number, perSecond: number}} Track
 */

/** Times within a cluster are 16 bits with a sign. */
const CLUSTER_TIME = 30000;

/** @param {number} value @param {number} [size] */
function unsigned(value, size = 0) {
  const bytes = [];
  for (let rest = value; rest > 0 || bytes.length < Math.max(size, 1); rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return new Uint8Array(bytes);
}

/** @param {number} value */
function real(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

const text = (/** @type {string} */ words) => new TextEncoder().encode(words);

/** @param {number} id @param {Uint8Array[]} contents @returns {Uint8Array} */
function element(id, ...contents) {
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  const head = unsigned(id);
  const out = new Uint8Array(head.length + 8 + length);
  out.set(head, 0);
  // Sizes always in eight bytes: the first says so.
  out.set(unsigned(length, 7), head.length + 1);
  out[head.length] = 0x01;
  let at = head.length + 8;
  for (const part of contents) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** @param {Picture} picture @param {number} time within its cluster */
function simpleBlock({ bytes, key }, time) {
  return element(0xa3, new Uint8Array([0x81, time >> 8, time & 255, key ? 0x80 : 0]), bytes);
}

/** @param {Track} track */
function tracks({ codec, width, height, perSecond }) {
  return element(0x1654ae6b, element(0xae, element(0xd7, unsigned(1)), element(0x73c5, unsigned(1)), element(0x83, unsigned(1)),
    element(0x9c, unsigned(0)), element(0x86, text(codec)), element(0x23e383, unsigned(Math.round(1e9 / perSecond))),
    element(0xe0, element(0xb0, unsigned(width)), element(0xba, unsigned(height)))));
}

/** Of one length, whatever the places. @param {[number, number][]} points @param {number} from added to each place */
function index(points, from) {
  return element(0x1c53bb6b, ...points.map(([time, place]) => element(0xbb, element(0xb3, unsigned(time)),
    element(0xb7, element(0xf7, unsigned(1)), element(0xf1, unsigned(from + place, 8))))));
}

/**
 * @param {Track} track
 * @param {Picture[]} pictures one each 1 / perSecond, the first a key picture
 * @returns {Blob}
 */
export function webm(track, pictures) {
  const time = (/** @type {number} */ i) => Math.round(1000 * i / track.perSecond);
  const info = element(0x1549a966, element(0x2ad7b1, unsigned(1e6)), element(0x4489, real(1000 * pictures.length / track.perSecond)),
    element(0x4d80, text('Attention Lab')), element(0x5741, text('Attention Lab')));
  const clusters = [];
  /** Where players can begin: times, and places after the index. @type {[number, number][]} */
  const points = [];
  let offset = 0;
  for (let first = 0; first < pictures.length;) {
    let end = first + 1;
    while (end < pictures.length && !pictures[end].key && time(end) - time(first) < CLUSTER_TIME) end++;
    const blocks = pictures.slice(first, end).map((picture, i) => simpleBlock(picture, time(first + i) - time(first)));
    if (pictures[first].key) points.push([time(first), offset]);
    clusters.push(element(0x1f43b675, element(0xe7, unsigned(time(first))), ...blocks));
    offset += clusters[clusters.length - 1].length;
    first = end;
  }
  const before = [info, tracks(track)];
  const from = before[0].length + before[1].length + index(points, 0).length;
  const head = element(0x1a45dfa3, element(0x4286, unsigned(1)), element(0x42f7, unsigned(1)), element(0x42f2, unsigned(4)),
    element(0x42f3, unsigned(8)), element(0x4282, text('webm')), element(0x4287, unsigned(4)), element(0x4285, unsigned(2)));
  return new Blob([head, element(0x18538067, ...before, index(points, from), ...clusters)].map((part) => /** @type {BlobPart} */ (part)), { type: 'video/webm' });
}

// The whole state as a file: the link, and what links do not hold, the reader's own text and weights. A file that is
// wrong is refused before anything is changed.
import { counted } from './counted.js';
import { base64 } from './take_picture.js';

/**
 * @typedef {import('./bridge.js').Lab} Lab
 * @typedef {{name: string, size: number, check?: string, base64?: string}} OwnFile  without base64: too large to be in it
 */

const KIND = 'attention-lab-state';
const VERSION = 1;
/** Own files larger than this together are named in a state file, and not put into it. */
const MOST_OWN = 64 * 1024 * 1024;

/** FNV-1a of 32 bits: finds what was cut or changed on its way. @param {Uint8Array} bytes */
function checksum(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const release = () => document.querySelector('meta[name="lab-version"]')?.getAttribute('content') ?? '';
const megabytes = (/** @type {number} */ size) => `${counted(size / 1048576, { maximumFractionDigits: 1 })} MB`;

/**
 * @param {Lab} lab
 * @returns {{text: string, left: OwnFile[]}} the file, and what it only names
 */
export function stateFile(lab) {
  const { slug, step, link, headline } = lab.state();
  /** @type {OwnFile[]} */
  const files = lab.ownFiles();
  const small = files.reduce((sum, { size }) => sum + size, 0) <= MOST_OWN;
  for (const file of files) {
    if (!small || file.size === 0) continue;
    const bytes = lab.ownFile(file.name);
    file.check = checksum(bytes);
    file.base64 = base64(bytes);
  }
  const state = { kind: KIND, version: VERSION, lab: release(), scene: slug, step, headline, link: link || `v=1&scene=${slug}`, files };
  return { text: `${JSON.stringify(state, null, 1)}\n`, left: files.filter((file) => !file.base64) };
}

/** Whether these bytes say that they are a state file, whatever version. @param {Uint8Array} bytes */
export function looksLikeState(bytes) {
  return bytes[0] === 0x7b && new TextDecoder().decode(bytes.subarray(0, 200)).includes(`"${KIND}"`);
}

/** @param {OwnFile} file @returns {Uint8Array|null} null where it is not what was saved */
function bytesOf({ size, check, base64: text = '' }) {
  try {
    const letters = atob(text);
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return bytes.length === size && checksum(bytes) === check ? bytes : null;
  } catch {
    return null;
  }
}

/**
 * Reads and checks a file; opens nothing. Throws as openState() does.
 * @param {Lab} lab @param {string} name @param {Uint8Array} bytes
 * @returns {{link: string, files: [string, Uint8Array][], missing: OwnFile[]}}
 */
export function readState(lab, name, bytes) {
  const refuse = (/** @type {string} */ why) => new Error(`‘${name}’ ${why} Nothing was changed.`);
  /** @type {any} */
  let state = null;
  try {
    state = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw refuse('cannot be read as a state file: it is damaged, or another kind of file.');
  }
  if (state?.kind !== KIND) throw refuse('is no state file of Attention Lab.');
  if (!Number.isInteger(state.version)) throw refuse('is damaged: parts of it are missing.');
  if (state.version !== VERSION) throw refuse(`is a state file of version ${state.version}, and this lab reads version ${VERSION}; a newer lab may read it.`);
  if (typeof state.link !== 'string' || !Array.isArray(state.files)) throw refuse('is damaged: parts of it are missing.');
  const problems = lab.checkLink(state.link);
  if (problems.length > 0) throw refuse(`holds a state that this lab cannot show: ${problems[0]}`);
  const files = /** @type {OwnFile[]} */ (state.files);
  // Names of the lab's own files are not for others to give.
  if (!files.every((file) => typeof file?.name === 'string' && /^own[\w.-]*$/.test(file.name))) throw refuse('is damaged: parts of it are missing.');
  const kept = files.filter((file) => typeof file.base64 === 'string').map((file) => /** @type {[string, Uint8Array|null]} */ ([file.name, bytesOf(file)]));
  if (kept.some(([, own]) => own === null)) throw refuse('is damaged: a file in it is not what was saved.');
  return { link: state.link, files: /** @type {[string, Uint8Array][]} */ (kept), missing: files.filter((file) => typeof file.base64 !== 'string') };
}

/**
 * Opens a state file. Throws one sentence where it is refused; then nothing has changed.
 * @param {Lab} lab @param {string} name @param {Uint8Array} bytes
 * @returns {string} what is said of it
 */
export function openState(lab, name, bytes) {
  const { link, files, missing } = readState(lab, name, bytes);
  for (const [own, contents] of files) lab.give(own, contents);
  lab.openLink(link);
  if (missing.length === 0) return `‘${name}’ is open.`;
  const names = missing.map((file) => `${String(file.name)} (${megabytes(Number(file.size) || 0)})`).join(', ');
  return `‘${name}’ is open, but it does not hold ${names}. Please open that file of yours too.`;
}

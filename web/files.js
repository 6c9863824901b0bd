// Files: the lab's own are fetched from beside the page, the reader's are chosen or dropped and kept.
import { closeDialogs } from './dialog.js';
import { notice, status } from './messages.js';
import { isPacked, unpack } from './packed.js';
import { looksLikeState, openState } from './state_file.js';

/** @typedef {import('./bridge.js').Lab} Lab */

/** Larger files than this are not read: src/model/safetensors.h says the same. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * What a site may have been built without, and where the course's notebook has it from. Asked there only when the
 * reader says so: the one request of the lab that leaves its own host. The page's policy names that host.
 * @type {Record<string, {address: string, title: string}>}
 */
const ELSEWHERE = {
  'tinyshakespeare.txt': {
    address: 'https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt',
    title: 'Tiny Shakespeare is not part of this site',
  },
};

/** @param {string} address @returns {Promise<Uint8Array>} */
async function download(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A file of assets/. @param {string} name @returns {Promise<Uint8Array>} */
async function ownFile(name) {
  const bytes = await unpack(`assets/${name}`);
  if (!bytes && isPacked) throw new Error('it is not part of this one-file edition');
  return bytes ?? download(`assets/${encodeURIComponent(name)}`).catch((error) => {
    // What a failed request says differs between browsers and helps no reader.
    throw error instanceof TypeError ? new Error(`${name} is not kept on this machine, and the server cannot be reached`) : error;
  });
}

/** @param {unknown} error */
const reason = (error) => `${String(/** @type {any} */ (error)?.message ?? error)}.`;

/** @param {Lab} lab @param {string} name */
export async function fetchFile(lab, name) {
  try {
    lab.give(name, await ownFile(name));
  } catch (error) {
    if (ELSEWHERE[name]) offerDownload(lab, name);
    else lab.missing(name, reason(error));
  }
}

/** @param {Lab} lab @param {string} name */
function offerDownload(lab, name) {
  const { address, title } = ELSEWHERE[name];
  const host = new URL(address).host;
  const close = notice(title, [
    `It can be fetched from ${host}, the address the course uses; that host then learns of your visit.`,
    'Or choose the lab\u2019s own lesson as the text, or open a text of yours: nothing leaves this machine then.',
  ], {
    label: `Fetch it from ${host} (1.1 MB)`,
    async work() {
      close();
      try {
        lab.give(name, await download(address));
      } catch (error) {
        lab.missing(name, reason(error));
      }
    },
  });
}

/** Reads a file of the reader's and hands it to the scene. @param {Lab} lab @param {File} file */
export async function readFile(lab, file) {
  if (file.size > MOST_BYTES) {
    status(`‘${file.name}’ is too large: the lab reads files of at most 256 MB.`);
    return;
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (looksLikeState(bytes)) return openedState(lab, file.name, bytes);
    const wrong = lab.openFile(file.name, bytes);
    if (wrong) status(wrong);
  } catch (error) {
    status(`‘${file.name}’ could not be read: ${String(/** @type {any} */ (error)?.message ?? error)}.`);
  }
}

/** @param {Lab} lab @param {string} name @param {Uint8Array} bytes */
function openedState(lab, name, bytes) {
  try {
    const words = openState(lab, name, bytes);
    closeDialogs();
    status(words);
  } catch (error) {
    status(String(/** @type {any} */ (error)?.message ?? error));
  }
}

/** Lets the reader choose a file, for the scene if nobody else takes it. @param {Lab} lab @param {(file: File) => void} [take] */
export function chooseFile(lab, take = (file) => { void readFile(lab, file); }) {
  const input = document.createElement('input');
  input.type = 'file';
  input.hidden = true;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.remove();
    if (file) take(file);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.appendChild(input);
  input.click();
}

/** @param {string} name @param {Uint8Array|Blob} contents */
export function saveFile(name, contents) {
  const link = document.createElement('a');
  const blob = contents instanceof Blob ? contents : new Blob([/** @type {BlobPart} */ (contents)], { type: 'application/octet-stream' });
  const address = URL.createObjectURL(blob);
  link.href = address;
  link.download = name;
  document.body.appendChild(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Files dropped anywhere on the page. @param {Lab} lab */
export function acceptDrops(lab) {
  window.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void readFile(lab, file);
  });
}

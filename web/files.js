// Files: the lab's own are fetched from beside the page, the reader's are chosen or dropped and kept.
import { status } from './messages.js';

/** @typedef {import('./bridge.js').Lab} Lab */

/** Larger files than this are not read: src/model/safetensors.h says the same. */
const MOST_BYTES = 256 * 1024 * 1024;

/** @param {Lab} lab @param {string} name */
export async function fetchFile(lab, name) {
  try {
    const response = await fetch(`assets/${encodeURIComponent(name)}`);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    lab.give(name, new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    lab.missing(name, `${String(/** @type {any} */ (error)?.message ?? error)}.`);
  }
}

/** Reads a file of the reader's and hands it to the scene. @param {Lab} lab @param {File} file */
export async function readFile(lab, file) {
  if (file.size > MOST_BYTES) {
    status(`‘${file.name}’ is too large: the lab reads files of at most 256 MB.`);
    return;
  }
  try {
    const wrong = lab.openFile(file.name, new Uint8Array(await file.arrayBuffer()));
    if (wrong) status(wrong);
  } catch (error) {
    status(`‘${file.name}’ could not be read: ${String(/** @type {any} */ (error)?.message ?? error)}.`);
  }
}

/** Lets the reader choose a file. @param {Lab} lab */
export function chooseFile(lab) {
  const input = document.createElement('input');
  input.type = 'file';
  input.hidden = true;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.remove();
    if (file) void readFile(lab, file);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.appendChild(input);
  input.click();
}

/** @param {string} name @param {Uint8Array} bytes */
export function saveFile(name, bytes) {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (bytes)], { type: 'application/octet-stream' }));
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

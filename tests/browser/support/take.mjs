// The dialog "Take away", and the files that come out of it.
import { readFileSync } from 'node:fs';
import { isFirefox } from './browser.mjs';

const LONG_WORK = 120000;

/** Opens it by keyboard. @param {import('playwright-core').Page|import('playwright-core').Frame} page */
export async function openTake(page) {
  await page.getByRole('button', { name: 'Take away', exact: true }).focus();
  await page.locator('#twin [data-key="take"]').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Take away' });
  await dialog.waitFor();
  return dialog;
}

/** In Firefox the driver tells of no downloads: the page keeps what it hands to the browser. */
function keepSaved() {
  if (window.savedFiles) return;
  window.savedFiles = [];
  const blobs = new Map();
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const address = make(blob);
    blobs.set(address, blob);
    return address;
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function press() {
    if (this.download) window.savedFiles.push({ name: this.download, blob: blobs.get(this.href) });
    else click.call(this);
  };
}

/** What is saved by `work`. @param {import('playwright-core').Page} page @returns {Promise<{name: string, bytes: Buffer}>} */
export async function saved(page, work) {
  if (!isFirefox) {
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: LONG_WORK }), work()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
  await page.evaluate(keepSaved);
  await work();
  await page.waitForFunction(() => window.savedFiles.length > 0, undefined, { timeout: LONG_WORK });
  const { name, list } = await page.evaluate(async () => {
    const file = window.savedFiles.shift();
    return { name: file.name, list: Array.from(new Uint8Array(await file.blob.arrayBuffer())) };
  });
  return { name, bytes: Buffer.from(list) };
}

/** @param {Buffer} png @returns {[number, number]} */
export function sizeOf(png) {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('no PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** How many colours a picture has, as the browser decodes it. */
export const colours = (page, png) => page.evaluate(async (list) => {
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(list)], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(bitmap, 0, 0);
  const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
  const seen = new Set();
  for (let at = 0; at < data.length; at += 4) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  return seen.size;
}, [...png]);

const MASTERS = new Set([0x18538067, 0x1f43b675, 0x1549a966, 0x1654ae6b, 0xae, 0xe0]);

/** The elements of a WebM file that matter: number of pictures, length in ms, width, height. @param {Buffer} bytes */
export function readWebm(bytes) {
  const found = { pictures: 0, duration: 0, width: 0, height: 0, codec: '' };
  const number = (at, length) => [...bytes.subarray(at, at + length)].reduce((sum, byte) => sum * 256 + byte, 0);
  const walk = (from, to) => {
    for (let at = from; at < to;) {
      const idLength = Math.clz32(bytes[at]) - 23;
      const id = number(at, idLength);
      const sizeAt = at + idLength;
      const sizeLength = Math.clz32(bytes[sizeAt]) - 23;
      const field = bytes.subarray(sizeAt, sizeAt + sizeLength);
      const unknown = field.every((byte, i) => byte === (i ? 255 : (255 >> (sizeLength - 1)) & 255));
      const size = unknown ? Infinity : (bytes[sizeAt] & (255 >> sizeLength)) * 256 ** (sizeLength - 1) + number(sizeAt + 1, sizeLength - 1);
      const body = sizeAt + sizeLength;
      const end = Math.min(to, body + size);
      if (MASTERS.has(id)) {
        walk(body, end);
        // Of unknown length: its parts were read up to the end.
        if (unknown) return;
      }
      if (id === 0xa3 || id === 0xa0) found.pictures++;
      if (id === 0x4489) found.duration = size === 8 ? bytes.readDoubleBE(body) : bytes.readFloatBE(body);
      if (id === 0xb0) found.width = number(body, size);
      if (id === 0xba) found.height = number(body, size);
      if (id === 0x86) found.codec = bytes.toString('latin1', body, end);
      at = end;
    }
  };
  walk(0, bytes.length);
  return found;
}

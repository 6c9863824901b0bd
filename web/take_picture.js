// Pictures as files: SVG as the program writes it, and PNG made from it, sharp at any size.

import { counted } from './counted.js';

/**
 * @typedef {import('./bridge.js').Lab} Lab
 * @typedef {{part: string, theme: string, width: number, height: number, letters: number, outlined: boolean}} Choice
 *   `theme` "": the one on screen; `letters`: 1 as usual, 1.5 half as large again; `outlined`: letters as outlines
 */

/** Sides in pixels, and pixels in all: what every browser can draw. */
export const LEAST_SIDE = 100;
export const MOST_SIDE = 8192;
export const MOST_PIXELS = 7680 * 4320;
/** What a film may have; longer lines are more than video players take. */
export const MOST_FILM_SIDE = 3840;

/** Width and height at which lettering has its usual size: a part alone has larger letters than a whole figure. @type {[RegExp, number][]} */
const USUAL = [[/^figure$/, 1280 * 720], [/^(plot|map)-/, 640 * 360], [/^/, 880 * 495]];
/** Smaller letters than this part of the usual are read by nobody. */
const LEAST_SCALE = 0.75;

/**
 * @param {number} width
 * @param {number} height
 * @param {number} [most] pixels of a side
 * @returns {string} "" or what is wrong with this size, in one sentence
 */
export function wrongSize(width, height, most = MOST_SIDE) {
  if (![width, height].every((side) => Number.isInteger(side) && side >= LEAST_SIDE && side <= most)) {
    return `Width and height are whole numbers of pixels from ${LEAST_SIDE} to ${counted(most)}.`;
  }
  if (width * height > MOST_PIXELS) {
    return `${width} × ${height} are ${Math.round(width * height / 1e6)} million pixels; browsers draw pictures of at most 33 million well.`;
  }
  return '';
}

/** @param {Lab} lab @param {Partial<Choice>} choice @returns {string} */
export function svgOf(lab, { part = 'figure', theme = '', width = 1280, height = 720, letters = 1, outlined = false }) {
  const wrong = wrongSize(width, height) || (Number.isFinite(letters) && letters >= 0.5 && letters <= 4 ? '' : 'letters lies between 0.5 and 4.');
  if (wrong) throw new Error(wrong);
  const usual = USUAL.find(([name]) => name.test(part))?.[1] ?? 1;
  const scale = Math.max(LEAST_SCALE, Math.sqrt(width * height / usual)) * letters;
  return lab.svg(theme, part, width / scale, height / scale, scale, outlined);
}

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 0x6000) pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  return pieces.join('');
}

/**
 * The picture, drawn by the browser. Its letters are outlines: fonts of the page are not seen in it, those of the
 * machine may lack the mathematical letters, and fonts inside the file may come after it was drawn.
 * @param {Lab} lab
 * @param {Partial<Choice>} choice
 * @returns {Promise<HTMLImageElement>}
 */
export async function imageOf(lab, choice) {
  const svg = svgOf(lab, { ...choice, outlined: true });
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image();
  try {
    image.src = address;
    await image.decode();
    return image;
  } catch {
    throw new Error('The browser could not draw this picture.');
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {Lab} lab @param {Partial<Choice>} choice @returns {Promise<Blob>} a PNG of exactly this size */
export async function pictureOf(lab, choice) {
  const { width = 1280, height = 720 } = choice;
  const image = await imageOf(lab, choice);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The browser has no memory for a picture of this size.');
  pen.drawImage(image, 0, 0, width, height);
  const blob = await new Promise((/** @type {(blob: Blob|null) => void} */ done) => { canvas.toBlob(done, 'image/png'); });
  canvas.width = 0;
  if (!blob) throw new Error('The browser has no memory for a picture of this size.');
  return blob;
}

/** Puts a picture on the clipboard. @param {Promise<Blob>} png @returns {Promise<boolean>} */
export async function copyPicture(png) {
  try {
    // Safari wants the promise itself, asked for while the press is still fresh.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

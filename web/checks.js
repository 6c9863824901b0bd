// What a browser must be able to do before anything is loaded.
import { isPacked } from './packed.js';

/**
 * The smallest module that uses a 128-bit vector: one function that splats 0 and drops a lane.
 * header | type () -> i32 | function of type 0 | body: i32.const 0, i8x16.splat, i8x16.popcnt, i8x16.extract_lane_u 0
 */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0,
  1, 5, 1, 96, 0, 1, 127,
  3, 2, 1, 0,
  10, 13, 1, 11, 0, 65, 0, 253, 15, 253, 98, 253, 22, 0, 11,
]);

/** @returns {boolean} */
export function hasWebAssembly() {
  return typeof WebAssembly === 'object' && typeof WebAssembly.validate === 'function';
}

/** @returns {boolean} */
export function hasSimd() {
  return hasWebAssembly() && WebAssembly.validate(SIMD_MODULE);
}

/**
 * Asked of a canvas of its own, since a canvas that once gave a context gives no other.
 * @returns {boolean}
 */
export function hasWebGL2() {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    // Browsers allow few contexts at a time; give this one back at once.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return Boolean(context);
  } catch {
    return false;
  }
}

/**
 * What is missing, as sentences for the reader; empty when all is there.
 * @returns {string[]}
 */
export function missing() {
  const sentences = [];
  if (!hasWebAssembly()) {
    sentences.push('This browser does not run WebAssembly, in which the lab is written.');
  } else if (!hasSimd()) {
    sentences.push('This browser runs WebAssembly without SIMD (128-bit vectors), which the lab needs.');
  }
  if (!hasWebGL2()) {
    sentences.push('This browser offers no WebGL 2, with which the lab draws. It may be switched off, or the graphics driver may be blocked.');
  }
  if (isPacked && typeof DecompressionStream !== 'function') {
    sentences.push('This browser cannot unpack the one-file edition of the lab; Firefox can from version 113 on.');
  }
  if (sentences.length > 0) {
    sentences.push('A current Firefox, Chrome, Edge or Safari (16.4 or newer) with hardware acceleration switched on will do.');
  }
  return sentences;
}

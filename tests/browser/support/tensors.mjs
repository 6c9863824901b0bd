// Reads .safetensors files of float32 numbers: the golden numbers that PyTorch wrote.
import { readFileSync } from 'node:fs';

/** @param {string|URL} path @returns {Map<string, {shape: number[], values: Float32Array}>} */
export function readTensors(path) {
  const bytes = readFileSync(path);
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, 8 + length).toString('utf8'));
  const tensors = new Map();
  for (const [name, { shape, data_offsets: [begin, end] }] of Object.entries(header).filter(([key]) => key !== '__metadata__')) {
    const raw = bytes.subarray(8 + length + begin, 8 + length + end);
    tensors.set(name, { shape, values: new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length)) });
  }
  return tensors;
}

/** Probabilities of logits, [MASK] (the first) left out, as the lab shows them. @param {ArrayLike<number>} logits */
export function shownProbabilities(logits) {
  const list = Array.from(logits);
  const top = Math.max(...list.slice(1));
  const powers = list.map((x, i) => (i === 0 ? 0 : Math.exp(x - top)));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

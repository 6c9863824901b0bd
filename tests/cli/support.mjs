// Calls the command line as a user does. LAB_CLI is the path of the program; a
// name that ends in .js is run by node (the WebAssembly build).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const program = process.env.LAB_CLI;
export const missing = program ? false : 'set LAB_CLI to the path of lab-cli to run these tests';

/** Runs the program; `input` goes to its standard input. */
export function cli(words, { input = '', cwd } = {}) {
  const [command, before] = program.endsWith('.js') ? [process.execPath, [program]] : [program, []];
  const done = spawnSync(command, [...before, ...words], { input, cwd, maxBuffer: 1 << 28 });
  return { status: done.status, out: done.stdout.toString(), bytes: done.stdout, err: done.stderr.toString() };
}

/** The JSON of a run that must succeed. */
export function run(words, options) {
  const done = cli(['run', ...words], options);
  if (done.status !== 0 || done.err !== '') throw new Error(`${words.join(' ')}: status ${done.status}: ${done.err}`);
  return JSON.parse(done.out);
}

/** A test with a folder of its own, which is removed afterwards. */
export function check(name, body) {
  test(name, { skip: missing }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'lab-cli-'));
    const at = (file) => join(folder, file);
    const put = (file, content) => (writeFileSync(at(file), content), at(file));
    try {
      body({ folder, at, put, files: () => readdirSync(folder).sort() });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** A .npy file, as NumPy writes it; `data` is a Buffer. */
export function npy(descr, shape, data, order = 'False') {
  let header = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  header += ' '.repeat((64 - ((10 + header.length + 1) % 64)) % 64) + '\n';
  const length = Buffer.alloc(2);
  length.writeUInt16LE(header.length);
  return Buffer.concat([Buffer.from([0x93]), Buffer.from('NUMPY'), Buffer.from([1, 0]), length, Buffer.from(header), data]);
}

export const doubles = (...values) => Buffer.from(new Float64Array(values).buffer);

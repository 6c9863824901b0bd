// The trainer that the page's worker loads, under node: the same seed gives the weights and the curve of the native
// trainer, bit for bit; a run goes on from its checkpoint as if nothing had been; bad texts are refused in a sentence.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { check, cli } from '../cli/support.mjs';

const program = new URL('../../build/web-release/trainer.js', import.meta.url);
assert.ok(existsSync(program), 'build the target trainer of web-release first');
const text = Array.from({ length: 400 }, (_, i) => `line ${(i * 7919) % 1000}: the token follows its leader.\n`).join('');
/** Measured on few windows, but where the command line's 512 are asked for. */
const options = (more = 'measured 32\n') => `iterations 5\nbatch 8\nseed 5\nevery 2\nsample_every 4\nsample_length 30\n${more}`;

/** A trainer with its functions by name. */
async function load() {
  const module = await createRequire(import.meta.url)(program.pathname)();
  const withBytes = (bytes, use) => {
    const at = module._malloc(Math.max(1, bytes.length));
    module.HEAPU8.set(bytes, at);
    const result = use(at, bytes.length);
    module._free(at);
    return result;
  };
  const words = (name, ...args) => module.ccall(name, 'string', args.map((a) => (typeof a === 'number' ? 'number' : 'string')), args);
  return {
    begin: (wanted, bytes) => withBytes(Buffer.from(bytes), (at, size) => words('trainer_begin', wanted, at, size)),
    resume: (bytes) => withBytes(bytes, (at, size) => words('trainer_resume', at, size)),
    step: () => module.ccall('trainer_step', 'number', [], []),
    report: () => words('trainer_report'),
    fingerprint: () => words('trainer_fingerprint'),
    file(all) {
      const at = module.ccall('trainer_file', 'number', ['number'], [all ? 1 : 0]);
      return Buffer.from(module.HEAPU8.slice(at, at + module.ccall('trainer_size', 'number', [], [])));
    },
  };
}

/** Trains to the end and returns all that was reported. */
function finish(trainer) {
  let lines = trainer.report();
  while (trainer.step()) lines += trainer.report();
  return lines + trainer.report();
}

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

const beside = await load();

check('same seed, same weights and curve as the native trainer', ({ at, put }) => {
  const corpus = put('corpus.txt', text);
  const native = cli(['train', '--corpus', corpus, '--out', at('w.safetensors'), '--curve', at('w.csv'), '--iterations', '5', '--batch', '8', '--seed', '5', '--every', '2']);
  assert.equal(native.status, 0, native.err);
  const trainer = beside;
  assert.equal(trainer.begin(options(''), text), '');
  const lines = finish(trainer).split('\n');
  assert.equal(digest(trainer.file(false)), digest(readFileSync(at('w.safetensors'))));
  const points = lines.filter((line) => line.startsWith('point ')).map((line) => line.split(' ').slice(1).map(Number));
  const curve = readFileSync(at('w.csv'), 'utf8').trim().split('\n').slice(1).map((line) => line.split(',').map(Number));
  assert.deepEqual(points.map(([iteration]) => iteration), [0, 2, 4]);
  // The command line rounds to four digits.
  curve.forEach(([iteration, rate, , mean, heldOut, accuracy], i) => {
    const [k, r, m, h, a] = points[i];
    assert.equal(k, iteration);
    assert.equal(r, rate);
    for (const [ours, theirs] of [[m, mean], [h, heldOut], [a, accuracy]]) assert.ok(Math.abs(ours - theirs) <= 0.50001e-4, `${ours} is not ${theirs}`);
  });
});

test('from a checkpoint the run goes on with the same bits, and its curve with it', async () => {
  const whole = await load();
  assert.equal(whole.begin(options(), text), '');
  const all = finish(whole);
  const first = await load();
  first.begin(options(), text);
  first.step();
  first.step();
  first.step();
  const kept = first.file(true);
  const second = await load();
  second.begin(options(), text);
  assert.equal(second.resume(kept), '');
  const rest = finish(second);
  assert.equal(second.fingerprint(), whole.fingerprint());
  const points = (lines) => lines.split('\n').filter((line) => /^(point|sample) /.test(line)).sort();
  assert.deepEqual(points(rest), points(all));
  assert.match(second.resume(kept.subarray(0, 5000)), /^[^\n]+\.$/);
  const other = await load();
  other.begin(options(), `${text}more of it\n`);
  assert.match(other.resume(kept), /another text/);
});

test('the exercises change what is learned', async () => {
  const prints = new Set();
  for (const more of ['', 'scale_scores 0\n', 'positions 0\n', 'heads 1\n', 'always_last 0\n', 'seed 6\n']) {
    const trainer = await load();
    assert.equal(trainer.begin(options(`measured 8\n${more}`), text), '');
    finish(trainer);
    prints.add(trainer.fingerprint());
  }
  assert.equal(prints.size, 6);
});

test('bad texts and options are refused in one sentence', async () => {
  const trainer = await load();
  const cases = [['', /empty/], ['abc', /3 characters/], [Buffer.from([0xff, 0xfe, 0x41, 0]), /not text/], [`${text}\0`, /is 0/]];
  for (const [bytes, words] of cases) {
    const said = trainer.begin(options(), bytes);
    assert.match(said, words);
    assert.match(said, /^[^\n]+\.$/);
  }
  for (const bad of ['heads 3\n', 'rate nan\n', 'rate -1\n', 'batch 0\n', 'colour 1\n', 'every 0\n']) assert.match(trainer.begin(options(bad), text), /^[^\n]+\.$/);
  assert.equal(trainer.step(), 0);
});

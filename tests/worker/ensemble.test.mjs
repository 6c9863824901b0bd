// The ensemble that the page's workers load, under node: the numbers of the native program whatever the parts and portions;
// and web/ensemble_worker.js itself, with a page played.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import vm from 'node:vm';
import { run } from '../cli/support.mjs';

const program = new URL('../../build/web-release/ensemble.js', import.meta.url);
assert.ok(existsSync(program), 'build the target ensemble of web-release first');
const source = readFileSync(new URL('../../web/ensemble_worker.js', import.meta.url), 'utf8');

/** Numbers by their bits, as src/core/exit_ensemble_options.cpp reads them. */
const bits = (x) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16);
};
const hex = (n) => n.toString(16);
const matrix = (rows) => `${hex(rows.length)} ${hex(rows[0].length)} ${rows.flat().map(bits).join(' ')}`;
const pair = [[1], [-1]];
const RUNS = 40;
/** The preset "pair" of the scene: seed 1, beta = 1 to 3 and the plain walk at 1. */
const options = (part, parts) => `start ${matrix(pair)}\nhomes ${matrix(pair)}\ngamma ${bits(0.1)}\nradius ${bits(0.05)}\narrival 28\nruns ${hex(RUNS)}\n`
  + `part ${part}\nparts ${parts}\nseed 1\n${[1, 2, 3].map((beta) => `row ${bits(beta)} 0\n`).join('')}row ${bits(1)} 1\n`;

const load = () => createRequire(import.meta.url)(program.pathname)();
const words = (module, name, ...args) => module.ccall(name, 'string', args.map(() => 'string'), args);
/** Times by index, from lines. */
const times = (lines) => new Map([...lines.matchAll(/^run (\d+) (-?\d+)$/gm)].map(([, index, time]) => [Number(index), Number(time)]));

async function runPart(part, parts, portion) {
  const module = await load();
  assert.equal(words(module, 'ensemble_begin', options(part, parts)), '');
  let lines = '';
  while (module.ccall('ensemble_advance', 'number', ['number'], [portion])) lines += words(module, 'ensemble_lines');
  return times(lines + words(module, 'ensemble_lines'));
}

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
};

test('the numbers are those of the native program, whatever the parts and portions', async () => {
  const whole = await runPart(0, 1, 1e6);
  assert.equal(whole.size, 4 * RUNS);
  const pieces = new Map();
  for (const part of [0, 1, 2]) for (const [index, time] of await runPart(part, 3, 7 + part)) pieces.set(index, time);
  assert.deepEqual([...pieces].sort(([a], [b]) => a - b), [...whole].sort(([a], [b]) => a - b));
  const native = run(['chain', '--preset', 'pair', '--runs', String(RUNS), '--betas', '3', '--last-beta', '3', '--steps', '1', '--print', 'exits']).observables.exits;
  native.forEach(([, middle, mean], b) => {
    const row = Array.from({ length: RUNS }, (_, r) => whole.get(b * RUNS + r));
    assert.equal(median(row), middle);
    assert.equal(row.reduce((sum, t) => sum + t, 0) / RUNS, mean);
  });
});

test('options that cannot be read are refused in a sentence', async () => {
  const module = await load();
  for (const bad of ['', 'colour 1\n', options(2, 2), options(0, 1).replace('gamma', 'gama')]) assert.match(words(module, 'ensemble_begin', bad), /^[^\n]+\.$/);
  assert.equal(module.ccall('ensemble_advance', 'number', ['number'], [10]), 0);
});

/** Sends messages in turn; answers all that was said when a line holds `last`. */
function play(messages, last, between = () => {}, begun = () => {}) {
  return new Promise((done) => {
    const said = [];
    const channels = [];
    const context = vm.createContext({
      importScripts() {},
      createEnsemble: load,
      postMessage(message) {
        said.push(message);
        between();
        if (!message.lines.includes(last)) return;
        for (const { port1 } of channels) port1.close();
        done(said);
      },
      MessageChannel: class extends MessageChannel {
        constructor() {
          super();
          channels.push(this);
        }
      },
      performance,
    });
    vm.runInContext(source, context);
    begun(context);
    for (const data of messages) context.onmessage({ data });
  });
}

test('the worker does its part, and says when it is done', async () => {
  const said = await play([{ type: 'begin', options: options(1, 2) }, { type: 'want', want: 'run' }], 'state done');
  const all = times(said.map(({ lines }) => lines).join(''));
  assert.equal(all.size, 2 * RUNS);
  assert.deepEqual(all, await runPart(1, 2, 1000));
});

test('held before it begins, it waits; what it cannot read it says', async () => {
  let heard = 0;
  let page;
  const waiting = play([{ type: 'begin', options: options(0, 1) }, { type: 'want', want: 'pause' }], 'state done', () => { heard += 1; }, (context) => { page = context; });
  await new Promise((later) => { setTimeout(later, 200); });
  assert.equal(heard, 0);
  page.onmessage({ data: { type: 'want', want: 'run' } });
  assert.equal(times((await waiting).map(({ lines }) => lines).join('')).size, 4 * RUNS);
  const said = await play([{ type: 'begin', options: 'nonsense\n' }, { type: 'want', want: 'run' }], 'state failed');
  assert.match(said.at(-1).lines, /^error [^\n]+\.\nstate failed\n$/);
});

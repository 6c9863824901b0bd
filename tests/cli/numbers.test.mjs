// The numbers of the course notebook, through the command line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { cli, run, check, npy, doubles } from './support.mjs';

check('collection 1 clusters as the notebook prints', () => {
  const at = (k) => run(['hardmax', '--preset', 'collection-1', '--steps', String(k), '--print', 'clusters,residual,leaders']);
  const first = at(40);
  assert.equal(first.step, 40);
  assert.deepEqual(first.observables, { clusters: 13, residual: 0.0013816952466570998, leaders: [2, 4, 5, 6, 8] });
  assert.deepEqual([100, 200, 400, 600].map((k) => at(k).observables.clusters), [13, 5, 5, 5]);
  assert.equal(at(400).observables.residual, 0);
});

check('a run beyond the last layer of the preset just works', () => {
  const far = run(['hardmax', '--preset', 'collection-1', '--steps', '4000', '--print', 'clusters,leader-gap,leader-displacement,in-initial-hull,first-at-rest,changes']);
  assert.equal(far.step, 4000);
  assert.equal(far.values.layers, 4000);
  assert.equal(far.observables.clusters, 5);
  assert.equal(far.observables['leader-gap'].toExponential(1), '1.6e-12');
  assert.equal(far.observables['leader-displacement'].toExponential(1), '1.6e-12');
  assert.equal(far.observables['in-initial-hull'], true);
  assert.equal(far.observables['first-at-rest'], 374);
  assert.deepEqual(far.observables.changes, [248, 263, 264, 267, 270, 279, 280]);
});

check('collection 2 clusters as the notebook prints', () => {
  const at = (k) => run(['hardmax', '--preset', 'collection-2', '--steps', String(k), '--print', 'clusters,residual,leaders,smallest-norm']).observables;
  assert.deepEqual(at(40).leaders, [4, 7, 9, 11, 12, 13]);
  assert.equal(at(40).residual.toExponential(1), '1.7e-3');
  assert.equal(at(40)['smallest-norm'].toFixed(3), '0.177');
  assert.deepEqual([at(40).clusters, at(400).clusters, at(4000).clusters], [13, 6, 6]);
});

check('the two predict-configurations of section 7, typed in', () => {
  const text = run(['hardmax', '--tokens', '2,0;0,1;1,0.5', '--a', '1,0;0,1', '--alpha', '0.1', '--steps', '0', '--print', 'scores,leaders,attended-sets']);
  assert.deepEqual(text.observables, { scores: [[4, 0, 2], [0, 1, 0.5], [2, 0.5, 1.25]], leaders: [1, 2], 'attended-sets': [[1], [2], [1]] });
  const step = run(['hardmax', '--tokens', '2,0;0,1;1,0.5', '--steps', '1', '--print', 'tokens']);
  assert.deepEqual(step.observables.tokens[2], [1.0909090909090908, 0.45454545454545453]);
  assert.equal(step.step, 1);
});

check('without --steps a run goes to its last layer, and prints all observables', () => {
  const all = run(['hardmax', '--layers', '17']);
  assert.equal(all.step, 17);
  assert.equal(all.values.layers, 17);
  const known = cli(['describe', 'hardmax']).out;
  for (const key of Object.keys(all.observables)) assert.ok(known.includes(`| \`${key}\` |`), key);
  assert.ok(Object.keys(all.observables).length > 10);
  assert.ok(all.verdicts.length >= 3);
});

check('a link carries the run to another command', () => {
  const first = run(['hardmax', '--preset', 'collection-2', '--alpha', '0.5', '--steps', '33', '--print', 'hash']);
  const again = JSON.parse(cli(['link', first.link, '--print', 'hash']).out);
  assert.deepEqual(again, first);
  const further = JSON.parse(cli(['link', `#${first.link}`, '--steps', '34', '--print', 'k']).out);
  assert.equal(further.observables.k, 34);
  assert.equal(further.values.alpha, 0.5);
  assert.deepEqual(run(['hardmax', '--link', first.link, '--print', 'hash']), first);
});

check('tokens come from .csv, .npy and standard input alike', ({ put }) => {
  const csv = 'x,y\n2,0\n0,1\n1,0.5\n';
  const args = (source) => ['hardmax', '--tokens', source, '--steps', '3', '--print', 'hash,n,d'];
  const typed = run(args('2,0;0,1;1,0.5'));
  assert.deepEqual([typed.observables.n, typed.observables.d], [3, 2]);
  const values = doubles(2, 0, 0, 1, 1, 0.5);
  assert.deepEqual(run(args(put('t.csv', csv))), typed);
  assert.deepEqual(run(args(put('t.npy', npy('<f8', [3, 2], values)))), typed);
  assert.deepEqual(run(args(put('fortran.npy', npy('<f8', [3, 2], doubles(2, 0, 1, 0, 1, 0.5), 'True')))), typed);
  assert.deepEqual(run(args('-'), { input: csv }), typed);
  assert.deepEqual(run(args('-'), { input: npy('<f8', [3, 2], values) }), typed);
  const a = run(['hardmax', '--tokens', put('t2.csv', csv), '--a', put('a.csv', '1,0\n0,9\n'), '--steps', '0', '--print', 'scores']);
  assert.deepEqual(a.values.a, [[1, 0], [0, 9]]);
});

check('one axis of length n is n tokens in one dimension', ({ put }) => {
  const flat = run(['hardmax', '--tokens', put('flat.npy', npy('<i4', [3], Buffer.from(new Int32Array([3, -1, 2]).buffer))), '--steps', '0', '--print', 'tokens']);
  assert.deepEqual(flat.observables.tokens, [[3], [-1], [2]]);
});

check('trajectories hold all layers, bit for bit the same in both formats', ({ at }) => {
  const shown = run(['hardmax', '--steps', '5', '--print', 'tokens', '--out', at('t.npy')]);
  run(['hardmax', '--steps', '5', '--out', at('t.csv')]);
  const file = readFileSync(at('t.npy'));
  const header = file.subarray(10, 10 + file.readUInt16LE(8)).toString();
  assert.match(header, /'shape': \(6, 13, 2\)/);
  const numbers = new Float64Array(new Uint8Array(file.subarray(10 + header.length)).buffer);
  assert.equal(numbers.length, 6 * 13 * 2);
  assert.deepEqual([...numbers.subarray(5 * 26)], shown.observables.tokens.flat());
  const lines = readFileSync(at('t.csv'), 'utf8').trimEnd().split('\n');
  assert.equal(lines[0], 'layer,token,x1,x2');
  assert.equal(lines.length, 1 + 6 * 13);
  assert.ok(lines[1].startsWith('0,1,') && lines.at(-1).startsWith('5,13,'));
  assert.deepEqual(lines.slice(1).flatMap((l) => l.split(',').slice(2).map(Number)), [...numbers]);
});

check('NumPy reads what is written and is read', ({ at }) => {
  const python = (code) => spawnSync('python3', ['-c', code], { cwd: at('.') });
  if (python('import numpy').status !== 0) return;
  const made = python('import numpy as np; z = np.random.default_rng(7).standard_normal((5, 3)); np.save("z.npy", z); np.save("f.npy", np.asfortranarray(z)); np.save("s.npy", z.astype(np.float32))');
  assert.equal(made.status, 0);
  const c = run(['hardmax', '--tokens', at('z.npy'), '--steps', '4', '--out', at('out.npy'), '--print', 'hash']);
  assert.equal(run(['hardmax', '--tokens', at('f.npy'), '--steps', '4', '--print', 'hash']).hash, c.hash);
  run(['hardmax', '--tokens', at('s.npy'), '--steps', '4']);
  const back = python('import numpy as np; t = np.load("out.npy"); z = np.load("z.npy"); assert t.shape == (5, 5, 3) and t.dtype == np.float64 and (t[0] == z).all()');
  assert.equal(back.stderr.toString(), '');
});

check('the same command gives the same bytes', ({ at }) => {
  const once = (name) => {
    const done = cli(['run', 'hardmax', '--steps', '40', '--svg', at(`${name}.svg`), '--out', at(`${name}.npy`)]);
    return [done.out, readFileSync(at(`${name}.svg`), 'utf8'), readFileSync(at(`${name}.npy`), 'hex')];
  };
  assert.deepEqual(once('a'), once('b'));
});

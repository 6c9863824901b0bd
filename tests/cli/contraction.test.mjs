// B negative (arXiv 2508.09628), through the command line.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

const print = (keys, ...flags) => run(['contraction', ...flags, '--print', keys]).observables;

check('3 and -1 on the line: 0 is lost at t = 2, the printed bound fails at t = 575', () => {
  const o = print('origin-lost,bound-broken,violations-inside,meeting-distance,largest-objective,printed-bound', '--preset', 'counterexample');
  assert.equal(o['origin-lost'], '2');
  assert.equal(o['bound-broken'], '575');
  assert.equal(o['violations-inside'], 0);
  assert.ok(Math.abs(o['meeting-distance'] - 1 / 3) < 1e-5);
  assert.ok(o['largest-objective'] > 1 / 18 && o['largest-objective'] < 1 / 18 + 1e-5);
  assert.ok(Math.abs(o['printed-bound'] - 32 / 700) < 1e-15);
});

check('symmetric tokens contract by max(1 - 2 gamma, gamma) at most, a pair exactly', () => {
  for (const [gamma, rate] of [[0.05, 0.9], [0.1, 0.8], [0.2, 0.6], [0.5, 0.5]]) {
    const o = print('factor,allowed,symmetric', '--preset', 'symmetric', '--gamma', String(gamma), '--steps', '3');
    assert.equal(o.symmetric, true);
    assert.ok(Math.abs(o.allowed - rate) < 1e-15);
    assert.ok(o.factor <= rate + 1e-12);
  }
  assert.ok(Math.abs(print('factor', '--preset', 'pair', '--steps', '3').factor - 0.6) < 1e-14);
});

check('random clouds: all lose 0; the command line runs all that are asked for', () => {
  const o = print('cloud-counts,cloud-distances', '--clouds', '30');
  const [clouds, lost, broken, inside] = o['cloud-counts'][0];
  assert.deepEqual([clouds, lost, inside], [30, 30, 0]);
  assert.equal(broken, 15);
  assert.equal(o['cloud-distances'].length, 2);
  assert.equal(o['cloud-distances'][0].length, 30);
});

// The picking chain and its metastability (arXiv 2508.09628), through the command line.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

check('the triangle: exit times up to 1e9 updates, slope and both walks', () => {
  const { observables, verdicts } = run(['chain', '--steps', '1', '--print', 'exits,slope,ks,c0,known,exit,time']);
  assert.equal(observables.known, 14 * 300);
  const printed = [11.7, 52.3, 234, 1049];
  printed.forEach((wanted, b) => {
    const [beta, median, , predicted] = observables.exits[b];
    assert.equal(beta, 4 + b);
    assert.ok(Math.abs(predicted / wanted - 1) < 5e-3);
    assert.ok(Math.abs(median / wanted - 1) < 0.35, `beta ${beta}: ${median}`);
  });
  assert.ok(observables.exits[12][1] > 5e8);
  assert.ok(observables.slope > 0.75 && observables.slope < 1.8);
  assert.ok(observables.ks[0][0] <= observables.ks[0][1]);
  assert.equal(observables.exit, observables.time);  // the first movement is the first exit
  assert.equal(verdicts.find(({ claim }) => claim.startsWith('Exits take')).finding, 'holds');
});

check('two tokens: mean waits', () => {
  const { exits } = run(['chain', '--preset', 'pair', '--steps', '1', '--print', 'exits']).observables;
  [4.46, 28.05, 202.5, 1491].forEach((mean, b) => assert.ok(Math.abs(exits[b][2] - mean) <= 5 * mean / Math.sqrt(1000)));
});

check('arrivals; what does not fit is refused', () => {
  const { arrived } = run(['chain', '--preset', 'arrival', '--runs', '40', '--betas', '3', '--last-beta', '16', '--steps', '1', '--print', 'arrived']).observables;
  [0.28, 0.74, 0.94].forEach((part, b) => assert.ok(Math.abs(arrived[b][1] - part) < 0.08));
  for (const [key, bad] of [['beta', '41'], ['gamma', '0'], ['radius', 'x'], ['runs', '5']]) assert.throws(() => run(['chain', `--${key}`, bad]), new RegExp(key));
});

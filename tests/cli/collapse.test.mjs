// Collapse at finite beta (arXiv 2508.09628), through the command line.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

check('two tokens: the waits for beta = 0 to 6, in closed form and in the run', () => {
  const { observables } = run(['collapse', '--preset', 'two-cold', '--print', 'two-token-times,halved,time,meeting-point']);
  assert.deepEqual(observables['two-token-times'].flat().slice(0, 7), [7, 15, 49, 212, 1095, 6220, 37382]);
  assert.equal(observables.halved, 37382);
  assert.equal(observables.time, 65536);
  assert.deepEqual(observables['meeting-point'].flat(), [0]);
});

check('the step by hand: weights and tokens', () => {
  const { observables } = run(['collapse', '--preset', 'one-step', '--steps', '1', '--print', 'tokens-now']);
  const printed = [0.96273427, 0.02535855, 0.02535855, 0.96273427, -0.99815011, -0.99815011];
  observables['tokens-now'].flat().forEach((x, i) => assert.ok(Math.abs(x - printed[i]) < 5.1e-9));
  const weights = run(['collapse', '--preset', 'one-step', '--steps', '0', '--print', 'weights']).observables.weights;
  [0.86681333, 0.11731043, 0.01587624].forEach((w, j) => assert.ok(Math.abs(weights[0][j] - w) < 5.1e-9));
});

check('bad beta and gamma are refused', () => {
  for (const [key, bad] of [['beta', '-1'], ['beta', 'inf'], ['gamma', '0'], ['gamma', '1']]) assert.throws(() => run(['collapse', `--${key}`, bad]), new RegExp(key));
});

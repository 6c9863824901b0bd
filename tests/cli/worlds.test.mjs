// Hardmax, softmax and the chain over long times (arXiv 2508.09628), through the command line.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

const near = (value, wanted, relative) => assert.ok(Math.abs(value / wanted - 1) < relative, `${value}, not ${wanted}`);
const printed = 'soft-parting,soft-predicted,chain-from-vertices,chain-mean,clocks-median,c0';

check('Three worlds: the pair, in closed form', () => {
  const known = { 2: 28.05, 3: 202.5, 4: 1491 };
  for (const [beta, mean] of Object.entries(known)) {
    const { observables } = run(['worlds', '--preset', 'pair', '--beta', beta, '--steps', '47', '--print', printed]);
    near(observables['chain-mean'], mean, 2e-3);
    let [x, steps] = [1, 0];
    while (x >= 0.85) [x, steps] = [x * (1 - 0.1 * (1 - Math.tanh(beta * x * x))), steps + 1];
    assert.equal(observables['soft-parting'], steps);
    assert.equal(observables.c0, 2);
  }
});

check('Three worlds: triangle of groups, ln 2 / (12 p)', () => {
  for (const [beta, median] of [[4, 11.7], [5, 52.3], [6, 234], [7, 1049]]) {
    const { observables } = run(['worlds', '--preset', 'groups', '--beta', String(beta), '--steps', '1', '--print', printed]);
    near(observables['chain-from-vertices'], median, 5e-3);
    near(observables['clocks-median'], median, 0.5);
  }
});

// Hardmax attention as a Frank-Wolfe step (arXiv 2508.09628), through the command line.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

const near = (value, wanted, error = 1e-14) => assert.ok(Math.abs(value - wanted) <= error, `${value}, not ${wanted}`);

check('P = diag(.6, .7) takes token 2 out of the hull, to (.4, .7)', () => {
  const { observables } = run(['frank-wolfe', '--preset', 'leaves-hull', '--steps', '0', '--print', 'next,step-matrix,left-hull']);
  near(observables.next[1][0], 0.4);
  near(observables.next[1][1], 0.7);
  near(observables['step-matrix'][0][0], 0.6);
  near(observables['step-matrix'][1][1], 0.7);
  assert.equal(observables['left-hull'], 'token 2 at step 1, by 0.0707107');
});

check('a concave objective falls in every step; gaps stay under their bound', () => {
  const { observables } = run(['frank-wolfe', '--print', 'largest-rise,largest-excess,least-gap,gap-bound']);
  assert.ok(observables['largest-rise'] <= 0);
  assert.ok(observables['largest-excess'] <= 1e-14);
  assert.ok(observables['least-gap'] <= observables['gap-bound']);
});

check('the halving schedule leaves 0.2887880950866 of the way', () => {
  const { observables } = run(['frank-wolfe', '--schedule', 'halving', '--last', '60', '--print', 'remaining,gamma']);
  near(observables.remaining, 0.2887880950866, 5e-14);
  assert.equal(observables.gamma, 2 ** -61);
});

check('a value matrix without a step, and a schedule beyond 1, are refused', () => {
  assert.throws(() => run(['frank-wolfe', '--value-matrix', '-1,0;0,1']), /value-matrix gives no step/);
  assert.throws(() => run(['frank-wolfe', '--schedule', 'typed', '--formula', '2/(t+1)']), /At t = 0/);
});

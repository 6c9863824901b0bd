// The limit of small steps (arXiv 2508.09628), through the command line.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

const near = (value, wanted, relative) => assert.ok(Math.abs(value / wanted - 1) < relative, `${value}, not ${wanted}`);

check('ODE limit: largest errors .0192, .00185, .000184, as predicted, whatever the tokens', () => {
  for (const preset of ['pentagon', 'triangle', 'random', 'other-b']) {
    const { errors, g1, g2 } = run(['ode-limit', '--preset', preset, '--steps', '0', '--print', 'errors,g1,g2']).observables;
    assert.ok(g1 && g2);
    for (const [r, wanted] of [0.0192, 0.00185, 0.000184].entries()) {
      const [gamma, measured, predicted, first] = errors[r];
      near(gamma, 10 ** -(r + 1), 1e-12);
      near(measured, wanted, 5e-3);
      near(predicted, measured, 1e-3);
      near(first, gamma / (2 * Math.E), 1e-12);
    }
  }
});

check('ODE limit: a vertex outside its own cell is named', () => {
  const { observables } = run(['ode-limit', '--preset', 'blunt', '--steps', '40', '--print', 'g1,vertices']);
  assert.equal(observables.g1, false);
  assert.equal(observables.vertices.split(', ').length, 4);
});

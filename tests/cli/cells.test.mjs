// "Cells" through the command line: the numbers of arXiv 2508.09628, B positive definite.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

const cells = (...words) => run(['cells', ...words]).observables;

check('straight lines to a few last bits, with 5, 50 and 500 vertices, in the plane and in space', () => {
  for (const [preset, vertices] of [['five', 5], ['fifty', 50], ['five-hundred', 500], ['solid', 12], ['solid-500', 500]]) {
    const seen = cells('--preset', preset, '--steps', '30', '--print', 'vertices,deviation,moved,g1-margin,g2-margin');
    assert.equal(seen.vertices, vertices);
    assert.ok(seen.deviation <= 1e-15, `${preset}: ${seen.deviation}`);
    assert.ok(seen['g1-margin'] > 0 && seen['g2-margin'] > 0);
    assert.equal(seen.moved, 0);
  }
});

check('schedules: exponential, faster, and never there', () => {
  const left = (schedule, steps) => cells('--schedule', schedule, '--steps', String(steps), '--print', 'p,left');
  assert.ok(Math.abs(left('constant', 50).left / 0.9 ** 50 - 1) < 1e-10);
  assert.ok(Math.abs(left('to-one', 9).p * 3628800 - 1) < 1e-12);
  const stalled = left('halving', 60);
  for (const x of [stalled.p, stalled.left]) assert.ok(Math.abs(x - 0.2887880950866) < 1e-12);
  assert.ok(Math.abs(cells('--schedule', 'typed', '--formula', '1/(t+2)', '--steps', '9', '--print', 'p').p - 0.1) < 1e-15);
});

check('where G1 fails a vertex leaves its place, and another token becomes one', () => {
  const seen = cells('--preset', 'leaves', '--steps', '60', '--print', 'g1-margin,g1-token,vertices,corners,moved');
  assert.equal(seen['g1-token'], 2);
  assert.ok(Math.abs(seen['g1-margin'] + 0.2025) < 1e-12);
  assert.ok(seen.corners > seen.vertices && seen.moved > 1);
});

check('the hardmax field agrees with the cells, softmax more and more', () => {
  const field = (...words) => cells(...words, '--steps', '0', '--print', 'field-agreement')['field-agreement'];
  assert.equal(field('--field', 'hardmax'), 1);
  assert.equal(field('--field', 'softmax', '--beta', 'inf'), 1);
  assert.ok(field('--field', 'softmax', '--beta', '20') < field('--field', 'softmax', '--beta', '1000'));
});

// Section 11 of the course notebook, through the command line.
import assert from 'node:assert/strict';
import { run, check } from './support.mjs';

/** Recomputed in double precision: beta, tie configuration, collection 1. */
const printed = [
  [1, 0.0416019519271, 0.0904216883691], [3, 0.0170713315552, 0.0674192874666], [10, 0.00167555161762, 0.0321864753634],
  [30, 3.92726394943e-06, 0.0167882647252], [100, 2.99760216649e-15, 0.013140228919], [300, 2.49800180541e-16, 0.00565130162479],
  [1000, 4.99600361081e-16, 0.00013009473901],
];
const near = (value, wanted) => (wanted < 1e-14 ? value <= 1e-14 : Math.abs(value / wanted - 1) < 1e-10);

check('the printed table: every deviation of both configurations', () => {
  for (const [column, preset] of [[1, 'tie'], [2, 'collection-1']]) {
    const { observables } = run(['softmax', '--preset', preset, '--steps', '0', '--print', 'deviations']);
    for (const [i, row] of printed.entries()) {
      assert.equal(observables.deviations[i][0], row[0]);
      assert.ok(near(observables.deviations[i][1], row[column]), `${preset}, beta ${row[0]}: ${observables.deviations[i][1]}`);
    }
  }
});

check('the printed lines', () => {
  const line = (preset) => run(['softmax', '--preset', preset, '--steps', '0', '--print', 'section-11']).observables['section-11'];
  assert.match(line('tie'), /^smallest score gap 0\.300; deviation at beta = 1000: \d\.\de-16$/);
  assert.equal(line('collection-1'), 'smallest score gap 0.006; deviation at beta = 1000: 1.3e-04');
});

check('beta goes from 0 to infinity, and says so when it does not', () => {
  const hard = run(['softmax', '--beta', 'inf', '--steps', '100', '--print', 'distance,entropy']);
  assert.deepEqual(hard.observables, { distance: 0, entropy: 0 });
  assert.match(hard.link, /beta=inf/);
  assert.equal(hard.values.beta, 'inf');
  assert.ok(run(['softmax', '--beta', '0', '--steps', '3', '--print', 'entropy']).observables.entropy > 2.56);
  for (const bad of ['-1', '20000', 'nan', '-inf', 'hot']) assert.throws(() => run(['softmax', '--beta', bad]), /beta/);
});

// Bad input gives one sentence, status 2, and no file.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync } from 'node:fs';
import { cli, check, npy, doubles } from './support.mjs';

/** Asserts the refusal; `says` must occur in the sentence. */
function refused(words, says, options) {
  const done = cli(words, options);
  const shown = words.join(' ');
  assert.equal(done.status, 2, `${shown}: status ${done.status}, ${done.err}`);
  assert.equal(done.out, '', shown);
  assert.match(done.err, /^[^\n]+[.?]\n$/, `${shown}: one sentence, not ${JSON.stringify(done.err)}`);
  assert.match(done.err, says, shown);
}

check('names that do not exist, with suggestions', () => {
  refused([], /command is needed/);
  refused(['rum'], /no command "rum"\. Did you mean run\?/);
  refused(['run'], /needs the name of a scene/);
  refused(['run', '--steps', '3'], /needs the name of a scene/);
  refused(['run', 'hardmac'], /no scene "hardmac"\. Did you mean hardmax\?/);
  refused(['run', 'bogus-scene-name'], /no scene/);
  refused(['describe', 'x'], /no scene "x"/);
  refused(['describe', 'hardmax', 'hardmax'], /one scene/);
  refused(['list', '--yaml'], /--json only/);
  refused(['run', 'hardmax', '--aplha', '1'], /no parameter "aplha"\. Did you mean --alpha\?/);
  refused(['run', 'hardmax', '--stesp', '1'], /Did you mean --steps\?/);
  refused(['run', 'hardmax', '--print', 'residuals'], /no observable "residuals"\. Did you mean residual\?/);
  refused(['run', 'hardmax', '--print', 'clusters,,leaders'], /no observable ""/);
  refused(['run', 'hardmax', '--print', 'text,clusters'], /stands alone/);
  refused(['run', 'hardmax', '--preset', 'collection-9'], /preset must be one of/);
  refused(['run', 'hardmax', 'alpha', '1'], /flag such as/);
  refused(['run', 'hardmax', '--'], /flag such as/);
  refused(['run', 'hardmax', '--\x1b[31m', '1'], /no parameter "\?\[31m"/);
});

check('values that are missing, out of range, or none', () => {
  for (const flag of ['alpha', 'steps', 'tokens', 'out', 'svg', 'print', 'link', 'theme', 'size']) {
    refused(['run', 'hardmax', `--${flag}`], new RegExp(`--${flag} needs a value`));
    refused(['run', 'hardmax', `--${flag}`, '--help'], new RegExp(`--${flag} needs a value`));
    refused(['run', 'hardmax', `--${flag}=`], new RegExp(`--${flag} needs a value`));
  }
  refused(['run', 'hardmax', '--alpha', '0'], /alpha must lie between/);
  refused(['run', 'hardmax', '--alpha', '-1'], /alpha must lie between/);
  refused(['run', 'hardmax', '--alpha', '1e9'], /alpha must lie between/);
  refused(['run', 'hardmax', '--alpha', 'nan'], /alpha is not a number/);
  refused(['run', 'hardmax', '--alpha', '0.1x'], /alpha is not a number/);
  refused(['run', 'hardmax', '--alpha', '1e999'], /too large/);
  refused(['run', 'hardmax', '--alpha', '1', '--alpha', '2'], /given twice/);
  refused(['run', 'hardmax', '--steps', '3', '--steps', '4'], /given twice/);
  refused(['run', 'hardmax', '--steps', '-1'], /--steps must lie between/);
  refused(['run', 'hardmax', '--steps', '1.5'], /--steps is not a whole number/);
  refused(['run', 'hardmax', '--steps', '500000000'], /--steps 500000000 is not possible/);
  refused(['run', 'hardmax', '--steps', '99999999999999999999'], /too large/);
  refused(['run', 'hardmax', '--theme', 'pink'], /--theme must be one of/);
  refused(['run', 'hardmax', '--size', '12'], /1280x720/);
  refused(['run', 'hardmax', '--size', '1x1'], /--size must lie between/);
  refused(['run', 'hardmax', '--help=yes'], /takes no value/);
  refused(['run', 'hardmax', '--trails', 'maybe'], /trails must be on or off/);
  refused(['run', 'hardmax', '--seed', 'x', '--preset', 'random'], /seed must be/);
  refused(['run', 'hardmax', '--preset', 'random', '--n', '1000000'], /n must lie between/);
  refused(['run', 'hardmax', '--preset', 'random', '--d', '65'], /d must lie between/);
});

check('matrices of the wrong form', () => {
  refused(['run', 'hardmax', '--a', '1,0,0;0,1,0;0,0,1'], /a /);
  refused(['run', 'hardmax', '--a', '1,0'], /a must be square/);
  refused(['run', 'hardmax', '--a', '1,0;0'], /a is ragged/);
  refused(['run', 'hardmax', '--tokens', '1,2;3'], /tokens is ragged/);
  refused(['run', 'hardmax', '--tokens', '1,2;3,'], /tokens has an entry in row 2/);
  refused(['run', 'hardmax', '--a', '1,1;0,1', '--steps', '10', '--require-theorem'], /theorem.*does not apply/i);
});

check('tables from files', ({ put, at, folder }) => {
  const tokens = (name, content, says) => refused(['run', 'hardmax', '--tokens', put(name, content)], says);
  tokens('ragged.csv', '1,2\n3\n', /"[^"]*ragged\.csv" is ragged: line 1 has 2 numbers and line 2 has 1\./);
  tokens('empty.csv', '', /is empty/);
  tokens('names.csv', 'x,y\n', /names\.csv" has "x" in line 1, column 1|is empty/);
  tokens('nan.csv', '1,2\nnan,3\n', /"nan" in line 2, column 1, but only finite/);
  tokens('inf.csv', '1,2\n3,Infinity\n', /"Infinity" in line 2, column 2, but only finite/);
  tokens('word.csv', '1,2\n3,four\n', /"four" in line 2, column 2, which is not a number/);
  tokens('hole.csv', '1,2\n,4\n', /nothing in line 2, column 1/);
  tokens('semi.csv', '1;2\n3;4\n', /separated by commas/);
  tokens('trajectory.csv', 'layer,token,x1\n0,1,2\n', /is a trajectory/);
  tokens('binary.csv', Buffer.from([0, 255, 254, 10, 13, 0, 1]), /is not a plain text file/);
  tokens('wide.csv', `${Array(65).fill(1).join(',')}\n`, /64/);
  tokens('many.csv', '1,2\n'.repeat(10001), /10\u202f000/);
  tokens('large.csv', '1e200,1\n', /tokens must lie between/);
  const row = doubles(1, 2);
  tokens('not.npy', 'hello', /is not a \.npy file/);
  tokens('cut.npy', npy('<f8', [1, 2], row.subarray(0, 9)), /is cut off/);
  tokens('long.npy', npy('<f8', [1, 2], doubles(1, 2, 3)), /more than it announces/);
  tokens('object.npy', npy('|O', [1, 2], row), /Python objects/);
  tokens('complex.npy', npy('<c16', [1], row), /type "<c16"/);
  tokens('cube.npy', npy('<f8', [1, 1, 2], row), /3 ax/);
  tokens('none.npy', npy('<f8', [0, 2], Buffer.alloc(0)), /is empty/);
  tokens('nan.npy', npy('<f8', [1, 2], doubles(1, NaN)), /not finite in row 1, column 2/);
  tokens('huge.npy', npy('<f8', [99999999, 99999999], row), /too many numbers/);
  const head = Buffer.concat([Buffer.from([0x93]), Buffer.from('NUMPY'), Buffer.from([2, 0, 255, 255, 255, 255])]);
  tokens('header.npy', head, /too long/);
  refused(['run', 'hardmax', '--tokens', at('missing.csv')], /There is no file/);
  refused(['run', 'hardmax', '--tokens', folder], /is a folder/);
  refused(['run', 'hardmax', '--tokens', '-'], /Standard input is empty/);
  refused(['run', 'hardmax', '--tokens', '-', '--a', '-'], /one parameter only/, { input: '1,2\n' });
});

check('links that cannot be followed', () => {
  refused(['link'], /needs a link/);
  refused(['link', 'v=1&scene=hardmax&alhpa=2'], /alhpa/);
  refused(['link', 'v=99&scene=hardmax'], /version/i);
  refused(['link', 'v=1&scene=nowhere'], /nowhere/);
  refused(['run', 'hardmax', '--link', 'v=1&scene=hardmax&alpha=x'], /alpha/);
  refused(['link', 'v=1&scene=hardmax', '--link', 'v=1'], /twice/);
});

check('no file is left behind when anything fails', ({ at, put, folder, files }) => {
  const base = ['run', 'hardmax', '--steps', '3', '--out', at('t.npy')];
  refused([...base, '--svg', at('no/such/folder/x.svg')], /cannot be written/);
  refused([...base, '--svg', folder], /is a folder/);
  refused([...base, '--svg', at('t.npy')], /two outputs/);
  refused([...base, '--alpha', '0'], /alpha/);
  refused([...base, '--a', '1,1;0,1', '--require-theorem'], /does not apply/);
  refused([...base, '--print', 'nothing'], /observable/);
  refused(['run', 'hardmax', '--out', at('t.txt')], /\.npy or \.csv/);
  refused(['run', 'hardmax', '--out', '/dev/null.npy/x.npy'], /cannot be written/);
  assert.deepEqual(files(), []);
  put('old.csv', 'kept');
  refused(['run', 'hardmax', '--steps', '3', '--out', at('old.csv'), '--svg', at('no/x.svg')], /cannot be written/);
  assert.deepEqual(files(), ['old.csv']);
});

check('folders without permission', ({ at, put }) => {
  if (process.getuid?.() === 0) return;  // root may do everything
  mkdirSync(at('shut'));
  chmodSync(at('shut'), 0o500);
  refused(['run', 'hardmax', '--out', at('shut/t.csv')], /cannot be written/);
  chmodSync(put('secret.csv', '1,2\n'), 0);
  refused(['run', 'hardmax', '--tokens', at('secret.csv')], /could not be opened/);
});

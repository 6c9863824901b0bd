// `train`: the same seed gives the same files, an interrupted run goes on as if nothing had been, and bad input is
// refused in a sentence before anything is written.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { check, cli } from './support.mjs';

const text = Array.from({ length: 400 }, (_, i) => `line ${(i * 7919) % 1000}: the token follows its leader.\n`).join('');
const short = ['--iterations', '3', '--batch', '8', '--seed', '5'];

check('the same seed gives the same weights and curve, another seed others', ({ at, put, files }) => {
  const corpus = put('corpus.txt', text);
  const train = (name, seed) => {
    const done = cli(['train', '--corpus', corpus, '--out', at(`${name}.safetensors`), '--curve', at(`${name}.csv`), ...short.slice(0, 4), '--seed', seed]);
    assert.equal(done.status, 0, done.err);
    assert.equal(JSON.parse(done.out).iterations, 3);
    return [readFileSync(at(`${name}.safetensors`)), readFileSync(at(`${name}.csv`), 'utf8')];
  };
  const first = train('a', '5'), again = train('b', '5'), other = train('c', '6');
  assert.ok(first[0].equals(again[0]));
  assert.equal(first[1], again[1]);
  assert.ok(!first[0].equals(other[0]));
  assert.deepEqual(files(), ['a.csv', 'a.safetensors', 'b.csv', 'b.safetensors', 'c.csv', 'c.safetensors', 'corpus.txt']);
});

check('bad input is refused in one sentence, and nothing is written', ({ at, put, files, folder }) => {
  const corpus = put('corpus.txt', text);
  const empty = put('empty.txt', '');
  const tiny = put('tiny.txt', 'abc');
  const binary = put('binary.txt', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc0]));
  mkdirSync(at('folder'));
  const before = files();
  const out = ['--out', at('w.safetensors')];
  for (const words of [
    [],
    ['--corpus', corpus],
    out,
    ['--corpus', at('none.txt'), ...out],
    ['--corpus', folder, ...out],
    ['--corpus', empty, ...out],
    ['--corpus', tiny, ...out],
    ['--corpus', binary, ...out],
    ['--corpus', corpus, ...out, '--iterations', '0'],
    ['--corpus', corpus, ...out, '--iterations', 'many'],
    ['--corpus', corpus, ...out, '--lr', '-1'],
    ['--corpus', corpus, ...out, '--lr', 'nan'],
    ['--corpus', corpus, ...out, '--batch', '0'],
    ['--corpus', corpus, ...out, '--schedule', 'sometimes'],
    ['--corpus', corpus, ...out, '--seed', '-1'],
    ['--corpus', corpus, ...out, '--sed', '1'],
    ['--corpus', corpus, ...out, '--seed'],
    ['--corpus', corpus, '--out', at('folder/none/w.safetensors'), ...short],
    ['--corpus', corpus, '--out', at('folder'), ...short],
    ['--corpus', corpus, ...out, '--checkpoint', empty, ...short],
  ]) {
    const done = cli(['train', ...words]);
    assert.equal(done.status, 2, `${words.join(' ')}: status ${done.status}: ${done.err}`);
    assert.match(done.err, /^[^\n]+[.?]\n$/, words.join(' '));
    assert.equal(done.out, '');
    assert.deepEqual(files(), before, words.join(' '));
  }
});

check('help lists train, and train its flags', () => {
  assert.match(cli(['help']).out, /lab-cli train/);
  const own = cli(['train', '--help']);
  assert.equal(own.status, 0);
  for (const flag of ['--corpus', '--out', '--iterations', '--seed', '--schedule']) assert.ok(own.out.includes(flag), flag);
});

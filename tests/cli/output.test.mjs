// Lists, help, reference, figures, text.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, run, check } from './support.mjs';

/** Tags in balance, entities known: enough to catch what an escape forgot. */
function assert_well_formed(xml) {
  const open = [];
  for (const [, end, name, rest] of xml.replace(/^<\?xml[^>]*\?>/, '').matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*\s*\/?)>/g)) {
    if (end) assert.equal(open.pop(), name);
    else if (!rest.endsWith('/')) open.push(name);
  }
  assert.deepEqual(open, []);
  const text = xml.replace(/^<\?xml[^>]*\?>/, '').replace(/<\/?[a-zA-Z]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '');
  assert.ok(!/[<>]/.test(text), 'a stray bracket');
  assert.ok(!/&(?!(amp|lt|gt|quot|#39);)/.test(xml), 'a stray ampersand');
}

check('help and lists succeed', () => {
  for (const words of [['help'], ['--help'], ['-h'], ['run', '--help'], ['run', 'hardmax', '--help'], ['list'], ['describe'], ['describe', 'hardmax']]) {
    const done = cli(words);
    assert.equal(done.status, 0, words.join(' '));
    assert.equal(done.err, '');
    assert.ok(done.out.length > 80);
  }
  const scenes = JSON.parse(cli(['list', '--json']).out);
  assert.ok(scenes.some((s) => s.slug === 'hardmax' && s.title && s.claim));
});

check('the reference names every parameter with its values', () => {
  const text = cli(['describe', 'hardmax']).out;
  for (const key of Object.keys(run(['hardmax', '--steps', '0']).values)) assert.ok(text.includes(`| \`--${key}\` |`), key);
});

check('docs/reference.md is what describe prints', () => {
  const page = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../../docs/reference.md');
  const why = 'out of date; write it again with: ./lab cli describe > docs/reference.md';
  if (existsSync(page)) assert.ok(readFileSync(page, 'utf8') === cli(['describe']).out, why);
});

check('figures are well-formed in all themes and views', ({ at }) => {
  for (const theme of ['light', 'dark', 'projector']) {
    run(['hardmax', '--steps', '20', '--svg', at('a.svg'), '--theme', theme]);
    const svg = readFileSync(at('a.svg'), 'utf8');
    assert_well_formed(svg);
    assert.match(svg, /width="1280" height="720"/);
    assert.ok(!/NaN|inf"|nan"/.test(svg));
  }
  run(['hardmax', '--preset', 'random', '--d', '3', '--n', '20', '--steps', '20', '--svg', at('b.svg'), '--picture-only', '--size', '600x600']);
  const svg = readFileSync(at('b.svg'), 'utf8');
  assert_well_formed(svg);
  assert.match(svg, /viewBox="0 0 600 600"/);
  assert.ok(!svg.includes('lab-plot-1'));
});

check('the frame in words', () => {
  const done = cli(['run', 'hardmax', '--steps', '40', '--print', 'text']);
  assert.equal(done.status, 0);
  assert.match(done.out, /layer 40/);
  assert.match(done.out, /Fact 2.*: holds/);
});

check('--name=value is --name value', () => {
  assert.deepEqual(run(['hardmax', '--alpha=0.5', '--steps=3']), run(['hardmax', '--alpha', '0.5', '--steps', '3']));
});

check('files are replaced only by complete ones', ({ at, put, files }) => {
  put('t.csv', 'old');
  run(['hardmax', '--steps', '1', '--out', at('t.csv')]);
  assert.ok(readFileSync(at('t.csv'), 'utf8').startsWith('layer,token'));
  assert.deepEqual(files(), ['t.csv']);
});

check('a theorem that applies can be required', () => {
  run(['hardmax', '--steps', '400', '--require-theorem']);
  const bent = cli(['run', 'hardmax', '--a', '1,1;0,1', '--steps', '10', '--print', 'clustering-theorem']);
  assert.equal(bent.status, 0);
  assert.equal(JSON.parse(bent.out).observables['clustering-theorem'], 'does not apply');
});

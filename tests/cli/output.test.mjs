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

check('parts of a frame: listed, drawn, as numbers; a wrong name is answered by those that are there', ({ at }) => {
  const parts = JSON.parse(cli(['run', 'hardmax', '--steps', '5', '--print', 'parts']).out);
  assert.deepEqual(parts.slice(0, 3).map(({ name }) => name), ['figure', 'picture-1', 'plot-1']);
  run(['hardmax', '--steps', '5', '--part', 'plot-1', '--svg', at('p.svg'), '--data', at('p.csv')]);
  assert_well_formed(readFileSync(at('p.svg'), 'utf8'));
  const csv = readFileSync(at('p.csv'), 'utf8').trim().split('\n');
  assert.match(csv[0], /^layer k,residual/);
  assert.equal(Number(csv.find((row) => row.startsWith('5,')).split(',')[1]), run(['hardmax', '--steps', '5', '--print', 'residual']).observables.residual);
  for (const [words, said] of [[['--part', 'plot-9', '--svg', at('x.svg')], /There is no .plot-9. to take away as an SVG file here\. There is: figure, picture-1, plot-1/],
    [['--data', at('x.csv')], /There is no .figure. to take away as CSV here\. There is: plot-1/],
    [['--part', 'table-1', '--data', at('x.npy')], /as NPY here/], [['--data', at('x.txt')], /--data must name a \.npy or \.csv file/]]) {
    const done = cli(['run', 'hardmax', '--steps', '5', ...words]);
    assert.equal(done.status, 2);
    assert.match(done.err, said);
    for (const name of ['x.svg', 'x.csv', 'x.npy']) assert.ok(!existsSync(at(name)));
  }
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

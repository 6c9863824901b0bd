// The scenes about TinyBERT in the page: weights come, letters are hidden by hand and by name, the numbers are
// PyTorch's and the bits are the native build's.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lab, until, useLab } from './support/lab.mjs';
import { readTensors, shownProbabilities } from './support/tensors.mjs';

const site = useLab();
const cli = process.env.LAB_CLI;
const noNative = !(cli && existsSync(cli)) && 'LAB_CLI names no program';
/** By keyboard, as the twin is used; the mouse reaches the canvas. */
async function press(button) {
  await button.focus();
  await button.press('Enter');
}
const golden = (/** @type {string} */ name) => new URL(`../golden/${name}`, import.meta.url);

/** A page with this scene, its weights loaded. */
async function openModel(hash, options = {}) {
  const opened = await site.open({ hash, ...options });
  await opened.page.waitForFunction(() => !/loaded/.test(window.attentionLab.state().headline));
  return opened;
}

/** What the native program prints of the same link. */
function native(slug, link, ...flags) {
  return JSON.parse(execFileSync(cli, ['run', slug, '--link', link, ...flags], { encoding: 'utf8' }));
}

test('fill in: the notebook\'s hidden e is found, in float32 and in int8', async () => {
  const { page, complaints, strangers } = await openModel('scene=fill-in');
  assert.equal(await lab(page, 'observe', 'guess'), 'e');
  await page.getByRole('combobox', { name: 'Arithmetic' }).selectOption({ label: 'int8' });
  await until(page, 'values.arithmetic', 'int8');
  assert.equal(await lab(page, 'observe', 'guess'), 'e');
  const error = await lab(page, 'observe', 'logit-error');
  assert.ok(error > 0 && error < 0.5, `logits differ by ${error}`);
  assert.deepEqual(complaints, []);
  assert.deepEqual(strangers, []);
});

test('the same bits as natively: distributions, int8 integers, written text, streams', { skip: noNative }, async () => {
  const { page } = await openModel('scene=fill-in');
  for (const link of ['scene=fill-in&preset=vowels', 'scene=fill-in&preset=vowels&arithmetic=int8', 'scene=write&length=40',
    'scene=write&length=40&arithmetic=float32', 'scene=inside&times=2', 'scene=from-scratch',
    'scene=positions', 'scene=block', 'scene=block&preset=post-ln&d=8&heads=2']) {
    const slug = /scene=([^&]*)/.exec(link)[1];
    await lab(page, 'open', link);
    await page.waitForFunction(() => !/loaded/.test(window.attentionLab.state().headline));
    const { horizon } = await lab(page, 'state');
    if (horizon > 0) await lab(page, 'transport', 'scrub', horizon);
    const here = await lab(page, 'hash', horizon);
    const there = native(slug, link, '--steps', String(horizon));
    assert.equal(here, there.hash, link);
    if (slug === 'write') assert.equal(await lab(page, 'observe', 'text'), there.observables.text);
    if (/vowels&arithmetic/.test(link)) assert.equal(await lab(page, 'observe', 'integers'), there.observables.integers);
  }
});

test('a model that PyTorch saved gives PyTorch\'s numbers', async () => {
  const numbers = readTensors(golden('torch_golden.safetensors'));
  const tokens = Array.from(numbers.get('small.tokens').values);
  const logits = numbers.get('small.logits').values;
  const vocab = numbers.get('small.logits').shape[2];
  const { page } = await openModel('scene=fill-in');
  await lab(page, 'set', 'alphabet', 'abcdefghi');
  await lab(page, 'set', 'file-heads', 3);
  const bytes = [...readFileSync(golden('torch_small.safetensors'))];
  await page.evaluate((list) => window.attentionLab.openFile('small.safetensors', new Uint8Array(list)), bytes);
  // Nobody knows the hidden ones: they are typed as underscores, and are the only holes.
  await lab(page, 'set', 'text', tokens.map((t) => (t === 0 ? '_' : 'abcdefghi'[t - 1])).join(''));
  const holes = tokens.flatMap((t, i) => (t === 0 ? [i] : []));
  await lab(page, 'set', 'holes', holes.map((i) => i + 1).join(','));
  const rows = await lab(page, 'trajectory', 0);
  assert.equal(rows.length, holes.length);
  holes.forEach((at, row) => {
    const expected = shownProbabilities(logits.slice(at * vocab, (at + 1) * vocab));
    // Logits within 1e-4 are logarithms of probabilities within 2e-4.
    expected.forEach((p, t) => assert.ok(t === 0 || Math.abs(Math.log(rows[row][t] / p)) < 2e-4, `hole ${at}, character ${t}`));
  });
});

test('a broken file is refused in one sentence, and the model in use stays', async () => {
  const { page } = await openModel('scene=fill-in');
  const before = await lab(page, 'hash', 0);
  const good = [...readFileSync(golden('torch_small.safetensors'))];
  for (const bytes of [[], [1, 2, 3], good.slice(0, 5000), good]) {  // the last names no characters
    const said = await page.evaluate((list) => {
      try {
        window.attentionLab.openFile('mine.safetensors', new Uint8Array(list));
        return '';
      } catch (error) {
        return error.message;
      }
    }, bytes);
    assert.match(said, /mine\.safetensors.*\.$/);
    assert.equal(await lab(page, 'hash', 0), before);
  }
  // By hand: the file dialog, and the sentence on the page.
  const dialog = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'Open a model' }));
  await (await dialog).setFiles({ name: 'broken.safetensors', mimeType: 'application/octet-stream', buffer: Buffer.from([1, 2, 3]) });
  await page.getByRole('status').filter({ hasText: 'broken.safetensors' }).waitFor();
  assert.equal(await lab(page, 'hash', 0), before);
});

test('letters are hidden and shown by a click on the canvas and by their buttons', async () => {
  const { page } = await openModel('scene=fill-in');
  assert.equal((await lab(page, 'state')).values.holes, '25');
  await press(page.getByRole('button', { name: '1: P', exact: true }));
  await until(page, 'values.holes', '1,25');
  const place = await page.evaluate(() => window.attentionLab.state().strips[0].letters.length);
  assert.equal(place, 64);
  await press(page.getByRole('button', { name: /^1: hidden/ }));
  await until(page, 'values.holes', '25');
});

test('letters that the model does not know are named', async () => {
  const { page } = await openModel('scene=fill-in');
  const field = page.getByRole('textbox', { name: 'Text', exact: true });
  await field.fill('price: 5 €');
  await field.press('Enter');
  await page.getByRole('status').filter({ hasText: '€' }).waitFor();
  assert.match((await lab(page, 'state')).values.text, /^Peter/);
});

test('a link restores text, holes and step in a fresh profile', async () => {
  const { page } = await openModel('scene=write&prompt=To%20be%2C%20&seed=3&length=25&k=25');
  const text = await lab(page, 'observe', 'text');
  assert.equal(text.length, 'To be, '.length + 25);
  const link = await lab(page, 'link');
  const again = await openModel(link);
  assert.equal(await lab(again.page, 'observe', 'text'), text);
  assert.equal((await lab(again.page, 'state')).step, 25);
});

test('the menu of scenes in the twin opens another, without losing the page', async () => {
  const { page, complaints } = await site.open();
  await page.getByRole('combobox', { name: 'Experiment' }).selectOption({ label: 'Inside' });
  await page.waitForFunction(() => window.attentionLab.state().slug === 'inside' && !/loaded/.test(window.attentionLab.state().headline));
  await lab(page, 'transport', 'scrub', 2);
  assert.equal((await lab(page, 'observe', 'entropies')).length, 4);
  assert.deepEqual(complaints, []);
});

test('weights that cannot be fetched are said so in one sentence', async () => {
  const { page } = await site.open();
  await page.route('**/assets/*', (route) => route.abort());
  await lab(page, 'open', 'scene=write');
  await page.getByRole('status').filter({ hasText: 'tinybert-best.safetensors could not be loaded' }).waitFor();
});

// Training in the page: by a worker, with the bits of the native trainer, held and gone on with, on the lab's lesson
// or a text of the reader's. Small runs: what is tested is the way, not the model.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { site as folder } from './support/browser.mjs';
import { PATIENCE, lab, until, useLab } from './support/lab.mjs';

const site = useLab();
const cli = process.env.LAB_CLI;
const small = 'scene=train&corpus=lesson&width=16&window=16&batch=8&every=10&iterations=40';

/** Files that the page saves are kept in the page, since not every driver hands out downloads. */
function keepSaved() {
  window.kept = [];
  const real = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    window.kept.push(blob);
    return real(blob);
  };
}
const saved = async (page) => {
  await page.waitForFunction(() => window.kept.length > 0);
  return Buffer.from(await page.evaluate(async () => Array.from(new Uint8Array(await window.kept.pop().arrayBuffer()))));
};

/** Drops a file on the canvas. */
const drop = (page, name, bytes) => page.evaluate(([title, values]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(values)], title));
  document.getElementById('canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, [name, Array.from(bytes)]);

/** Opens the scene with its text there. */
async function open(hash = small) {
  const opened = await site.open({ hash, init: keepSaved });
  await opened.page.waitForFunction(() => window.attentionLab.observe('characters') > 0);
  return opened;
}
const finished = (page) => page.waitForFunction(() => window.attentionLab.observe('state') === 'done');
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

test('a worker trains with the bits of the native trainer', { skip: !(cli && existsSync(cli)) && 'LAB_CLI names no program' }, async () => {
  const { page, complaints, strangers } = await open();
  await lab(page, 'act', 'start');
  await finished(page);
  assert.equal(await lab(page, 'observe', 'iteration'), 40);
  await lab(page, 'act', 'save-weights');
  const place = mkdtempSync(join(tmpdir(), 'lab-train-'));
  try {
    const out = join(place, 'w.safetensors');
    const curve = join(place, 'c.csv');
    execFileSync(cli, ['train', '--corpus', join(folder, 'assets/lesson.txt'), '--out', out, '--curve', curve, '--width', '16', '--hidden', '64',
      '--window', '16', '--batch', '8', '--every', '10', '--iterations', '40'], { stdio: 'ignore' });
    assert.equal(digest(await saved(page)), digest(readFileSync(out)));
    const last = readFileSync(curve, 'utf8').trim().split('\n').at(-1).split(',').map(Number);
    assert.equal((await lab(page, 'observe', 'accuracy')).toFixed(4), last[5].toFixed(4));
    assert.equal((await lab(page, 'observe', 'held-out-loss')).toFixed(4), last[4].toFixed(4));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  assert.deepEqual(complaints, []);
  assert.deepEqual(strangers, []);
});

test('held, saved, opened again and gone on with, the run ends as if nothing had been', async () => {
  const long = 'scene=train&corpus=lesson&width=32&window=32&batch=8&every=300&iterations=600';
  const { page } = await open(long);
  await lab(page, 'act', 'start');
  await page.waitForFunction(() => window.attentionLab.observe('iteration') > 5);
  await lab(page, 'act', 'pause');
  await until(page, 'values.corpus', 'lesson');
  await page.waitForFunction(() => window.attentionLab.observe('state') === 'paused');
  const held = await lab(page, 'observe', 'iteration');
  await page.waitForTimeout(400);
  assert.equal(await lab(page, 'observe', 'iteration'), held);
  await lab(page, 'act', 'save-checkpoint');
  const checkpoint = await saved(page);
  await lab(page, 'act', 'resume');
  await finished(page);
  const hash = await lab(page, 'hash', 600);
  await page.context().close();
  const other = await open();
  for (const [bad, words] of [[checkpoint.subarray(0, checkpoint.length - 3), /\.$/], [checkpoint.subarray(0, 100), /truncated/], [Buffer.from('{}'), /\.$/]]) {
    await drop(other.page, 'bad.safetensors', bad);
    const said = other.page.locator('#status').filter({ hasText: words });
    await said.waitFor();
    assert.equal(await lab(other.page, 'observe', 'iteration'), 0);
    await other.page.evaluate(() => { document.getElementById('status').textContent = ''; });
  }
  await drop(other.page, 'checkpoint.safetensors', checkpoint);
  await other.page.waitForFunction((k) => window.attentionLab.observe('iteration') === k, held);
  await other.page.getByRole('button', { name: 'Resume' }).dispatchEvent('click');
  await finished(other.page);
  assert.equal(await lab(other.page, 'hash', 600), hash);
  assert.deepEqual(other.complaints, []);
});

test('a dropped text becomes the corpus with a vocabulary of its own; what is no text is refused in a sentence', async () => {
  const { page } = await open();
  const bad = [['empty.txt', Buffer.alloc(0), /empty/], ['tiny.txt', Buffer.from('abc'), /too few/], ['binary.png', Buffer.from([0x89, 0x50, 0xff, 0]), /not text/],
    ['nul.txt', Buffer.from(`${'some text. '.repeat(50)}\0`), /is 0/]];
  for (const [name, bytes, words] of bad) {
    await drop(page, name, bytes);
    await page.locator('#status').filter({ hasText: words }).waitFor();
    assert.equal((await lab(page, 'state')).values.corpus, 'lesson');
  }
  await drop(page, 'mine.txt', Buffer.from('der Z\u00fcgel, die Z\u00fcge; '.repeat(60)));
  await until(page, 'values.corpus', 'own');
  assert.equal(await lab(page, 'observe', 'vocabulary'), new Set('der Z\u00fcgel, die Z\u00fcge; ').size + 1);
  assert.ok((await lab(page, 'state')).notes.some((note) => /vocabulary of/.test(note)));
  await page.getByRole('button', { name: 'Start', exact: true }).dispatchEvent('click');
  await finished(page);
  assert.match(await lab(page, 'observe', 'sample'), /^\u2026/);
});

test('two runs side by side, and the picture keeps moving while both train', async () => {
  const { page, complaints } = await open('scene=train&corpus=lesson&compare=one-head&batch=16&iterations=2000&every=1000');
  await lab(page, 'act', 'start');
  await page.waitForFunction(() => window.attentionLab.observe('state') === 'running');
  // However fast the machine: frames go on coming, and what they show of both runs goes on growing.
  const seen = await page.evaluate(async (patience) => {
    const read = () => window.attentionLab.state().tables.find(({ title }) => title === 'Runs').rows.map((row) => row[2].text);
    const [begun, first, drawn] = [performance.now(), read(), window.attentionLab.frames()];
    const grown = () => read().every((iteration, i) => iteration !== first[i]);
    let frames = 0;
    for (; performance.now() - begun < patience && !(frames >= 10 && grown()); frames++) await new Promise((done) => { requestAnimationFrame(done); });
    return { enough: frames >= 10, grown: grown(), drawn: window.attentionLab.frames() > drawn, state: window.attentionLab.observe('state') };
  }, PATIENCE);
  assert.deepEqual(seen, { enough: true, grown: true, drawn: true, state: 'running' });
  await lab(page, 'act', 'stop');
  await page.waitForFunction(() => window.attentionLab.observe('state') === 'stopped');
  const table = (await lab(page, 'state')).tables.find(({ title }) => title === 'Runs');
  assert.equal(table.rows.length, 2);
  assert.deepEqual(complaints, []);
});

test('without workers the page trains by itself', async () => {
  const { page } = await site.open({ hash: small, init: () => { window.Worker = class { constructor() { throw new Error('refused'); } }; } });
  await page.waitForFunction(() => window.attentionLab.observe('characters') > 0);
  await lab(page, 'act', 'start');
  await page.locator('#status').filter({ hasText: 'no workers' }).waitFor();
  await lab(page, 'act', 'start');
  await page.waitForFunction(() => window.attentionLab.observe('iteration') > 3);
});

test('Tiny Shakespeare is asked for elsewhere only when the reader says so', async () => {
  const { page, strangers } = await site.open({ hash: 'scene=train&corpus=lesson' });
  await page.route('**/assets/tinyshakespeare.txt', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route('https://raw.githubusercontent.com/**', (route) => route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, body: 'O brave new world. '.repeat(100) }));
  await lab(page, 'set', 'corpus', 'shakespeare');
  const offer = page.getByRole('alert').filter({ hasText: 'not part of this site' });
  await offer.waitFor();
  assert.deepEqual(strangers, []);
  await offer.getByRole('button', { name: /Fetch it/ }).click();
  await page.waitForFunction(() => window.attentionLab.observe('characters') === 1900);
  assert.equal(strangers.length, 1);
});

// Not a test: a whole run of the notebook's training in the page, with its figures and pictures.
//   node tests/browser/train_run.mjs [LINK] [WEIGHTS.safetensors]
// LINK is added to scene=train; with WEIGHTS, those of the native trainer with the same settings, the bits are compared.
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startAll } from './support/browser.mjs';
import { atRest, lab, openPage } from './support/lab.mjs';

const [link = '', weights = ''] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));
const HOUR = 3_600_000;
const rooms = [
  ['1280x720', { viewport: { width: 1280, height: 720 } }],
  ['390x844@2', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }],
];
/** Of the numbers alone, without the header of the file. */
const digest = (bytes) => createHash('sha256').update(bytes.subarray(8 + Number(bytes.readBigUInt64LE(0)))).digest('hex');

await mkdir(folder, { recursive: true });
const all = await startAll();
const { page, complaints } = await openPage(all, {
  hash: `scene=train${link && `&${link}`}`,
  init: () => {
    const real = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => { window.kept = blob; return real(blob); };
  },
});
await page.waitForFunction(() => window.attentionLab.observe('characters') > 0);
const begun = Date.now();
await lab(page, 'act', 'start');
await page.waitForTimeout(20_000);
await page.screenshot({ path: `${folder}train-running-1280x720.png` });
await page.waitForFunction(() => window.attentionLab.observe('state') === 'done', undefined, { timeout: HOUR });
const seconds = (Date.now() - begun) / 1000;
await lab(page, 'act', 'save-weights');
await page.waitForFunction(() => window.kept);
const bytes = Buffer.from(await page.evaluate(async () => Array.from(new Uint8Array(await window.kept.arrayBuffer()))));
const state = await lab(page, 'state');
console.log(JSON.stringify({
  iterations: state.step, accuracy: await lab(page, 'observe', 'accuracy'), heldOutLoss: await lab(page, 'observe', 'held-out-loss'),
  pace: await lab(page, 'observe', 'pace'), seconds, meanMs: (1000 * seconds) / state.step, weights: digest(bytes),
  native: weights ? digest(await readFile(weights)) : null, complaints,
  verdicts: state.verdicts.map(({ finding, measured }) => `${finding}: ${measured}`),
  curve: state.tables.filter(({ title }) => title.startsWith('Measurements')).map(({ rows }) => rows.map((row) => row.map(({ text }) => text).join(' '))),
}, null, 1));
for (const [size, room] of rooms) {
  await page.setViewportSize(room.viewport);
  await atRest(page);
  await page.screenshot({ path: `${folder}train-done-${size}.png` });
}
await all.close();

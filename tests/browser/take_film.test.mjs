// A run as a film, and the state as a file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { lab, useLab } from './support/lab.mjs';
import { openTake, readWebm, saved } from './support/take.mjs';

const site = useLab();
const START = 'v=1&scene=hardmax&preset=collection-2&k=12';
const small = fileURLToPath(new URL('../golden/torch_small.safetensors', import.meta.url));

/** Chooses a small film of steps 2 to 8, every other, and makes it. */
async function makeFilm(page) {
  const dialog = await openTake(page);
  await dialog.getByLabel('Size of the PNG').selectOption('own');
  await dialog.getByLabel('Width (px)').fill('321');
  await dialog.getByLabel('Height (px)').fill('180');
  await dialog.getByLabel('From step').fill('2');
  await dialog.getByLabel('to step').fill('8');
  await dialog.getByLabel('every … step').fill('2');
  await dialog.getByLabel('Pictures a second').fill('4');
  await dialog.getByText('4 pictures, 1 s, of what is chosen above.').waitFor();
  return saved(page, () => dialog.getByRole('button', { name: /^Make a film/ }).click());
}

/** Plays it in a page of its own, whose policy is not the lab's. */
async function play(film) {
  const page = await (await site.browser.newContext()).newPage();
  await page.goto('about:blank');
  return page.evaluate(async (list) => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([new Uint8Array(list)], { type: 'video/webm' }));
    document.body.append(video);
    await new Promise((done, failed) => {
      video.onloadeddata = done;
      video.onerror = () => failed(new Error(video.error?.message ?? 'not playable'));
    });
    const ended = new Promise((done) => { video.onended = done; });
    await video.play();
    await ended;
    return { width: video.videoWidth, height: video.videoHeight, duration: video.duration, at: video.currentTime };
  }, [...film]);
}

test('a film has each step once, with its time, and plays; the run comes back', { timeout: 240000 }, async () => {
  const { page, complaints } = await site.open({ hash: START });
  const hash = await lab(page, 'hash', 12);
  const { name, bytes } = await makeFilm(page);
  assert.equal(name, 'attention-lab-hardmax-step-12-film.webm');
  const { pictures, duration, width, height, codec } = readWebm(bytes);
  assert.deepEqual({ pictures, duration, width, height }, { pictures: 4, duration: 1000, width: 320, height: 180 });
  assert.match(codec, /^V_VP[89]$/);
  const shown = await play(bytes);
  assert.deepEqual([shown.width, shown.height], [320, 180]);
  assert.ok(Math.abs(shown.duration - 1) < 0.05, String(shown.duration));
  await page.getByText('Saved as attention-lab-hardmax-step-12-film.webm').waitFor();
  assert.equal((await lab(page, 'state')).step, 12);
  assert.equal(await lab(page, 'hash', 12), hash);
  assert.deepEqual(complaints, []);
});

test('without an encoder it is recorded, and no picture is lost', { timeout: 240000 }, async () => {
  const { page } = await site.open({ hash: START, init: () => { delete window.VideoEncoder; } });
  const { bytes } = await makeFilm(page);
  const { pictures, width, height } = readWebm(bytes);
  assert.ok(pictures >= 4, `${pictures} pictures`);
  assert.deepEqual([width, height], [320, 180]);
  const shown = await play(bytes);
  assert.ok(shown.at > 0.7, `${shown.at} s`);
});

test('a film can be given up; nonsense and browsers without films are told', { timeout: 240000 }, async () => {
  const { page } = await site.open({ hash: 'v=1&scene=hardmax&k=400' });
  const dialog = await openTake(page);
  await dialog.getByLabel('Pictures a second').fill('0');
  await dialog.getByText('Pictures a second lie between 0.5 and 60.').waitFor();
  await dialog.getByLabel('Pictures a second').fill('10');
  await dialog.getByLabel('From step').fill('401');
  await dialog.getByText('The steps of the film are whole numbers from 0 to 400, the first not above the last.').waitFor();
  assert.ok(await dialog.getByRole('button', { name: /^Make a film/ }).isDisabled());
  await dialog.getByLabel('From step').fill('0');
  await dialog.getByLabel('every … step').fill('1');
  await dialog.getByRole('button', { name: /^Make a film/ }).click();
  await dialog.getByRole('button', { name: 'Give up' }).click();
  await dialog.getByText('The film was given up.').waitFor();
  assert.equal((await lab(page, 'state')).step, 400);
  const other = await site.open({ hash: START, init: () => { delete window.VideoEncoder; delete window.MediaRecorder; } });
  await (await openTake(other.page)).getByText('This browser cannot make films.').waitFor();
});

/** @param {import('playwright-core').Page} page @param {string} name @param {Buffer|string} contents */
async function open(page, name, contents) {
  const dialog = await openTake(page);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Open a state file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(contents) });
  return dialog;
}

const drop = (page, name, text) => page.evaluate(([title, words]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([words], title));
  document.getElementById('canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, [name, text]);

test('a state goes out, and comes in elsewhere with the same bits', { timeout: 240000 }, async () => {
  const first = await site.open({ hash: 'v=1&scene=hardmax&tokens=1,0;0,1;-1,0.25;0.1,0.2;0.3,-1&alpha=0.35&k=9&zoom=2&centre=0.25,0' });
  const [hash, link] = [await lab(first.page, 'hash', 9), await lab(first.page, 'link')];
  const dialog = await openTake(first.page);
  const { name, bytes } = await saved(first.page, () => dialog.getByRole('button', { name: 'Save the state' }).click());
  assert.equal(name, 'attention-lab-hardmax-step-9.json');
  const second = await site.open({ hash: 'scene=softmax' });
  const other = await open(second.page, name, bytes);
  await other.waitFor({ state: 'detached' });
  assert.equal(await lab(second.page, 'link'), link);
  assert.equal(await lab(second.page, 'hash', 9), hash);
  // The same by dropping it.
  const third = await site.open();
  await drop(third.page, name, bytes.toString());
  await third.page.getByText('‘attention-lab-hardmax-step-9.json’ is open.').waitFor();
  assert.equal(await lab(third.page, 'hash', 9), hash);
});

test('weights of one’s own are in it', { timeout: 240000 }, async () => {
  const first = await site.open({ hash: 'scene=fill-in' });
  await first.page.waitForFunction(() => !/loaded/.test(window.attentionLab.state().headline));
  await lab(first.page, 'set', 'alphabet', 'abcdefghi');
  await lab(first.page, 'set', 'file-heads', 3);
  await first.page.evaluate((list) => window.attentionLab.openFile('small.safetensors', new Uint8Array(list)), [...readFileSync(small)]);
  await first.page.waitForFunction(() => window.attentionLab.state().values.model === 'own');
  await lab(first.page, 'set', 'text', 'abc_defgh');
  const hash = await lab(first.page, 'hash', 0);
  const dialog = await openTake(first.page);
  const { bytes } = await saved(first.page, () => dialog.getByRole('button', { name: 'Save the state' }).click());
  const { files } = JSON.parse(bytes.toString());
  assert.equal(files.length, 1);
  assert.equal(files[0].size, readFileSync(small).length);
  const second = await site.open();
  await (await open(second.page, 'mine.json', bytes)).waitFor({ state: 'detached' });
  await second.page.waitForFunction(() => window.attentionLab.state().values.model === 'own' && !/loaded|open/.test(window.attentionLab.state().headline));
  assert.equal(await lab(second.page, 'hash', 0), hash);
});

test('a wrong file is refused in a sentence, and changes nothing', { timeout: 240000 }, async () => {
  const { page } = await site.open({ hash: START });
  const before = await lab(page, 'state');
  const good = { kind: 'attention-lab-state', version: 1, link: 'v=1&scene=softmax', files: [] };
  const dialog = await openTake(page);
  for (const [text, said] of [
    ['{"kind": "attention-lab-state", "vers', /cannot be read as a state file/],
    ['{"kind": "progress"}', /is no state file of Attention Lab/],
    ['PK\u0003\u0004', /cannot be read as a state file/],
    [JSON.stringify({ ...good, version: 2 }), /is a state file of version 2, and this lab reads version 1/],
    [JSON.stringify({ ...good, version: undefined }), /is damaged/],
    [JSON.stringify({ ...good, link: 7 }), /is damaged/],
    [JSON.stringify({ ...good, link: 'v=9&scene=softmax' }), /holds a state that this lab cannot show: .*version/],
    [JSON.stringify({ ...good, link: 'v=1&scene=softmax&beta=abc' }), /holds a state that this lab cannot show/],
    [JSON.stringify({ ...good, files: [{ name: 'own.safetensors', size: 3, check: '00000000', base64: 'AAAA' }] }), /a file in it is not what was saved/],
    [JSON.stringify({ ...good, files: [{ name: 'tinybert-best.safetensors', size: 0 }] }), /is damaged/],
  ]) {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Open a state file' }).click();
    await (await chooser).setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await dialog.getByRole('status').filter({ hasText: said }).waitFor();
    assert.match(await dialog.getByRole('status').textContent(), /^‘x\.json’ .*Nothing was changed\.$/);
    const { link, step } = await lab(page, 'state');
    assert.deepEqual({ link, step }, { link: before.link, step: before.step });
  }
  await page.keyboard.press('Escape');
  await drop(page, 'y.json', JSON.stringify({ ...good, version: 3 }));
  await page.getByText('‘y.json’ is a state file of version 3').waitFor();
});

test('in Spanish a state file is refused and opened in Spanish throughout', async () => {
  const { page } = await site.open({ path: '/?lang=es', hash: START });
  const good = { kind: 'attention-lab-state', version: 1, link: 'v=1&scene=softmax', files: [] };
  for (const [content, said] of [
    ['{"kind": "attention-lab-state", "vers', /no se puede leer como archivo de estado: .* No se cambió nada\.$/],
    [JSON.stringify({ ...good, version: 3 }), /es un archivo de estado de la versión 3, y este laboratorio lee la versión 1; .* No se cambió nada\.$/],
    [JSON.stringify({ ...good, link: 'v=1&scene=softmax&beta=abc' }), /^‘a-2\.json’ contiene un estado que .*: beta no es un número: "abc"\. No se cambió nada\.$/],
    [JSON.stringify({ ...good, files: [{ name: 'own.txt', size: 70 * 2 ** 20 }] }), /^‘a-2\.json’ está abierto, pero no contiene own\.txt \(70 MB\)\. Abre también ese archivo tuyo\.$/],
  ]) {
    await drop(page, 'a-2.json', content);
    await page.locator('#status').filter({ hasText: said }).waitFor();
  }
});

test('a dialog does not outlive the experiment it is about: Back and a dropped state close it', async () => {
  const { page, complaints } = await site.open({ hash: START });
  const { slug: first, step } = await lab(page, 'state');
  await page.locator('#scene-chooser').evaluate((select) => { select.value = 'positions'; select.dispatchEvent(new Event('change')); });
  await page.waitForFunction(() => location.hash.includes('scene=positions'));
  await lab(page, 'transport', 'scrub', 3);
  const dialog = await openTake(page);
  // A film in the making ends with it, and does not bring its own step along.
  await dialog.getByRole('button', { name: /Make a film/ }).click();
  await page.evaluate(() => history.back());
  await dialog.waitFor({ state: 'detached' });
  await page.waitForTimeout(1000);
  const back = await lab(page, 'state');
  assert.deepEqual({ slug: back.slug, step: back.step }, { slug: first, step });

  await lab(page, 'transport', 'scrub', 0);
  await lab(page, 'transport', 'play');
  const again = await openTake(page);
  // What is wrong leaves it as it was.
  await drop(page, 'x.json', '{"kind": "attention-lab-state", "vers');
  await page.locator('#status').filter({ hasText: 'Nothing was changed' }).waitFor({ state: 'attached' });
  assert.equal(await again.count(), 1);
  await drop(page, 'x.json', JSON.stringify({ kind: 'attention-lab-state', version: 1, link: 'v=1&scene=softmax', files: [] }));
  await again.waitFor({ state: 'detached' });
  const { slug, playing } = await lab(page, 'state');
  assert.deepEqual({ slug, playing }, { slug: 'softmax', playing: false });
  assert.deepEqual(complaints, []);
});

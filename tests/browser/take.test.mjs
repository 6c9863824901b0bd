// Taking away: pictures as SVG and PNG, numbers as CSV and NPY, of every scene.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isFirefox } from './support/browser.mjs';
import { frameOf, head, withHost } from './support/host.mjs';
import { isDrawn, lab, useLab } from './support/lab.mjs';
import { colours, openTake, saved, sizeOf } from './support/take.mjs';

const site = useLab();
const cli = process.env.LAB_CLI;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const START = 'v=1&scene=hardmax&preset=collection-2&k=12';
/** A PNG as the API makes it. */
const png = async (page, choice) => Buffer.from(await page.evaluate(async (c) => [...new Uint8Array(await (await window.attentionLab.png(c)).arrayBuffer())], choice));

test('every picture, map and plot of every scene is true vector, and is drawn', { timeout: 600000 }, async () => {
  const { page, complaints } = await site.open();
  const { scenes } = await lab(page, 'schema');
  assert.ok(scenes.length >= 20);
  for (const { slug } of scenes) {
    await lab(page, 'open', `scene=${slug}`);
    await page.waitForFunction(() => !/loaded/.test(window.attentionLab.state().headline), undefined, { timeout: 60000 });
    const { horizon } = await lab(page, 'state');
    if (horizon > 0) await lab(page, 'transport', 'scrub', Math.min(3, horizon));
    const parts = await lab(page, 'parts');
    assert.equal(parts[0].name, 'figure', slug);
    assert.ok(parts.filter((part) => part.svg).length >= 2, slug);
    const strange = await page.evaluate((names) => names.flatMap((part) => [false, true].flatMap((outlined) => {
      const text = window.attentionLab.svg('dark', { part, outlined });
      const file = new DOMParser().parseFromString(text, 'image/svg+xml');
      const tags = [...new Set([...file.querySelectorAll('*')].map((element) => element.localName))];
      const known = new Set(['svg', 'title', 'desc', 'g', 'clipPath', 'rect', 'path', 'circle', ...(outlined ? [] : ['text'])]);
      const wrong = tags.filter((tag) => !known.has(tag));
      const few = file.querySelectorAll('path, rect, circle, text').length < 3;
      return wrong.length > 0 || few ? [`${part} ${outlined}: ${wrong} ${text.slice(0, 200)}`] : [];
    })), parts.filter((part) => part.svg).map(({ name }) => name));
    assert.deepEqual(strange, [], slug);
    assert.ok(await colours(page, await png(page, { width: 320, height: 180 })) > 8, `${slug} is blank`);
  }
  assert.deepEqual(complaints.filter((text) => !/404/.test(text)), []);
});

test('a PNG has exactly the pixels asked for, the same letters in every browser, and nonsense is refused', async () => {
  const { page } = await site.open({ hash: START });
  for (const [width, height] of [[1280, 720], [3840, 2160], [100, 100], [333, 777]]) {
    assert.deepEqual(sizeOf(await png(page, { width, height, part: 'plot-1', theme: 'light' })), [width, height]);
  }
  for (const choice of [{ width: 99, height: 720 }, { width: 1280.5, height: 720 }, { width: 8193, height: 100 }, { width: 8192, height: 8192 }, { letters: 0 }, { part: 'plot-9' }, { part: 'trajectory' }]) {
    const said = await page.evaluate((c) => window.attentionLab.png(c).then(() => '', (error) => error.message), choice);
    assert.match(said, /^[A-Z0-9l].*\.$/, JSON.stringify(choice));
  }
  // Theme and view are those asked for.
  assert.match(await lab(page, 'svg', 'dark', {}), /fill="#10151c"/);
  const fitted = await lab(page, 'svg', 'light', { part: 'picture-1' });
  await lab(page, 'open', `${START}&zoom=3&centre=0.5,0`);
  assert.notEqual(await lab(page, 'svg', 'light', { part: 'picture-1' }), fitted);
});

test('numbers are those of the lab, the same bytes as the native program writes', async () => {
  const { page } = await site.open({ hash: START });
  const csv = (part, kind = 'csv') => page.evaluate(([p, k]) => [...window.attentionLab.data(p, k)], [part, kind]).then((bytes) => Buffer.from(bytes));
  const rows = (await csv('trajectory')).toString().trim().split('\n').slice(1).map((row) => row.split(',').map(Number));
  for (const k of [0, 12]) {
    assert.deepEqual(rows.filter((row) => row[0] === k).map((row) => row.slice(2)), await lab(page, 'trajectory', k));
  }
  const residual = (await csv('plot-1')).toString().trim().split('\n').map((row) => row.split(','));
  assert.equal(residual[0][0], 'layer k');
  assert.equal(Number(residual.find((row) => row[0] === '12')[1]), await lab(page, 'observe', 'residual'));
  if (!cli || !existsSync(cli)) return;
  const folder = mkdtempSync(join(tmpdir(), 'lab-take-'));
  try {
    for (const [slug, step, part, kind] of [['hardmax', 12, 'plot-1', 'csv'], ['hardmax', 12, 'trajectory', 'npy'], ['why-sqrt', 3, 'map-2', 'npy'], ['softmax', 5, 'plot-2', 'csv'], ['worlds', 9, 'table-1', 'csv'], ['positions', 7, 'map-1', 'csv']]) {
      await lab(page, 'open', `v=1&scene=${slug}&k=${step}`);
      const file = join(folder, `a.${kind}`);
      execFileSync(cli, ['run', slug, '--steps', String(step), '--part', part, '--data', file, '--print', 'parts']);
      assert.ok((await csv(part, kind)).equals(readFileSync(file)), `${slug} ${part} ${kind}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the dialog by keyboard alone: it saves under names that say scene and step, and gives the focus back', async () => {
  const { page, complaints } = await site.open({ hash: START });
  const dialog = await openTake(page);
  assert.equal(await page.evaluate(() => document.activeElement.value), 'figure');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const press = async (name) => {
    await dialog.getByRole('button', { name, exact: true }).focus();
    return saved(page, () => page.keyboard.press('Enter'));
  };
  const plot = await press('Save PNG');
  assert.equal(plot.name, 'attention-lab-hardmax-step-12-plot-1.png');
  assert.deepEqual(sizeOf(plot.bytes), [1920, 1080]);
  assert.ok(await colours(page, plot.bytes) > 8);
  const svg = await press('Save SVG');
  assert.equal(svg.name, 'attention-lab-hardmax-step-12-plot-1.svg');
  assert.match(svg.bytes.toString(), /^<\?xml.*<svg /s);
  const csv = await press('Residual as CSV');
  assert.equal(csv.name, 'attention-lab-hardmax-step-12-plot-1.csv');
  assert.match(csv.bytes.toString(), /^layer k,/);
  const npy = await press(/^Trajectory: the state at each layer from 0 to 12 as NPY$/);
  assert.equal(npy.name, 'attention-lab-hardmax-step-12-trajectory.npy');
  assert.match(npy.bytes.toString('latin1', 0, 128), /NUMPY.*\(13, 13, 2\)/s);
  await dialog.getByText('Saved as attention-lab-hardmax-step-12-trajectory.npy').waitFor();
  // Sizes of one's own; nonsense is said and cannot be saved.
  await dialog.getByLabel('Size of the PNG').selectOption('own');
  await dialog.getByLabel('Width (px)').fill('20');
  await dialog.getByText('Width and height are whole numbers of pixels from 100 to 8\u202f192.').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Save PNG' }).isDisabled());
  await dialog.getByLabel('Width (px)').fill('701');
  await dialog.getByLabel('Height (px)').fill('500');
  assert.deepEqual(sizeOf((await press('Save PNG')).bytes), [701, 500]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'take');
  assert.deepEqual(complaints, []);
});

test('the button on the canvas opens it; a run that plays waits meanwhile', async () => {
  const { page } = await site.open({ hash: 'scene=hardmax&speed=4' });
  await page.waitForFunction(() => document.querySelector('#twin [data-key="take"]').classList.contains('placed'));
  const box = await page.locator('#twin [data-key="take"]').boundingBox();
  await lab(page, 'transport', 'play');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await isDrawn(page);
  await page.mouse.down();
  await isDrawn(page);
  await page.mouse.up();
  await page.locator('#take').waitFor();
  assert.equal((await lab(page, 'state')).playing, false);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.locator('#take').waitFor({ state: 'detached' });
  assert.equal((await lab(page, 'state')).playing, true);
});

test('copy as image; where the browser refuses, the file comes instead', async () => {
  if (!isFirefox) {
    const { page } = await site.open({ hash: START });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const dialog = await openTake(page);
    await dialog.getByRole('button', { name: 'Copy as image' }).click();
    await dialog.getByText('Copied as an image.').waitFor();
    const bytes = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return [...new Uint8Array(await (await item.getType('image/png')).arrayBuffer())];
    });
    assert.deepEqual(sizeOf(Buffer.from(bytes)), [1920, 1080]);
  }
  const { page } = await site.open({ hash: START, init: () => { delete window.ClipboardItem; } });
  const dialog = await openTake(page);
  const { name } = await saved(page, () => dialog.getByRole('button', { name: 'Copy as image' }).click());
  assert.equal(name, 'attention-lab-hardmax-step-12.png');
  await dialog.getByText('The browser did not let the lab copy an image; here is the file instead.').waitFor();
});

test('scenes without steps or states say so; axe finds nothing serious, and a phone shows all of it', async () => {
  const { page } = await site.open({ hash: 'scene=scale', context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } });
  const dialog = await openTake(page);
  await dialog.getByText('This experiment has no steps, so there is no trajectory').waitFor();
  await dialog.getByText('there is nothing that moves').waitFor();
  await dialog.getByRole('img', { name: 'Preview: The whole figure' }).waitFor();
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run('#take', { resultTypes: ['violations'] }));
  assert.deepEqual(found.violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id, nodes }) => `${id} ${nodes[0].html}`), []);
  const wide = await page.evaluate(() => [...document.querySelectorAll('#take .body *')].filter((e) => !e.closest('.sr-only') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80)));
  assert.deepEqual(wide, []);
  // In the language with longer words too: no choice has less room than its longest text.
  await page.keyboard.press('Escape');
  await page.locator('#take').waitFor({ state: 'detached' });
  const es = await site.open({ path: '/?lang=es', hash: 'scene=hardmax', context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } });
  await es.page.locator('#twin [data-key="take"]').evaluate((button) => button.click());
  await es.page.locator('#take select').first().waitFor();
  const cut = await es.page.evaluate(() => [...document.querySelectorAll('#take select')].flatMap((select) => {
    const free = /** @type {HTMLElement} */ (select.cloneNode(true));
    Object.assign(free.style, { position: 'absolute', width: 'max-content', visibility: 'hidden' });
    select.after(free);
    const [has, needs] = [select, free].map((element) => element.getBoundingClientRect().width);
    free.remove();
    return has < needs - 1 ? [`${select.id}: ${has} of ${needs}`] : [];
  }));
  assert.deepEqual(cut, []);
});

test('embeds: none at the level of pictures; a closed frame is named', { timeout: 120000 }, async () => {
  const level = (name) => `/index.html?embed=${name}#scene=hardmax&k=2`;
  const { page } = await site.open({ path: level('picture') });
  assert.equal(await page.locator('#twin [data-key="take"]').count(), 0);
  const frame = (sandbox, id) => `<iframe id="${id}" src="LAB${level('controls')}" sandbox="${sandbox}" width="700" height="400" title="${id}"></iframe>`;
  await withHost(site, { '/': head + frame('allow-scripts', 'far'), '/same': head + frame('allow-scripts allow-same-origin', 'near').replace('LAB', '') }, async ({ page: other, url }) => {
    const far = await frameOf(other, '#far');
    await far.waitForFunction(() => window.attentionLab?.frames() > 0);
    const dialog = await openTake(far);
    await dialog.getByText('If no file arrives, its page must add allow-downloads.').first().waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Save the state' }).count(), 0);
    await other.goto(`${url}/same`);
    const near = await frameOf(other, '#near');
    await near.waitForFunction(() => window.attentionLab?.frames() > 0);
    await (await openTake(near)).getByText('lets no file out of its frame').first().waitFor();
  });
});

// What ./lab package makes: the zip on a host under a path, and the one file opened from a disk, both without any other
// machine; and that the same site gives the same bytes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve } from '../../tools/serve.mjs';
import { launchBrowser, site } from './support/browser.mjs';
import { makePlace, packageSite } from './support/editions.mjs';
import { isReady, lab, openPage, PATIENCE } from './support/lab.mjs';
import { openTake, saved, sizeOf } from './support/take.mjs';

const cli = process.env.LAB_CLI;
const place = makePlace();
const dist = join(place.path, 'dist');
const made = (end) => join(dist, readdirSync(dist).find((name) => name.endsWith(end)));
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  packageSite(site, dist);
  browser = await launchBrowser();
});
afterEach(async () => { await Promise.all(browser.contexts().map((context) => context.close().catch(() => {}))); });
after(async () => {
  await browser?.close();
  place.clear();
});

/** Opens the one file; what it asks of anything but itself is written down. */
async function openFile(hash = '', query = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const asked = [];
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  const address = pathToFileURL(made('.html')).href;
  page.on('request', (request) => {
    if (request.url().split(/[?#]/)[0] !== address && !/^(data|blob):/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`${address}${query}${hash && `#${hash}`}`);
  await isReady(page);
  return { page, complaints, asked };
}

test('the same site gives the same bytes, whatever the times of its files', () => {
  const copy = join(place.path, 'copy');
  cpSync(site, copy, { recursive: true });
  const again = join(place.path, 'again');
  packageSite(copy, again);
  assert.deepEqual(readdirSync(again).sort(), readdirSync(dist).sort());
  for (const name of readdirSync(dist)) assert.ok(readFileSync(join(dist, name)).equals(readFileSync(join(again, name))), name);
});

test('the one file speaks its other language too', async () => {
  const { page, complaints, asked } = await openFile('v=1&scene=hardmax', '?lang=es');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
  assert.match((await lab(page, 'state')).headline, /^capa 0 de 400/);
  assert.deepEqual([complaints, asked], [[], []]);
});

test('the zip, unpacked on a host under a path, opens and asks no other machine; the licences are in it', async () => {
  const root = join(place.path, 'host');
  const folder = join(root, 'moodle/file 7');
  mkdirSync(folder, { recursive: true });
  execFileSync('python3', ['-m', 'zipfile', '-e', made('.zip'), folder]);
  for (const name of ['LICENSE', 'THIRD_PARTY.md', 'licenses.txt']) assert.ok(readFileSync(join(folder, name)).length > 500, name);
  const server = await serve(root);
  try {
    const { page, complaints, strangers } = await openPage({ url: server.url, browser }, { path: '/moodle/file%207/', context: { serviceWorkers: 'allow' } });
    await page.waitForFunction(() => document.documentElement.dataset.offline);
    assert.deepEqual(complaints, []);
    assert.deepEqual(strangers, []);
  } finally {
    await server.close();
  }
});

test('the one file has a policy that allows its own scripts alone', () => {
  const text = readFileSync(made('.html'), 'utf8');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)[1];
  assert.match(policy, /^default-src 'none'; script-src 'wasm-unsafe-eval'( 'sha256-[\w+/=]+'){4};/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|script-src[^;]*'self'/);
  assert.doesNotMatch(text.replace(/<script type="(application\/gzip|text\/plain)"[^]*?<\/script>/g, ''), /<(script|img|iframe|link)[^>]+(src|href)="(?!data:)/);
});

test('the licences are in the one file', () => {
  const text = readFileSync(made('.html'), 'utf8');
  for (const words of ['Open Font License', 'Mozilla Public License', 'Omar Cornut']) assert.ok(text.includes(words), words);
});

test('the one file opens from a disk with the bits of the native build', async () => {
  const { page, complaints, asked } = await openFile('scene=hardmax&preset=collection-1');
  await lab(page, 'transport', 'scrub', 40);
  assert.equal(await lab(page, 'observe', 'clusters'), 13);
  if (cli && existsSync(cli)) {
    const native = JSON.parse(execFileSync(cli, ['run', 'hardmax', '--preset', 'collection-1', '--steps', '40'], { encoding: 'utf8' }));
    assert.equal(await lab(page, 'hash', 40), native.hash);
  }
  await page.waitForFunction(() => location.hash.includes('k=40'));
  assert.deepEqual(complaints, []);
  assert.deepEqual(asked, []);
});

test('from the one file a picture, numbers and the state can be taken away', async () => {
  const { page, complaints, asked } = await openFile('scene=hardmax&k=3');
  const dialog = await openTake(page);
  const png = await saved(page, () => dialog.getByRole('button', { name: 'Save PNG' }).click());
  assert.deepEqual([png.name, sizeOf(png.bytes)], ['attention-lab-hardmax-step-3.png', [1920, 1080]]);
  const state = await saved(page, () => dialog.getByRole('button', { name: 'Save the state' }).click());
  assert.equal(JSON.parse(state.bytes.toString()).step, 3);
  await dialog.getByRole('img', { name: 'Preview: The whole figure' }).waitFor();
  assert.deepEqual(complaints, []);
  assert.deepEqual(asked, []);
});

test('in the one file a model fills in, workers train and run chains', async () => {
  const { page, complaints, asked } = await openFile('scene=fill-in');
  await page.waitForFunction(() => window.attentionLab.observe('guess') === 'e');
  await lab(page, 'open', 'scene=train&corpus=lesson&width=16&window=16&batch=8&every=10&iterations=20');
  await page.waitForFunction(() => window.attentionLab.observe('characters') > 0);
  await lab(page, 'act', 'start');
  await page.waitForFunction(() => window.attentionLab.observe('state') === 'done');
  assert.equal(await lab(page, 'observe', 'iteration'), 20);
  await lab(page, 'open', 'scene=chain');
  await page.waitForFunction(() => window.attentionLab.observe('known') > 100);
  assert.equal(await page.locator('#status').filter({ hasText: 'no workers' }).count(), 0);
  await page.locator('#twin [data-key="share"]').dispatchEvent('click');
  await page.getByRole('dialog', { name: 'Share this experiment' }).waitFor();
  assert.deepEqual(complaints, []);
  assert.deepEqual(asked, []);
});

test('the lessons are in the one file: contents, a lesson with its experiments, the other language, and back to the lab', async () => {
  const { page, complaints, asked } = await openFile();
  /** A press on a link starts the file anew. One that came before the page's script was there is repeated, as a reader would. */
  const go = async (link, hash) => {
    // The lab, once it runs, writes its version before what it was given.
    const arrived = (timeout) => page.waitForFunction((text) => location.hash.slice(1).replace(/^v=\d+&/, '').startsWith(text) && document.readyState === 'complete', hash, { timeout });
    await link.evaluate((element) => element.click());
    await arrived(8000).catch(async () => {
      await link.evaluate((element) => element.click());
      await arrived(30000);
    });
  };
  const lesson = page.frameLocator('#lesson');
  await go(page.locator('a[href="#lessons/index"]'), 'lessons/index');
  await go(lesson.locator('a', { hasText: 'English' }), 'lessons/en/index');
  await go(lesson.locator('a[data-to="lessons/en/hardmax"]').first(), 'lessons/en/hardmax');
  const scene = lesson.locator('attention-lab').first();
  await scene.scrollIntoViewIfNeeded();
  assert.equal(typeof await scene.evaluate((element) => element.state().then(({ step }) => step)), 'number');
  assert.match(await page.title(), /particles/);
  // A question has an address, also in the one file, and links to it lead there.
  await lesson.locator('#e5b .anchor').evaluate((element) => element.click());
  await page.waitForFunction(() => location.hash === '#lessons/en/hardmax:e5b');
  await go(lesson.locator('a[data-to="lessons/en/index"]').first(), 'lessons/en/index');
  await go(lesson.locator('a[data-to="lessons/en/exercises"]').first(), 'lessons/en/exercises');
  await go(lesson.locator('a[data-to="lessons/en/hardmax:e5a"]'), 'lessons/en/hardmax:e5a');
  await page.waitForFunction(() => {
    const place = document.getElementById('lesson')?.contentDocument?.getElementById('e5a');
    return place && Math.abs(place.getBoundingClientRect().top) < 60;
  });
  await go(lesson.locator('a.language'), 'lessons/es/hardmax:');
  await lesson.locator('html[lang="es"]').waitFor();
  await go(lesson.locator('a[data-to^="scene="]').first(), 'scene=');
  await isReady(page);
  assert.deepEqual(complaints, []);
  assert.deepEqual(asked.filter((address) => !address.startsWith(pathToFileURL(made('.html')).href)), []);
});

test('the package for npm has the element, its types and all it opens, and works from node_modules', async () => {
  const root = join(place.path, 'npm');
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  execFileSync('tar', ['-xzf', made('.tgz'), '-C', join(root, 'node_modules')]);
  cpSync(join(root, 'node_modules/package'), join(root, 'node_modules/attention-lab'), { recursive: true });
  const folder = join(root, 'node_modules/attention-lab');
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.match(made('.zip'), new RegExp(`attention-lab-${about.version}\\.zip$`));
  for (const name of [about.main, about.types, 'index.html', 'index.wasm', 'LICENSE', 'licenses.txt', 'README.md']) assert.ok(existsSync(join(folder, name)), name);
  writeFileSync(join(root, 'index.html'), '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'self\'; style-src \'self\' \'unsafe-inline\'"><title>Host</title>'
    + '<script type="module" src="node_modules/attention-lab/attention-lab.js"></script><attention-lab scene="hardmax" alpha="0.3" label="Try it"></attention-lab>');
  const server = await serve(root);
  try {
    const { page, strangers } = await openPage({ url: server.url, browser }, { ready: false });
    await page.waitForFunction(async () => (await document.querySelector('attention-lab')?.ready) !== undefined);
    assert.equal(await page.evaluate(() => document.querySelector('attention-lab').get('alpha')), '0.3');
    assert.deepEqual(strangers, []);
  } finally {
    await server.close();
  }
});

// The lab without a network after one visit, its change from one version to the next, and what installing it needs.
// The finer points of updates are in update.test.mjs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { isFirefox, launchBrowser, site } from './support/browser.mjs';
import { edit, makeHost, makePlace } from './support/editions.mjs';
import { isReady, lab, PATIENCE, until } from './support/lab.mjs';

const cli = process.env.LAB_CLI;
const place = makePlace();
const small = 'scene=train&corpus=lesson&width=16&window=16&batch=8&every=10&iterations=20';
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof makeHost>>} */
let host;
const editions = {};

/** Marks the page's script and the program, as a change of either would. */
const stamp = (letter) => (folder) => {
  edit(folder, 'main.js', (text) => `${text}\nwindow.edition = '${letter}';\n`);
  // A section of WebAssembly for notes: id 0, size, name "edition", content.
  const note = Buffer.from(`\x07edition${letter}`, 'latin1');
  edit(folder, 'index.wasm', (bytes) => Buffer.concat([bytes, Buffer.from([0, note.length]), note]));
};
/** Keeps which program was started. */
function watchProgram() {
  const real = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...args) => {
    const result = await real.apply(WebAssembly, args);
    window.program = WebAssembly.Module.customSections(result.module, 'edition').map((part) => new TextDecoder().decode(part)).join('');
    return result;
  };
}

before(async () => {
  for (const letter of ['A', 'B']) editions[letter] = place.edition(site, letter, stamp(letter), 'courses/attention');
  browser = await launchBrowser();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close().catch(() => {})));
  await host?.close();
});
after(async () => {
  await browser?.close();
  place.clear();
});

/** Opens the lab under a path, in a fresh profile, and waits until it is kept. */
async function firstVisit(folder, hash = '') {
  host = await makeHost(folder);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  await page.addInitScript(watchProgram);
  await page.goto(`${host.url}/courses/attention/${hash && `#${hash}`}`);
  await isReady(page);
  await page.waitForFunction(() => document.documentElement.dataset.offline);
  return { page, complaints, go: (link) => page.goto(`${host.url}/courses/attention/?${Math.random()}#${link}`).then(() => isReady(page)) };
}
const edition = (page) => page.evaluate(() => window.edition + window.program);

test('after one visit the other language is there without a server', async () => {
  const { page, complaints } = await firstVisit(editions.A);
  await host.stop();
  await page.goto(`${host.url}/courses/attention/?lang=es#v=1&scene=hardmax&k=3`);
  await isReady(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
  assert.match((await lab(page, 'state')).headline, /^capa 3 de 400/);
  assert.deepEqual(complaints, []);
});

test('after one visit the lab opens without a server: scenes, a model with its weights, training in a worker', async () => {
  const { page, complaints, go } = await firstVisit(editions.A);
  await host.stop();
  await page.reload();
  await isReady(page);
  assert.equal(await edition(page), 'AA');
  await lab(page, 'transport', 'scrub', 40);
  if (cli && existsSync(cli)) {
    const native = JSON.parse(execFileSync(cli, ['run', 'hardmax', '--steps', '40'], { encoding: 'utf8' }));
    assert.equal(await lab(page, 'hash', 40), native.hash);
  }
  await go('scene=fill-in');
  await page.waitForFunction(() => window.attentionLab.observe('guess') === 'e');
  await go(small);
  await page.waitForFunction(() => window.attentionLab.observe('characters') > 0);
  await lab(page, 'act', 'start');
  await page.waitForFunction(() => window.attentionLab.observe('state') === 'done');
  assert.equal(await lab(page, 'observe', 'iteration'), 20);
  assert.equal(await page.locator('#status').filter({ hasText: 'no workers' }).count(), 0);
  assert.deepEqual(complaints, []);
});

test('a lesson opens without a server, and so do the experiments in it', async () => {
  const { page, complaints } = await firstVisit(editions.A);
  await host.stop();
  const lesson = readdirSync(`${editions.A}/courses/attention/lessons/en`).find((name) => /hardmax/.test(name));
  await page.goto(`${host.url}/courses/attention/lessons/en/${lesson}`);
  const scene = page.locator('attention-lab').first();
  await scene.scrollIntoViewIfNeeded();
  assert.equal(typeof await scene.evaluate((element) => element.state().then(({ step }) => step)), 'number');
  assert.deepEqual(complaints, []);
});

test('a file that is neither kept nor to be had is named in a sentence, and the lab goes on', async () => {
  const { page } = await firstVisit(editions.A);
  await host.stop();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) if (/best\.safetensors/.test(request.url)) await cache.delete(request);
    }
  });
  await lab(page, 'open', 'scene=fill-in&weights=best');
  const said = await page.waitForFunction(() => {
    const { headline } = window.attentionLab.state();
    return /could not be/.test(headline) && headline;
  });
  assert.match(await said.jsonValue(), /tinybert-best\.safetensors is not kept on this machine/);
  await lab(page, 'open', 'scene=hardmax');
  await until(page, 'slug', 'hardmax');
});

test('a new version of the lab: never its script with the old program, offered in the page, there after a reload', async () => {
  const { page, complaints } = await firstVisit(editions.A, 'alpha=0.3&k=7');
  assert.equal(await edition(page), 'AA');
  await host.show(editions.B);
  await page.reload();
  await isReady(page);
  assert.equal(await edition(page), 'AA');
  const offer = page.locator('.offer').filter({ hasText: 'A new version of the lab is ready.' });
  await offer.waitFor();
  // What comes late still belongs to the old version: here the script of the page as it would be fetched now.
  assert.match(await page.evaluate(async () => (await fetch('main.js')).text()), /edition = 'A'/);
  await Promise.all([page.waitForEvent('load'), offer.getByRole('button', { name: 'Reload' }).click()]);
  await isReady(page);
  assert.equal(await edition(page), 'BB');
  await until(page, 'values.alpha', '0.3');
  await until(page, 'step', 7);
  assert.deepEqual(complaints, []);
});

test('an update that is cut off keeps the version that works', async () => {
  const { page } = await firstVisit(editions.A);
  const broken = place.edition(`${editions.B}/courses/attention`, 'cut-off', () => {}, 'courses/attention');
  edit(broken, 'courses/attention/index.wasm', (bytes) => bytes.subarray(0, bytes.length / 2));
  await host.show(broken);
  for (let i = 0; i < 2; i++) {
    await page.reload();
    await isReady(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()).catch(() => {}));
    assert.equal(await edition(page), 'AA');
  }
  assert.equal(await page.locator('.offer').count(), 0);
});

test('can be installed: a manifest for this folder, full screen, icons of the stated sizes', async () => {
  host = await makeHost(editions.A);
  const page = await browser.newPage();
  await page.goto(`${host.url}/courses/attention/`);
  const found = await page.evaluate(async () => {
    const address = document.querySelector('link[rel="manifest"]').href;
    const manifest = await (await fetch(address)).json();
    const sizes = [];
    for (const { src, sizes: stated, type } of manifest.icons) {
      const image = new Image();
      image.src = new URL(src, address).href;
      await image.decode();
      if (type === 'image/png') sizes.push([stated, `${image.naturalWidth}x${image.naturalHeight}`]);
    }
    const touch = new Image();
    touch.src = document.querySelector('link[rel="apple-touch-icon"]').href;
    await touch.decode();
    return { manifest, sizes, touch: touch.naturalWidth, scope: new URL(manifest.scope, address).pathname, start: new URL(manifest.start_url, address).pathname };
  });
  assert.equal(found.manifest.display, 'standalone');
  assert.equal(found.scope, '/courses/attention/');
  assert.equal(found.start, '/courses/attention/');
  assert.equal(found.touch, 180);
  assert.ok(found.manifest.icons.some(({ purpose }) => purpose === 'maskable'));
  assert.ok(['192x192', '512x512'].every((size) => found.sizes.some(([stated]) => stated === size)));
  for (const [stated, real] of found.sizes) assert.equal(real, stated);
  const ground = /--background: (#\w+)/.exec(readFileSync(`${editions.A}/courses/attention/style.css`, 'utf8'))[1];
  assert.equal(found.manifest.background_color, ground);
});

test('Chromium would install it', { skip: isFirefox && 'asks Chromium' }, async () => {
  const { page } = await firstVisit(editions.A);
  const session = await page.context().newCDPSession(page);
  assert.deepEqual((await session.send('Page.getAppManifest')).errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The tests' profiles are private windows, from which nothing is installed.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
});

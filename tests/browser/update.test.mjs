// The service worker on a small site with a worker and late files: a page has all its files from one version, whatever
// happens to the server. The lab itself without a network is in offline.test.mjs.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './support/browser.mjs';
import { edit, makeHost, makePlace } from './support/editions.mjs';
import { PATIENCE } from './support/lab.mjs';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const LARGE = 2 * 1024 * 1024 + 1;
const place = makePlace();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof makeHost>>} */
let host;

/** A module of the page, and all that it imports. @param {string} name @param {Set<string>} [seen] */
function withImports(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other] of readFileSync(join(web, name), 'utf8').matchAll(/from '\.\/([^']+)'/g)) withImports(other, seen);
  return seen;
}

/** The small site: every file says which version it is. */
function smallSite() {
  const folder = join(place.path, 'small');
  for (const part of ['', 'assets', 'frame']) mkdirSync(join(folder, part), { recursive: true });
  for (const name of ['service_worker.js', ...withImports('offline.js')]) copyFileSync(join(web, name), join(folder, name));
  const files = {
    'index.html': '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'self\'"><meta name="lab-version" content=""><meta name="lab-languages" content=""><title>@</title><div id="notices"></div><script src="first.js"></script><script type="module" src="main.js"></script>',
    'frame/page.html': '<!doctype html><title>@</title>',
    'first.js': 'window.first = "@";',
    'main.js': 'import { keepForOffline } from "./offline.js"; window.main = "@"; keepForOffline();',
    'late.txt': '@',
    'worker.js': 'onmessage = () => { importScripts("library.js"); fetch("late.txt").then((r) => r.text()).then((text) => postMessage(["@", library, text])); };',
    'library.js': 'self.library = "@";',
    'same.txt': 'the same in all versions',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'assets/large.bin'), Buffer.alloc(LARGE, 7));
  return folder;
}
const stamp = (letter) => (folder) => {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (/^(index|first|main|late|worker|library|frame.page)\.(html|js|txt)$/.test(name)) edit(folder, name, (text) => String(text).replaceAll('@', letter));
  }
};

let small;
const editions = {};
before(async () => {
  small = smallSite();
  for (const letter of ['A', 'B', 'C']) editions[letter] = place.edition(small, letter, stamp(letter), 'some/path');
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

const offline = (page) => page.evaluate(() => document.documentElement.dataset.offline);
const ownVersion = (page) => page.evaluate(() => document.querySelector('meta[name="lab-version"]').content);
const settled = (page, letter) => page.waitForFunction((name) => document.documentElement.dataset.offline && window.main === name, letter);

/** Opens version A for the first time, kept and ready. */
async function firstVisit(letter = 'A') {
  host = await makeHost(editions[letter]);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${host.url}/some/path/`);
  await settled(page, letter);
  return { context, page };
}

/** Everything a page has and can still ask for, as the set of version letters in it. */
async function letters(page) {
  const seen = await page.evaluate(async (patience) => {
    const late = await (await fetch('late.txt?again')).text();
    const worker = new Worker('worker.js');
    const fromWorker = await new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = (event) => failed(new Error(event.message));
      setTimeout(() => failed(new Error('the worker does not answer')), patience);
      worker.postMessage('');
    });
    worker.terminate();
    return [document.title, window.first, window.main, late, ...fromWorker];
  }, PATIENCE);
  assert.equal(seen.length, 7);
  return [...new Set(seen)].join('');
}

/** The versions that are kept. */
const kept = (page) => page.evaluate(async () => (await caches.keys()).filter((name) => !name.endsWith(' notes')).length);
const newer = async (page) => {
  const own = await ownVersion(page);
  await page.waitForFunction((version) => document.documentElement.dataset.offline !== version, own, { polling: 50 });
};

/** Asks for a new version until there is one. */
const askUntilNewer = async (page) => {
  await page.evaluate(async ([own, patience]) => {
    const registration = await navigator.serviceWorker.ready;
    for (const end = performance.now() + patience; performance.now() < end && document.documentElement.dataset.offline === own;) {
      await registration.update().catch(() => {});
      await new Promise((done) => { setTimeout(done, 200); });
    }
  }, [await ownVersion(page), PATIENCE]);
  await newer(page);
};

test('after the first visit everything is there without a server, also in a worker and after a restart of the page', async () => {
  const { page, context } = await firstVisit();
  await host.stop();
  assert.equal(await letters(page), 'A');
  await page.reload();
  assert.equal(await letters(page), 'A');
  const other = await context.newPage();
  await other.goto(`${host.url}/some/path/index.html?embed=x#k=3`);
  assert.equal(await letters(other), 'A');
  await other.goto(`${host.url}/some/path/frame/page`);
  assert.equal(await other.title(), 'A');
});

test('a large asset is kept once it was used, and before that its absence is an error', async () => {
  const { page } = await firstVisit();
  const size = () => page.evaluate(async () => (await (await fetch('assets/large.bin')).arrayBuffer()).byteLength);
  await host.stop();
  await assert.rejects(size());
  await host.show(editions.A);
  assert.equal(await size(), LARGE);
  await host.stop();
  assert.equal(await size(), LARGE);
});

test('a new version is complete before it is used, is offered quietly, and comes with the next reload', async () => {
  const { page } = await firstVisit();
  await host.show(editions.B);
  await page.reload();
  await settled(page, 'A');
  assert.equal(await letters(page), 'A');
  await newer(page);
  // The old page goes on with its own files, though the new worker answers it.
  assert.equal(await letters(page), 'A');
  const offer = page.locator('.offer').filter({ hasText: 'A new version of the lab is ready.' });
  await offer.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  await Promise.all([page.waitForEvent('load'), offer.getByRole('button', { name: 'Reload' }).click()]);
  await settled(page, 'B');
  assert.equal(await letters(page), 'B');
  assert.equal(await page.locator('.offer').count(), 0);
  await host.stop();
  await page.reload();
  assert.equal(await letters(page), 'B');
});

test('other windows of the old version go on with it; their files are deleted when the last one is gone', async () => {
  const { page, context } = await firstVisit();
  const other = await context.newPage();
  await other.goto(`${host.url}/some/path/`);
  await settled(other, 'A');
  await host.show(editions.B);
  await page.reload();
  await newer(page);
  await page.reload();
  await settled(page, 'B');
  for (let i = 0; i < 2; i++) {
    assert.equal(await letters(page), 'B');
    assert.equal(await letters(other), 'A');
    await host.stop();
  }
  assert.equal(await kept(page), 2);
  // A third version, while both are open.
  await host.show(editions.C);
  await page.reload();
  await newer(page);
  assert.equal(await letters(page), 'B');
  assert.equal(await letters(other), 'A');
  // When a window is gone for a while, so are its files.
  await other.close();
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.endsWith(' notes'));
    const notes = await caches.open(name);
    for (const { url } of await notes.keys()) {
      const note = await (await notes.match(url)).json();
      if (note.since) await notes.put(url, new Response(JSON.stringify({ ...note, since: 0 })));
    }
  });
  await page.reload();
  await settled(page, 'C');
  await page.waitForFunction(async () => (await caches.keys()).filter((name) => !name.endsWith(' notes')).length === 1);
});

for (const [how, harm] of [['a file is missing', (folder) => rmSync(join(folder, 'some/path/library.js'))],
  ['a file is cut short', (folder) => truncateSync(join(folder, 'some/path/main.js'), 20)],
  ['a file is of another version', (folder) => copyFileSync(join(editions.C, 'some/path/late.txt'), join(folder, 'some/path/late.txt'))]]) {
  test(`an update that cannot be completed changes nothing: ${how}`, async () => {
    const { page } = await firstVisit();
    const broken = place.edition(join(editions.B, 'some/path'), `broken-${how.replaceAll(' ', '-')}`, () => {}, 'some/path');
    harm(broken);
    await host.show(broken);
    for (let i = 0; i < 2; i++) {
      await page.reload();
      await settled(page, 'A');
      await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()).catch(() => {}));
      await page.waitForFunction(async () => {
        const registration = await navigator.serviceWorker.ready;
        return !registration.installing && !registration.waiting;
      });
      assert.equal(await offline(page), await ownVersion(page));
      assert.equal(await letters(page), 'A');
    }
    // Mended, it goes through. The browser asks by itself too, some time after a page was opened. Such a question on its
    // way just now has found the mended site already, and the page is opened with it; or it brings the broken answer
    // once more, and has to be asked again.
    await host.show(editions.B);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.offline && window.main);
    if (await page.evaluate(() => window.main) === 'A') {
      await askUntilNewer(page);
      await page.reload();
    }
    await settled(page, 'B');
    assert.equal(await letters(page), 'B');
  });
}

test('an update loads only what has changed', async () => {
  const { page } = await firstVisit();
  const without = place.edition(join(editions.B, 'some/path'), 'changed-only', () => {}, 'some/path');
  rmSync(join(without, 'some/path/same.txt'));
  rmSync(join(without, 'some/path/offline.js'));
  await host.show(without);
  await page.reload();
  await newer(page);
  await page.reload();
  await settled(page, 'B');
  assert.match(await page.evaluate(async () => (await fetch('same.txt')).text()), /the same/);
});

test('a sandboxed frame has none of this and no error of it', async () => {
  const { page } = await firstVisit();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = './?sandboxed';
    document.body.append(frame);
    return new Promise((done) => { frame.onload = done; });
  });
  const frame = page.frames().at(-1);
  await frame.waitForFunction(() => window.main === 'A');
  assert.equal(await frame.evaluate(() => document.documentElement.dataset.offline ?? 'none'), 'none');
  assert.deepEqual(complaints, []);
});

// Each thing that may be missing has its sentence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFirefox } from './support/browser.mjs';
import { useLab } from './support/lab.mjs';

const site = useLab();

/** Opens the page, expecting the cover with a message. */
async function failing(options, route) {
  const context = await site.browser.newContext(options.context);
  const page = await context.newPage();
  if (options.init) await page.addInitScript(options.init);
  if (route) await page.route(...route);
  await page.goto(`${site.url}/`);
  return { page, alert: page.locator('#cover').getByRole('alert') };
}

test('no WebGL 2', async () => {
  const { page, alert } = await failing({
    init: () => {
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === 'webgl2' ? null : real.call(this, kind, ...rest); };
    },
  });
  await alert.filter({ hasText: 'offers no WebGL 2' }).waitFor();
  assert.equal(await page.locator('#cover progress').isVisible(), false);
});

test('no SIMD', async () => {
  const { alert } = await failing({ init: () => { WebAssembly.validate = () => false; } });
  await alert.filter({ hasText: 'without SIMD' }).waitFor();
});

test('no WebAssembly', async () => {
  const { alert } = await failing({ init: () => { delete window.WebAssembly; } });
  await alert.filter({ hasText: 'does not run WebAssembly' }).waitFor();
});

for (const [file, hint] of [['index.wasm', '404'], ['index.js', 'index.js'], ['main.js', 'main.js'], ['twin.js', 'main.js'], ['style.css', 'style.css']]) {
  test(`${file} cannot be loaded`, async () => {
    const { alert } = await failing({}, [`**/${file}`, (route) => route.fulfill({ status: 404, body: '' })]);
    await alert.filter({ hasText: 'could not be loaded' }).filter({ hasText: hint }).waitFor();
  });
}

test('a broken index.wasm', async () => {
  const { alert } = await failing({}, ['**/index.wasm', (route) => route.fulfill({ status: 200, contentType: 'application/wasm', body: 'not a program' })]);
  await alert.filter({ hasText: 'could not be started' }).waitFor();
});

test('without scripts the page says what it needs', { skip: isFirefox && 'scripts cannot be switched off by this driver' }, async () => {
  const { page } = await failing({ context: { javaScriptEnabled: false } });
  assert.match(await page.locator('body').innerText(), /needs JavaScript/);
});

test('the loading state is there at once and says how far it is', async () => {
  let release;
  const held = new Promise((done) => { release = done; });
  const { page } = await failing({}, ['**/index.wasm', async (route) => { await held; await route.continue(); }]);
  await page.getByText('Loading the laboratory').waitFor();
  assert.equal(await page.getByRole('progressbar').isVisible(), true);
  release();
  await page.waitForFunction(() => document.getElementById('cover').hidden, undefined, { timeout: 30000 });
});

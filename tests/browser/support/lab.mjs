// Opening the lab in a fresh profile and talking to it.
import { after, afterEach, before } from 'node:test';
import { startAll } from './browser.mjs';

/** Software rendering on a loaded machine is slow; a condition may take its time. */
export const PATIENCE = 30000;

/** Says before each test file what must be there, and clears it away at the end. */
export function useLab() {
  /** @type {Awaited<ReturnType<typeof startAll>>} */
  let all;
  before(async () => { all = await startAll(); });
  // Also after a test that failed: its page must not take time from the next.
  afterEach(async () => { await Promise.all(all.browser.contexts().map((context) => context.close().catch(() => {}))); });
  after(async () => { await all?.close(); });
  return {
    get url() { return all.url; },
    get browser() { return all.browser; },
    /** @param {Parameters<typeof openPage>[1]} [options] */
    open: (options) => openPage(all, options),
  };
}

/**
 * A page in a context of its own: no cookie, no storage, no cache of another test.
 * @param {{url: string, browser: import('playwright-core').Browser}} all
 * @param {{hash?: string, path?: string, ready?: boolean, init?: Function, context?: import('playwright-core').BrowserContextOptions}} [options]
 */
export async function openPage(all, { hash = '', path = '/', ready = true, init, context: contextOptions = {} } = {}) {
  // Without the service worker: tests of it are in offline.test.mjs, and the others want to see what is fetched.
  const context = await all.browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block', ...contextOptions });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const strangers = [];
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  page.on('request', (request) => {
    if (!request.url().startsWith(all.url) && !/^(data|blob):/.test(request.url())) strangers.push(request.url());
  });
  if (init) await page.addInitScript(init);
  await page.goto(all.url + path + (hash ? `#${hash}` : ''));
  if (ready) await isReady(page);
  return { page, context, complaints, strangers, close: () => context.close() };
}

/** The program runs and has drawn. */
export async function isReady(page) {
  await page.waitForFunction(() => window.attentionLab && window.attentionLab.frames() > 0 && document.getElementById('cover').hidden);
}

/** Calls window.attentionLab[name](...args). */
export function lab(page, name, ...args) {
  return page.evaluate(([method, values]) => window.attentionLab[method](...values), [name, args]);
}

/** Waits until `test(state)` holds; the test is given as a function that runs in the page. */
export async function until(page, test, arg) {
  await page.waitForFunction(([source, value]) => {
    // No eval under the page's policy: the condition is a path and a value.
    const found = source.split('.').reduce((object, key) => object?.[key], window.attentionLab.state());
    return JSON.stringify(found) === JSON.stringify(value);
  }, [test, arg], { polling: 50 });
}

/**
 * Runs in the page, and comes back when the lab has drawn all it has to draw and the page is told: it says so itself.
 * What the driver has done before (a key, another size of the window) the browser tells no later than with its next
 * frame; one frame more is for what that wakes.
 * @param {{patience: number, enough?: number}} how `patience` in ms; `enough`: so many drawn frames do, where something moves
 */
export async function comeToRest({ patience, enough = 0 }) {
  const end = performance.now() + patience;
  const from = window.attentionLab.frames();
  // A page that cannot be seen gets no frames.
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 500); });
  for (let calm = 0; calm < 2;) {
    if (performance.now() > end) throw new Error('the lab does not come to rest');
    await frame();
    calm = window.attentionLab.resting() ? calm + 1 : 0;
    if (enough > 0 && window.attentionLab.frames() - from >= enough) return;
  }
}

/** Waits until nothing moves any more. @param {import('playwright-core').Page|import('playwright-core').Frame} page */
export const atRest = (page) => page.evaluate(comeToRest, { patience: PATIENCE });

/** Waits until what was done is drawn, also where a run or a drag goes on. @param {import('playwright-core').Page|import('playwright-core').Frame} page */
export const isDrawn = (page) => page.evaluate(comeToRest, { patience: PATIENCE, enough: 4 });

/** As the notebook prints it: 1.4e-03. */
export function printed(x) {
  const [mantissa, exponent] = Number(x).toExponential(1).split('e');
  const power = Number(exponent);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** "1,2;3,4" -> [[1, 2], [3, 4]] */
export const rows = (text) => text.split(';').map((row) => row.split(',').map(Number));

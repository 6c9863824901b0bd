// The lab on a phone, with real touch events, alike in both browsers: Puppeteer drives Chromium over CDP and Firefox
// over WebDriver BiDi, where Playwright's taps do nothing.
import { after, afterEach, before } from 'node:test';
import puppeteer from 'puppeteer-core';
import { serve } from '../../../tools/serve.mjs';
import { CHROMIUM_ARGS, chromiumPath, firefoxPath, firefoxPrefs, isFirefox, site } from './browser.mjs';
import { PATIENCE, comeToRest, rows } from './lab.mjs';

/** Width, height and pixel ratio. */
export const SIZES = {
  phone: [390, 844, 2],
  side: [844, 390, 2],
  tablet: [820, 1180, 1],
  small: [320, 568, 2],
  /** No phone: all of a panel shows at once. */
  long: [390, 2600, 1],
};
const STEP = 25;  // ms between the moves of a finger

/** Without a mouse, as phones are: Chromium is told so with the page. */
const NO_MOUSE = { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 };
const launch = () => (isFirefox
  ? puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath, headless: true, extraPrefsFirefox: { ...firefoxPrefs, ...NO_MOUSE } })
  : puppeteer.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS, headless: true }));

/** @param {string} size */
export function viewportOf(size) {
  const [width, height, deviceScaleFactor] = SIZES[size];
  // Firefox's driver knows no mobile pages; the lab does not ask for one.
  return { width, height, deviceScaleFactor, hasTouch: true, ...(isFirefox ? {} : { isMobile: true, isLandscape: width > height }) };
}

/** Fingers by number. @param {import('puppeteer-core').Page} page */
function makeFingers(page) {
  const down = new Map();
  return {
    async down(id, x, y) { down.set(id, await page.touchscreen.touchStart(x, y)); },
    async move(id, x, y) {
      // A finger stays on the glass; Firefox's driver refuses any other.
      const { width, height } = page.viewport();
      await down.get(id).move(Math.max(1, Math.min(x, width - 1)), Math.max(1, Math.min(y, height - 1)));
    },
    async up(id) {
      await down.get(id).end();
      down.delete(id);
    },
  };
}

/** What tests do on a phone. @param {import('puppeteer-core').Page} page */
function tools(page) {
  const fingers = makeFingers(page);
  const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
  const call = (name, ...args) => page.evaluate((method, values) => window.attentionLab[method](...values), name, args);
  const until = (test, ...args) => page.waitForFunction(test, { timeout: PATIENCE, polling: 50 }, ...args);
  const rest = () => page.evaluate(comeToRest, { patience: PATIENCE });
  const drawn = (within = page) => within.evaluate(comeToRest, { patience: PATIENCE, enough: 4 });
  const area = async (key) => {
    const found = (await call('targets')).find((target) => target.key === key);
    return found && found.area;
  };
  const middle = async (key) => {
    await until((name) => window.attentionLab.targets().some((target) => target.key === name), key);
    const [x, y, w, h] = await area(key);
    return [x + w / 2, y + h / 2];
  };
  const tapAt = async (x, y) => {
    await fingers.down(1, x, y);
    await wait(60);
    await fingers.up(1);
  };
  return {
    page, fingers, wait, call, until, rest, drawn, area, middle, tapAt,
    /** Taps where a control is drawn. */
    async tap(key) { await tapAt(...await middle(key)); await rest(); },
    /** From one place to another in `steps` moves; `last` waits before the finger is lifted; `within`: the frame of the lab. */
    async drag([x, y], [toX, toY], { steps = 8, last = 0, up = true, within = page } = {}) {
      await fingers.down(1, x, y);
      for (let i = 1; i <= steps; i++) {
        await wait(STEP);
        await fingers.move(1, x + (toX - x) * i / steps, y + (toY - y) * i / steps);
      }
      await wait(last);
      // Lifted before the page has seen it come to a stop, it would throw what it draws.
      if (last > 0) await drawn(within);
      if (up) await fingers.up(1);
    },
    /** Two fingers from two places to two others. */
    async two([a, b], [toA, toB], { steps = 8, up = true } = {}) {
      await fingers.down(1, ...a);
      await fingers.down(2, ...b);
      for (let i = 1; i <= steps; i++) {
        await wait(STEP);
        await fingers.move(1, a[0] + (toA[0] - a[0]) * i / steps, a[1] + (toA[1] - a[1]) * i / steps);
        await fingers.move(2, b[0] + (toB[0] - b[0]) * i / steps, b[1] + (toB[1] - b[1]) * i / steps);
      }
      if (!up) return;
      await fingers.up(2);
      await fingers.up(1);
    },
    tokens: async () => rows((await call('state')).values.tokens),
    value: async (key) => (await call('state')).values[key],
    active: () => page.evaluate(() => document.activeElement?.id),
  };
}

/** Says before a test file what must be there, and clears it away at the end. */
export function usePhone() {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  let server;
  before(async () => {
    server = await serve(site);
    browser = await launch();
  });
  afterEach(async () => { for (const page of (await browser.pages()).slice(1)) await page.close().catch(() => {}); });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get url() { return server.url; },
    /** @param {{hash?: string, path?: string, size?: string, init?: Function, ready?: boolean}} [options] */
    async open({ hash = '', path = '/', size = 'phone', init, ready = true } = {}) {
      const page = await browser.newPage();
      await page.setViewport(viewportOf(size));
      if (init) await page.evaluateOnNewDocument(init);
      await page.goto(server.url + path + (hash ? `#${hash}` : ''));
      const found = tools(page);
      if (ready) {
        await page.waitForFunction(() => window.attentionLab?.frames() > 0 && document.getElementById('cover').hidden, { timeout: 3 * PATIENCE });
        await found.rest();
      }
      return found;
    },
  };
}

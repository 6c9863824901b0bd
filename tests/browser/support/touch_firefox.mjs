// Touch in Firefox: Playwright's taps do nothing over WebDriver BiDi, Puppeteer's pointer actions do.
import puppeteer from 'puppeteer-core';
import { firefoxPath, firefoxPrefs } from './browser.mjs';
import { PATIENCE, comeToRest } from './lab.mjs';

/**
 * Opens the lab on a phone-sized Firefox and runs `work` with it.
 * @param {string} url
 * @param {(tools: {call: Function, tap: Function, start: Function, rest: Function, until: Function}) => Promise<void>} work
 */
export async function withTouchFirefox(url, work) {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath, headless: true, extraPrefsFirefox: firefoxPrefs });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true });
    await page.goto(url);
    await page.waitForFunction(() => window.attentionLab?.frames() > 0 && document.getElementById('cover').hidden, { timeout: PATIENCE });
    const rest = () => page.evaluate(comeToRest, { patience: PATIENCE });
    await rest();
    await work({
      call: (name, ...args) => page.evaluate((method, values) => window.attentionLab[method](...values), name, args),
      /** Taps where a control is drawn. */
      async tap(key) {
        const [x, y] = await page.evaluate((name) => {
          const box = document.querySelector(`[data-key="${name}"]`).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }, key);
        await page.touchscreen.tap(x, y);
      },
      start: (x, y) => page.touchscreen.touchStart(x, y),
      rest,
      until: (test, ...args) => page.waitForFunction(test, { timeout: PATIENCE, polling: 50 }, ...args),
    });
  } finally {
    await browser.close();
  }
}

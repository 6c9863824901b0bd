// Which browser, which site, and how to start them. LAB_BROWSER: chromium (default) or firefox; LAB_SITE: the folder.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from 'playwright-core';
import { serve } from '../../../tools/serve.mjs';

export const isFirefox = process.env.LAB_BROWSER === 'firefox';
export const site = process.env.LAB_SITE ?? fileURLToPath(new URL('../../../build/site', import.meta.url));

/** The first of these programs that is there. */
function program(...candidates) {
  return candidates.find((file) => existsSync(file)) ?? candidates[0];
}
export const chromiumPath = program('/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome');
export const firefoxPath = program('/usr/bin/firefox-esr', '/usr/bin/firefox');

/** Stock Firefox: WebGL 2 on the software renderer, touch events as on a phone. */
export const firefoxPrefs = { 'webgl.force-enabled': true, 'dom.w3c_touch_events.enabled': 1 };

/**
 * Draws by software, so that it runs where there is no graphics card. Only the canvas needs WebGL for that: put together
 * with the page around it without, opening a page costs the processor a third less and a frame a quarter less.
 */
export const CHROMIUM_ARGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing'];

export function launchBrowser() {
  if (isFirefox) {
    return firefox.launch({ channel: 'moz-firefox', executablePath: firefoxPath, headless: true, firefoxUserPrefs: firefoxPrefs });
  }
  return chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
}

/**
 * Server and browser for one test file.
 * @returns {Promise<{url: string, browser: import('playwright-core').Browser, close: () => Promise<void>}>}
 */
export async function startAll() {
  if (!existsSync(`${site}/index.html`)) throw new Error(`no site in ${site}: build it first`);
  const server = await serve(site);
  const browser = await launchBrowser();
  return {
    url: server.url,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

// Not a test: pictures of whole lesson pages, screen by screen from top to bottom, for looking at.
// node tests/browser/lesson_screenshots.mjs [PAGE...], where PAGE is like en/hardmax; without one, all English pages.
// LAB_ROOMS=1280x720,390x844@2 chooses sizes, LAB_THEMES=dark,light colours, LAB_FOLDED=1 leaves answers folded.
import { mkdir, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isFirefox, site, startAll } from './support/browser.mjs';
import { openPage } from './support/lab.mjs';

const folder = fileURLToPath(new URL('../../build/screenshots/lessons/', import.meta.url));
/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const rooms = {
  '1280x720': { viewport: { width: 1280, height: 720 } },
  '390x844@2': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, ...(isFirefox ? {} : { isMobile: true }) },
};
const chosen = (/** @type {string} */ name, /** @type {string[]} */ all) => process.env[name]?.split(',') ?? all;
/** Embeds may take their time; a page with one that never starts is shown as it is. */
const PATIENCE = 30000;

/** Embeds on the screen run and have drawn. */
async function drawn(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('attention-lab')].every((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height === 0 || bottom < 0 || top > innerHeight || /** @type {any} */ (element).live;
  }), undefined, { timeout: PATIENCE, polling: 200 }).catch(() => {});
  await page.waitForTimeout(700);
}

async function pictures(page, name) {
  const bottom = () => page.evaluate(() => document.documentElement.scrollHeight);
  const height = page.viewportSize().height;
  for (let top = 0, number = 1; ; top += height - 40, number++) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await drawn(page);
    await page.screenshot({ path: `${folder}${name}-${String(number).padStart(2, '0')}.png` });
    if (top + height >= await bottom()) return number;
  }
}

const names = process.argv.slice(2);
if (names.length === 0) {
  const files = (await readdir(`${site}/lessons/en`)).filter((file) => file.endsWith('.html'));
  names.push(...files.map((file) => `en/${file.slice(0, -5)}`).sort());
}
await mkdir(folder, { recursive: true });
const all = await startAll();
for (const room of chosen('LAB_ROOMS', Object.keys(rooms))) {
  for (const colorScheme of chosen('LAB_THEMES', ['light'])) {
    for (const name of names) {
      const context = { ...rooms[room], colorScheme: /** @type {any} */ (colorScheme) };
      const { page, close } = await openPage(all, { path: `/lessons/${name}.html`, ready: false, context });
      if (!process.env.LAB_FOLDED) {
        await page.evaluate(() => { for (const fold of document.querySelectorAll('details')) fold.open = true; });
      }
      const count = await pictures(page, `${name.replace('/', '-')}-${room}-${colorScheme}`);
      console.log(`${name} ${room} ${colorScheme}: ${count} screens`);
      await close();
    }
  }
}
await all.close();
console.log(`pictures in ${folder}`);

// Not a test: a picture of every preset, for looking at. node tests/browser/screenshots.mjs [PRESET...]
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startAll } from './support/browser.mjs';
import { atRest, lab, openPage } from './support/lab.mjs';

const folder = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));
const rooms = [
  ['1280x720', { viewport: { width: 1280, height: 720 } }],
  ['1280x720@2', { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 }],
  ['390x844@2', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }],
];
const themes = ['dark', 'light', 'projector'];
/** Far enough to see where it goes, not so far that nothing is left to see. */
const LAYER = 12;

await mkdir(folder, { recursive: true });
const all = await startAll();
for (const [size, context] of rooms) {
  const { page, close } = await openPage(all, { context });
  const choices = (await lab(page, 'schema')).params.find((param) => param.key === 'preset').choices;
  const wanted = process.argv.slice(2);
  for (const { key } of choices) {
    if (wanted.length > 0 && !wanted.includes(key)) continue;
    await lab(page, 'open', `preset=${key}`);
    const { horizon } = await lab(page, 'state');
    await lab(page, 'transport', 'scrub', Math.min(LAYER, horizon));
    for (const theme of themes) {
      await lab(page, 'theme', theme);
      await atRest(page, 250);
      await page.screenshot({ path: `${folder}${key}-${size}-${theme}.png` });
    }
    console.log(`${key} ${size}`);
  }
  await close();
}
await all.close();
console.log(`pictures in ${folder}`);

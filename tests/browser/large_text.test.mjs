// Letters at twice their size, and nothing else: every text of the page around the canvas can be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubleText, unreadable } from './support/cut.mjs';
import { openPage, useLab } from './support/lab.mjs';
import { openTake } from './support/take.mjs';

const site = useLab();
const ROOMS = [{ width: 1280, height: 720 }, { width: 390, height: 844 }];

test('what is cut is found', async () => {
  const { page } = await openPage(site, { path: '/lessons/en/index.html', ready: false });
  assert.deepEqual(await unreadable(page, 'main'), []);
  const faults = await page.evaluate(() => { document.querySelector('h1').style.cssText = 'height: 10px; overflow: hidden'; }).then(() => unreadable(page, 'main'));
  assert.ok(faults.some((fault) => fault.startsWith('cut')), faults.join('\n'));
  await page.evaluate(() => { document.querySelector('h1').style.cssText = 'height: 0; margin: 0'; });
  assert.ok((await unreadable(page, 'main')).some((fault) => fault.startsWith('over each other')));
});

test('dialogs and the form of the controls at 200 % of the letters', async () => {
  const { page } = await site.open({ hash: 'scene=train' });
  await doubleText(page);
  for (const room of ROOMS) {
    await page.setViewportSize(room);
    await page.locator('#twin [data-key="share"]').press('Enter');
    await page.locator('#share').waitFor();
    assert.deepEqual(await unreadable(page, '#share'), [], `share, ${room.width}`);
    await page.keyboard.press('Escape');
    await page.locator('#share').waitFor({ state: 'detached' });
    await openTake(page);
    assert.deepEqual(await unreadable(page, '#take'), [], `take away, ${room.width}`);
    assert.match(String(await page.locator('.take-state').textContent()), /A training is not in it\./);
    await page.keyboard.press('Escape');
    await page.locator('#take').waitFor({ state: 'detached' });
    await page.locator('#panel-toggle').press('Enter');
    await page.locator('#twin.pinned').waitFor();
    assert.deepEqual(await unreadable(page, '#twin'), [], `form, ${room.width}`);
    await page.keyboard.press('Escape');
    await page.locator('#twin:not(.pinned)').waitFor();
  }
});

test('lessons at 200 % of the letters', async () => {
  for (const path of ['en/exercises.html', 'es/clustering.html']) {
    const { page, close } = await openPage(site, { path: `/lessons/${path}`, ready: false });
    await doubleText(page);
    for (const room of ROOMS) {
      await page.setViewportSize(room);
      assert.deepEqual(await unreadable(page, 'body'), [], `${path}, ${room.width}`);
    }
    await close();
  }
});

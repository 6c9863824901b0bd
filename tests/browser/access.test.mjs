// Accessibility by rules (axe), and layout where the room is small.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings } from './support/axe.mjs';
import { isFirefox } from './support/browser.mjs';
import { atRest, lab, useLab } from './support/lab.mjs';

const site = useLab();

for (const [name, theme, context] of [['dark', '', { colorScheme: 'dark' }], ['light', '', { colorScheme: 'light' }], ['projector', 'Projector', {}]]) {
  test(`axe finds nothing: at the start, with the form open, with a notice, ${name}`, async () => {
    const { page } = await site.open({ hash: 'wrong=1', context });
    await page.getByRole('alert').waitFor();
    if (theme) {
      await page.getByRole('radio', { name: theme }).press('Space');
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'projector');
    }
    assert.deepEqual(await findings(page), []);
    await page.locator('#panel-toggle').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await findings(page), [], 'form');
    // It has the panel's place and covers nothing of the picture, the run and the plots.
    const left = await page.locator('#twin').evaluate((form) => form.getBoundingClientRect().left);
    const beside = (await lab(page, 'targets')).filter(({ key }) => /^##(picture|plot)$|^transport:/.test(key));
    assert.ok(beside.some(({ key }) => key === '##plot') && beside.some(({ key }) => key === 'transport:play'));
    for (const { key, area: [x, , w] } of beside) assert.ok(x + w <= left + 1, `${key} ends at ${x + w}, the form begins at ${left}`);
  });
}

test('axe finds nothing in a page of embeds, and in an embed', async () => {
  const { page } = await site.open({ path: '/example.html', ready: false });
  await page.waitForFunction(() => document.querySelector('attention-lab')?.live);
  assert.deepEqual(await findings(page, { exclude: [['iframe']] }), []);
  for (const level of ['full', 'controls', 'picture']) {
    const embed = await site.open({ path: `/index.html?embed=${level}&controls=alpha,preset&locked=preset` });
    assert.deepEqual(await findings(embed.page), [], level);
    await embed.close();
  }
});

test('axe finds nothing in a message that ends it', async () => {
  const { page } = await site.open({ ready: false, init: () => { WebAssembly.validate = () => false; } });
  await page.locator('#cover').getByRole('alert').waitFor();
  assert.deepEqual(await findings(page), []);
});

test('headings, landmarks and language are there', async () => {
  const { page } = await site.open();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  assert.equal(await page.getByRole('main').count(), 1);
  const canvas = page.getByRole('application');
  assert.ok(await canvas.getAttribute('aria-label'));
  assert.ok(await canvas.evaluate((element) => element.getAttribute('aria-describedby').split(' ').every((id) => document.getElementById(id).textContent.length > 20)));
});

const rooms = [
  ['a phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }],
  ['a phone on its side', { viewport: { width: 844, height: 390 }, deviceScaleFactor: 2 }],
  ['a window at 200 %', { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 }],
  ['a very narrow window', { viewport: { width: 320, height: 480 }, deviceScaleFactor: 3 }],
];
for (const [name, context] of rooms) {
  test(`${name}: nothing overflows, the canvas is crisp and full`, async () => {
    const { page } = await site.open({ context, hash: 'wrong=1' });
    await page.getByRole('alert').waitFor();
    const look = () => page.evaluate(() => {
      const canvas = document.getElementById('canvas');
      const notice = document.querySelector('.notice')?.getBoundingClientRect();
      return {
        page: [document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight],
        canvas: [canvas.width === Math.round(innerWidth * devicePixelRatio), canvas.height === Math.round(innerHeight * devicePixelRatio)],
        notice: !notice || (notice.left >= 0 && notice.right <= innerWidth && notice.bottom <= innerHeight),
      };
    });
    const fine = { page: [true, true], canvas: [true, true], notice: true };
    assert.deepEqual(await look(), fine);
    await page.locator('#panel-toggle').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await look(), fine);
    const panel = await page.locator('#twin').evaluate((element) => element.scrollWidth <= element.clientWidth);
    assert.ok(panel, 'the form needs no sideways scrolling');
  });
}

test('the pixel ratio may change while the page is open', { skip: isFirefox && 'this driver cannot change it' }, async () => {
  const { page, context } = await site.open();
  await atRest(page);
  const cdp = await context.newCDPSession(page);
  for (const ratio of [1.5, 2, 3, 1]) {
    await cdp.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 720, deviceScaleFactor: ratio, mobile: false });
    await page.mouse.move(400 + 10 * ratio, 300);  // emulation does not always tell the page by itself
    await page.waitForFunction((r) => document.getElementById('canvas').width === Math.round(1280 * r), ratio);
  }
});

/** The system's wishes, in the hand of the test: Firefox's driver cannot change them while a page is open. */
function ownWishes() {
  const real = window.matchMedia.bind(window);
  const wishes = { 'prefers-color-scheme: light': false, 'prefers-color-scheme: dark': true, 'prefers-reduced-motion: reduce': true };
  const lists = [];
  window.matchMedia = (query) => {
    const name = query.replace(/[()]/g, '');
    if (!(name in wishes)) return real(query);
    const list = Object.assign(new EventTarget(), { media: query });
    Object.defineProperty(list, 'matches', { get: () => wishes[name] });
    lists.push(list);
    return list;
  };
  window.wish = (changes) => {
    Object.assign(wishes, changes);
    for (const list of lists) list.dispatchEvent(new Event('change'));
  };
}

test('dark and light follow the system, in the picture and around it', async () => {
  const { page } = await site.open({ init: ownWishes });
  const theme = () => page.evaluate(() => [window.attentionLab.state().theme, document.documentElement.dataset.theme]);
  await atRest(page);
  assert.deepEqual(await theme(), ['dark', 'dark']);
  const dark = await page.locator('#canvas').screenshot();
  await page.evaluate(() => window.wish({ 'prefers-color-scheme: light': true, 'prefers-color-scheme: dark': false }));
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await atRest(page);
  assert.deepEqual(await theme(), ['light', 'light']);
  const light = await page.locator('#canvas').screenshot();
  assert.ok(!dark.equals(light), 'the picture changes with the scheme');
});

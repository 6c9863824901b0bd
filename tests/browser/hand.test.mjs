// The hand on the canvas: mouse, finger, two fingers, wheel. Real events at the places where tokens are drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFirefox } from './support/browser.mjs';
import { withTouchFirefox } from './support/touch_firefox.mjs';
import { atRest, lab, rows, useLab } from './support/lab.mjs';

const site = useLab();
const tokens = async (page) => rows((await lab(page, 'state')).values.tokens);

/** Which rows differ. */
const moved = (one, two) => one.map((row, i) => (row.some((x, j) => x !== two[i]?.[j]) ? i : -1)).filter((i) => i >= 0);

/** A hand rests a moment where it is going to press: at least one frame sees the pointer there. */
async function comeTo(page, x, y) {
  await page.mouse.move(x, y);
  await atRest(page);
}

test('a token is dragged by the mouse: that token and no other', async () => {
  const { page } = await site.open();
  await atRest(page);
  const before = await tokens(page);
  const [x, y] = await lab(page, 'tokenScreen', 3);
  await comeTo(page, x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 40, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction((old) => window.attentionLab.state().values.tokens !== old, before.map((row) => row.join(',')).join(';'));
  await atRest(page);
  const after = await tokens(page);
  assert.deepEqual(moved(before, after), [3]);
  assert.ok(after[3][0] > before[3][0] && after[3][1] > before[3][1], 'to the right and up');
  // Back, with press, move and release between two frames.
  const at = await lab(page, 'tokenScreen', 3);
  await page.evaluate(([from, to]) => {
    const canvas = document.getElementById('canvas');
    const tell = (type, [clientX, clientY], buttons) => canvas.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY, buttons }));
    tell('mousemove', from, 0);
    tell('mousedown', from, 1);
    tell('mousemove', [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])], 1);
    tell('mousemove', to, 1);
    tell('mouseup', to, 0);
  }, [at, [at[0] - 60, at[1] + 40]]);
  await atRest(page);
  const now = await tokens(page);
  // As far as whole pixels go; the way was a third of a unit.
  assert.ok(Math.hypot(now[3][0] - before[3][0], now[3][1] - before[3][1]) < 0.1, `${after[3]} to ${now[3]}, from ${before[3]}`);
  assert.deepEqual(moved(after, now), [3]);
});

test('a click selects a token, a click beside it none', async () => {
  const { page } = await site.open();
  await atRest(page);
  const [x, y] = await lab(page, 'tokenScreen', 1);
  await comeTo(page, x, y);
  await page.mouse.click(x, y);
  await page.waitForFunction(() => window.attentionLab.state().selected === 1);
  const free = await page.evaluate(() => {
    const marks = window.attentionLab.state().values.tokens.split(';').map((_, i) => window.attentionLab.tokenScreen(i));
    for (let x = 300; x < 800; x += 20) {
      for (let y = 150; y < 450; y += 20) if (marks.every(([a, b]) => Math.hypot(a - x, b - y) > 40)) return [x, y];
    }
    return null;
  });
  await comeTo(page, ...free);
  await page.mouse.click(...free);
  await page.waitForFunction(() => window.attentionLab.state().selected === null);
});

test('the wheel zooms about the pointer', async () => {
  const { page } = await site.open();
  await atRest(page);
  const [a, b] = [await lab(page, 'tokenScreen', 1), await lab(page, 'tokenScreen', 3)];
  await page.mouse.move(...a);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((old) => Math.abs(window.attentionLab.tokenScreen(3)[0] - old) > 5, b[0]);
  await atRest(page);
  const [a2, b2] = [await lab(page, 'tokenScreen', 1), await lab(page, 'tokenScreen', 3)];
  assert.ok(Math.hypot(a2[0] - a[0], a2[1] - a[1]) < 3, 'the point under the pointer stays');
  assert.ok(Math.hypot(b2[0] - a2[0], b2[1] - a2[1]) > Math.hypot(b[0] - a[0], b[1] - a[1]), 'the others move away');
});

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

test('a token is dragged by a finger', { skip: isFirefox && 'below, with another driver' }, async () => {
  const { page, context } = await site.open({ context: phone });
  await atRest(page);
  const cdp = await context.newCDPSession(page);
  const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const before = await tokens(page);
  const [x, y] = await lab(page, 'tokenScreen', 3);
  await touch('touchStart', [x, y]);
  for (let i = 1; i <= 8; i++) {
    await touch('touchMove', [x + 6 * i, y + 5 * i]);
    await page.waitForTimeout(30);
  }
  await touch('touchEnd');
  await page.waitForFunction((old) => window.attentionLab.state().values.tokens !== old, before.map((row) => row.join(',')).join(';'));
  const after = await tokens(page);
  assert.deepEqual(moved(before, after), [3]);
  assert.ok(after[3][0] > before[3][0] && after[3][1] < before[3][1], 'to the right and down');
});

test('two fingers zoom the picture, not the page', { skip: isFirefox && 'below, with another driver' }, async () => {
  const { page, context } = await site.open({ context: phone });
  await atRest(page);
  const cdp = await context.newCDPSession(page);
  const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const span = async () => {
    const [a, b] = [await lab(page, 'tokenScreen', 1), await lab(page, 'tokenScreen', 3)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const before = await span();
  const values = (await lab(page, 'state')).values;
  const y = await page.evaluate(() => window.attentionLab.tokenScreen(3)[1]);
  await touch('touchStart', [180, y], [215, y]);
  for (let i = 1; i <= 10; i++) {
    await touch('touchMove', [180 - 8 * i, y], [215 + 8 * i, y]);
    await page.waitForTimeout(30);
  }
  await touch('touchEnd');
  await atRest(page);
  assert.ok(await span() > before * 1.2, `${before} px before, ${await span()} px after`);
  assert.equal(await page.evaluate(() => visualViewport.scale), 1);
  assert.deepEqual((await lab(page, 'state')).values.tokens, values.tokens, 'no token was taken along');
});

test('twenty taps on a button are twenty presses', { skip: isFirefox && 'below, with another driver' }, async () => {
  const { page } = await site.open({ context: phone });
  await atRest(page);
  const box = await page.getByRole('button', { name: 'Step forward' }).boundingBox();
  for (let i = 0; i < 20; i++) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => window.attentionLab.state().step >= 20);
  assert.equal((await lab(page, 'state')).step, 20);
});

test('taps, finger and two fingers in Firefox', { skip: !isFirefox && 'above' }, async () => {
  await withTouchFirefox(site.url, async ({ call, start, tap, rest, until }) => {
    for (let i = 0; i < 20; i++) await tap('forward');
    // Each press and each release waits for a frame of its own, and a loaded machine draws few.
    await until(() => window.attentionLab.state().step >= 20);
    await rest();
    assert.equal((await call('state')).step, 20);
    await call('transport', 'reset');
    await rest();

    const before = rows((await call('state')).values.tokens);
    const [x, y] = await call('tokenScreen', 3);
    const finger = await start(x, y);
    for (let i = 1; i <= 8; i++) {
      await finger.move(x + 6 * i, y + 5 * i);
      await new Promise((done) => { setTimeout(done, 30); });
    }
    await finger.end();
    await until((old) => window.attentionLab.state().values.tokens !== old, before.map((row) => row.join(',')).join(';'));
    await rest();
    const after = rows((await call('state')).values.tokens);
    assert.deepEqual(moved(before, after), [3]);

    const span = async () => {
      const [a, b] = [await call('tokenScreen', 1), await call('tokenScreen', 2)];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    const old = await span();
    const [one, two] = [await start(180, y), await start(215, y)];
    for (let i = 1; i <= 10; i++) {
      await one.move(180 - 8 * i, y);
      await two.move(215 + 8 * i, y);
      await new Promise((done) => { setTimeout(done, 30); });
    }
    await one.end();
    await two.end();
    await rest();
    assert.ok(await span() > old * 1.2, `${old} px before, ${await span()} px after`);
  });
});

test('the list of scenes leads to the lessons, in a tab of their own', async () => {
  const { page, context } = await site.open();
  await atRest(page);
  const title = [40, 16];
  const firstRow = [60, 66];
  await comeTo(page, ...title);
  await page.mouse.click(...title);
  await atRest(page);
  // Escape closes the list and leaves the choice of a token alone.
  const { selected } = await lab(page, 'state');
  await page.keyboard.press('Escape');
  await atRest(page);
  assert.equal((await lab(page, 'state')).selected, selected);
  await comeTo(page, ...title);
  await page.mouse.click(...title);
  await atRest(page);
  const opened = context.waitForEvent('page');
  await comeTo(page, ...firstRow);
  await page.mouse.click(...firstRow);
  const tab = await opened;
  await tab.waitForURL(/\/lessons\//);
  await tab.locator('h1').first().waitFor();
  assert.equal((await lab(page, 'state')).slug, 'hardmax', 'the lab stays as it is');
});

// Who gets which key: the canvas, the browser, and the page around a frame.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFirefox } from './support/browser.mjs';
import { frameOf, withHost } from './support/host.mjs';
import { isReady, lab, until, useLab } from './support/lab.mjs';

const site = useLab();
const active = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);

test('Tab comes into the canvas and leaves it, both ways', async () => {
  const { page } = await site.open();
  await page.locator('#panel-toggle').focus();
  await page.keyboard.press('Tab');
  assert.equal(await active(page), 'canvas');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'scene-chooser');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await active(page), 'canvas');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await active(page), 'panel-toggle');
});

test('Tab goes through all controls and comes to an end', async () => {
  const { page } = await site.open();
  const { params } = await lab(page, 'schema');
  await page.locator('#canvas').focus();
  const seen = new Set();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const key = await page.evaluate(() => document.activeElement?.dataset?.key);
    if (key) seen.add(key);
    else if (seen.size > params.length) break;
  }
  for (const param of params) assert.ok(seen.has(param.key), `${param.key} is reached by Tab`);
});

test('keys of the browser are left to the browser', async () => {
  const { page } = await site.open();
  await page.locator('#canvas').focus();
  // Sent as events, so that the browser does not really save, search or reload.
  const swallowed = await page.evaluate(() => {
    const canvas = document.getElementById('canvas');
    const keys = [
      ['s', 'KeyS', 83, { ctrlKey: true }], ['o', 'KeyO', 79, { ctrlKey: true }], ['f', 'KeyF', 70, { ctrlKey: true }],
      ['r', 'KeyR', 82, { ctrlKey: true }], ['l', 'KeyL', 76, { ctrlKey: true }], ['+', 'Equal', 187, { ctrlKey: true }],
      ['-', 'Minus', 189, { ctrlKey: true }], ['0', 'Digit0', 48, { ctrlKey: true }], ['v', 'KeyV', 86, { ctrlKey: true }],
      ['t', 'KeyT', 84, { metaKey: true }], ['ArrowLeft', 'ArrowLeft', 37, { altKey: true }],
      ['F1', 'F1', 112, {}], ['F5', 'F5', 116, {}], ['F6', 'F6', 117, {}], ['F11', 'F11', 122, {}], ['F12', 'F12', 123, {}],
      ['Tab', 'Tab', 9, {}], ['Tab', 'Tab', 9, { shiftKey: true }],
    ];
    return keys.filter(([key, code, number, modifiers]) => {
      const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...modifiers });
      Object.defineProperties(event, { keyCode: { value: number }, which: { value: number } });
      return !canvas.dispatchEvent(event);
    }).map(([key]) => key);
  });
  assert.deepEqual(swallowed, []);
});

test('typing into a drawn text field works, with what no key can type', async () => {
  const { page } = await site.open({ hash: 'preset=random&n=5&d=2&seed=1' });
  // The twin must not have the focus, else it keeps the keys; its place is the place of the drawn field.
  await page.getByRole('textbox', { name: 'Seed', exact: true }).focus();
  const field = page.locator('#p-seed');
  await page.waitForFunction(() => document.getElementById('p-seed').classList.contains('placed'));
  const box = await field.boundingBox();
  await page.mouse.click(box.x + box.width * 0.7, box.y + box.height / 2);
  await page.waitForFunction(() => document.activeElement.id === 'kbd');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('42');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('7');
  await page.keyboard.press('Enter');
  await until(page, 'values.seed', '47');
});

test('paste goes into the drawn text field', { skip: isFirefox && 'no way to fill the clipboard there' }, async () => {
  const { page } = await site.open({ hash: 'preset=random&n=5&d=2&seed=1', context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await page.getByRole('textbox', { name: 'Seed', exact: true }).focus();
  await page.waitForFunction(() => document.getElementById('p-seed').classList.contains('placed'));
  const box = await page.locator('#p-seed').boundingBox();
  await page.evaluate(() => navigator.clipboard.writeText('[8,9]'));
  await page.mouse.click(box.x + box.width * 0.7, box.y + box.height / 2);
  await page.waitForFunction(() => document.activeElement.id === 'kbd');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Enter');
  await until(page, 'values.seed', '[8,9]');
});

/** A page on another origin, with the lab in a frame and a field of its own. */
async function withFrame(attributes, work) {
  const html = `<!doctype html><title>course</title><p id="outside">text</p><input id="answer" aria-label="answer">
    <iframe id="frame" ${attributes} width="900" height="560" src="LAB/"></iframe>`;
  await withHost(site, { '/': html }, async ({ page }) => {
    const frame = await frameOf(page, '#frame');
    await isReady(frame);
    await work(page, frame);
  });
}

test('a field beside the frame keeps its keys, before and after a click on the canvas', async () => {
  await withFrame('', async (page, frame) => {
    const answer = page.locator('#answer');
    await answer.click();
    await page.keyboard.type('a b');
    assert.equal(await answer.inputValue(), 'a b');
    const box = await page.locator('#frame').boundingBox();
    await page.mouse.click(box.x + 450, box.y + 300);
    await page.locator('#outside').click();
    await answer.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' cd');
    await page.keyboard.press('Backspace');
    assert.equal(await answer.inputValue(), 'a b c');
    // And back: the canvas has the keyboard again after one click.
    await page.mouse.click(box.x + 450, box.y + 300);
    await frame.waitForFunction(() => document.activeElement.id === 'canvas' && document.hasFocus());
  });
});

test('runs in a sandboxed frame that has no origin', async () => {
  await withFrame('sandbox="allow-scripts"', async (page, frame) => {
    await lab(frame, 'transport', 'scrub', 5);
    await until(frame, 'step', 5);
    assert.equal(await frame.evaluate(() => window.origin), 'null');
  });
});

// Text on a phone: which keyboard is asked for, what soft keyboards and input methods send, where the field stands
// meanwhile, and the clipboard. The keyboards themselves are not there; what they send is sent as events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePhone, viewportOf } from './support/phone.mjs';

const phone = usePhone();

/** A tap on a drawn field; the hidden field has the keyboard then. */
async function edit(p, key) {
  await p.tap(key);
  await p.until(() => document.activeElement.id === 'kbd');
  await p.rest();
}
const mode = (p) => p.page.evaluate(() => document.getElementById('kbd').inputMode);
/** What the field on the canvas holds while it is edited. */
const editors = {
  /** A letter as soft keyboards type it: in the field, told by an event without a key. */
  type: (p, text) => p.page.evaluate((letters) => {
    const field = document.getElementById('kbd');
    for (const data of letters) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Unidentified', keyCode: 229, bubbles: true, cancelable: true }));
      const before = new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, cancelable: true });
      if (!field.dispatchEvent(before)) continue;
      field.setRangeText(data, field.selectionStart, field.selectionEnd, 'end');
      field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data, bubbles: true }));
    }
  }, text),
  back: (p, times = 1) => p.page.evaluate((n) => {
    const field = document.getElementById('kbd');
    for (let i = 0; i < n; i++) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Unidentified', keyCode: 229, bubbles: true, cancelable: true }));
      const before = new InputEvent('beforeinput', { inputType: 'deleteContentBackward', bubbles: true, cancelable: true });
      if (!field.dispatchEvent(before)) continue;
      if (field.selectionStart > 0) field.setRangeText('', field.selectionStart - 1, field.selectionEnd, 'end');
      field.dispatchEvent(new InputEvent('input', { inputType: 'deleteContentBackward', bubbles: true }));
    }
  }, times),
  /** A word in the making: each text stands in the place of the one before. */
  compose: (p, texts) => p.page.evaluate((list) => {
    const field = document.getElementById('kbd');
    const from = field.selectionStart;
    let length = 0;
    field.dispatchEvent(new CompositionEvent('compositionstart', { data: '', bubbles: true }));
    for (const data of list) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Process', keyCode: 229, isComposing: true, bubbles: true }));
      field.dispatchEvent(new CompositionEvent('compositionupdate', { data, bubbles: true }));
      field.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertCompositionText', data, isComposing: true, bubbles: true }));
      field.setRangeText(data, from, from + length, 'end');
      length = data.length;
      field.dispatchEvent(new InputEvent('input', { inputType: 'insertCompositionText', data, isComposing: true, bubbles: true }));
    }
    field.dispatchEvent(new CompositionEvent('compositionend', { data: list.at(-1), bubbles: true }));
  }, texts),
  /** The keyboard puts another word in the place of the last one. */
  replace: (p, length, data) => p.page.evaluate((n, word) => {
    const field = document.getElementById('kbd');
    field.setRangeText(word, field.value.length - n, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { inputType: 'insertReplacementText', data: word, bubbles: true }));
  }, length, data),
};
const is = (p, key, text) => p.until((name, value) => window.attentionLab.state().values[name] === value, key, text);

test('a tap on a field asks, within the touch, for the keyboard of its signs; a tap elsewhere puts it away', async () => {
  const p = await phone.open({ hash: 'preset=random&n=5&d=2&seed=1' });
  // Told in the very event: phones open no keyboard for a focus that comes later.
  await p.page.evaluate(() => {
    window.within = [];
    const field = document.getElementById('kbd');
    let inTouch = false;
    window.addEventListener('touchend', () => { inTouch = true; setTimeout(() => { inTouch = false; }); }, true);
    field.addEventListener('focus', () => window.within.push(inTouch));
  });
  await p.tap('tab:controls');
  await edit(p, 'n');
  assert.deepEqual(await p.page.evaluate(() => window.within), [true]);
  assert.equal(await mode(p), 'numeric');
  await p.page.keyboard.press('Escape');
  await p.until(() => document.activeElement.id === 'canvas');
  await edit(p, 'seed');
  assert.equal(await mode(p), 'text');
  await p.tap('tab:controls');
  await p.until(() => document.activeElement.id === 'canvas');
  assert.equal(await p.page.evaluate(() => document.getElementById('kbd').enterKeyHint), 'done');
});

test('letters, letters back, a decimal comma and Done, as soft keyboards send them', async () => {
  const p = await phone.open({ hash: 'preset=random&n=5&d=2&seed=1' });
  await p.tap('tab:controls');
  await edit(p, 'seed');
  await editors.type(p, '1234');
  await editors.back(p, 2);
  await editors.type(p, '7');
  await p.rest();
  await p.page.keyboard.press('Enter');
  await is(p, 'seed', '127');
  // The caret goes where it is sent.
  await edit(p, 'seed');
  await p.page.keyboard.press('Home');
  await editors.type(p, '9');
  await p.page.keyboard.press('End');
  await editors.back(p);
  await p.rest();
  await p.page.keyboard.press('Enter');
  await is(p, 'seed', '912');
  // Emptied from its end, one letter at a time, past what was typed here.
  await edit(p, 'seed');
  await p.page.keyboard.press('End');
  await editors.back(p, 3);
  await editors.type(p, '5');
  await p.rest();
  await p.page.keyboard.press('Enter');
  await is(p, 'seed', '5');
  assert.deepEqual(await p.page.evaluate(async () => {
    const { asTyped, inputMode } = await import('./signs.js');
    return [asTyped('0,5', 'decimal'), asTyped('\u22121', 'signed'), asTyped('a,b', 'text'), asTyped('\uFF11\uFF0E5', 'number'), asTyped('10,000', 'decimal'),
      inputMode('signed', true), inputMode('signed', false), inputMode('decimal', true), inputMode('digits', true), inputMode('number', false)];
  }), ['0,5', '-1', 'a,b', '1.5', '10,000', 'text', 'decimal', 'decimal', 'numeric', 'text']);
});

test('a number with a decimal comma; a tap elsewhere takes it over, once', async () => {
  const p = await phone.open({ hash: 'scene=softmax' });
  await p.tap('tab:controls');
  await edit(p, 'beta');
  await editors.type(p, '2,5');
  await p.rest();
  const before = await p.call('state');
  await p.tap('tab:verdicts');
  await is(p, 'beta', '2.5');
  const after = await p.call('state');
  await p.rest();
  assert.equal((await p.call('state')).revision, after.revision);
  assert.notEqual(after.revision, before.revision);
});

test('words in the making and words replaced arrive as they are meant', async () => {
  const p = await phone.open({ hash: 'scene=write' });
  await p.until(() => !/loaded/.test(window.attentionLab.state().headline));
  await p.tap('tab:controls');
  await edit(p, 'prompt');
  await editors.compose(p, ['T', 'Th', 'Thw', 'The']);
  await editors.type(p, ' ');
  await editors.compose(p, ['k', 'ki', 'kin', 'king']);
  await editors.type(p, ' teh');
  await editors.replace(p, 3, 'the');
  await p.rest();
  await p.page.keyboard.press('Enter');
  await is(p, 'prompt', 'The king the');
});

test('paste: by the keyboard shortcut, by the menu of a long press, and by hand where the clipboard is closed', async () => {
  const p = await phone.open({ hash: 'preset=random&n=5&d=2&seed=1', init: () => {
    const clipboard = { text: '77', closed: false, readText: async () => { if (clipboard.closed) throw new Error('closed'); return clipboard.text; },
      writeText: async (text) => { clipboard.text = text; } };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  } });
  await p.tap('tab:controls');
  const hold = async (key) => {
    const [x, y] = await p.middle(key);
    await p.fingers.down(1, x, y);
    await p.until(() => !document.getElementById('edit-menu').hidden);
    await p.fingers.up(1);
  };
  const choose = (name) => p.page.evaluate((label) => [...document.querySelectorAll('#edit-menu button')].find((b) => b.textContent === label).click(), name);
  const paste = (selector, text) => p.page.evaluate((where, words) => {
    const data = new DataTransfer();
    data.setData('text/plain', words);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // Firefox does not take the data with the event.
    Object.defineProperty(event, 'clipboardData', { value: data });
    document.querySelector(where).dispatchEvent(event);
  }, selector, text);

  await edit(p, 'seed');
  await paste('#kbd', '41');
  await p.rest();
  await p.page.keyboard.press('Enter');
  await is(p, 'seed', '41');

  await edit(p, 'seed');
  await hold('seed');
  await choose('Copy');
  await p.until(() => navigator.clipboard.text === '41');
  await p.page.evaluate(() => { navigator.clipboard.text = '[8,9]'; });
  await hold('seed');
  await choose('Select all');
  await p.rest();
  await choose('Paste');
  await p.rest();
  await p.page.keyboard.press('Enter');
  await is(p, 'seed', '[8,9]');

  await p.page.evaluate(() => { navigator.clipboard.closed = true; });
  await edit(p, 'seed');
  await hold('seed');
  await choose('Select all');
  await p.rest();
  await choose('Paste');
  await p.until(() => /Paste into the field here/.test(document.getElementById('status').textContent));
  await paste('#edit-menu input', '6');
  await p.rest();
  await p.page.keyboard.press('Enter');
  await is(p, 'seed', '6');
});

test('the edited field stays in view above the keyboard, and what is half typed outlives a rotation', async () => {
  const p = await phone.open({ hash: 'preset=random&n=5&d=2&seed=1&k=3', init: () => {
    // A keyboard that a test can open: what it covers is told by the visual viewport.
    const real = window.visualViewport;
    let covered = 0;
    const seen = new EventTarget();
    for (const name of ['width', 'scale', 'offsetLeft', 'offsetTop', 'pageLeft', 'pageTop']) Object.defineProperty(seen, name, { get: () => real[name] });
    Object.defineProperty(seen, 'height', { get: () => innerHeight - covered });
    Object.defineProperty(window, 'visualViewport', { value: seen });
    window.openKeyboard = (px) => { covered = px; seen.dispatchEvent(new Event('resize')); };
  } });
  const step = (await p.call('state')).step;
  await p.tap('tab:controls');
  await edit(p, 'seed');
  await p.page.evaluate(() => window.openKeyboard(336));
  await p.rest();
  const inView = async (height) => {
    const [, y, , h] = await p.area('seed');
    assert.ok(h >= 43 && y >= 0 && y + h <= height, `${y} + ${h} in ${height}`);
  };
  await inView(844 - 336);
  await editors.type(p, '98');
  await p.rest();
  await p.page.setViewport(viewportOf('side'));
  await p.page.evaluate(() => window.openKeyboard(190));
  await p.until(() => document.getElementById('canvas').width === 2 * 844);
  await p.rest();
  await inView(390 - 190);
  await editors.type(p, '7');
  await p.rest();
  await p.page.setViewport({ ...viewportOf('phone'), deviceScaleFactor: 3 });
  await p.page.evaluate(() => window.openKeyboard(0));
  await p.until(() => document.getElementById('canvas').width === 3 * 390);
  await p.rest();
  assert.equal((await p.call('state')).step, step);
  await p.page.keyboard.press('Enter');
  await is(p, 'seed', '987');
});

// Keys and text for the canvas. SDL's listener on the canvas takes every key it hears and knows neither IME nor
// soft keyboards, so here stands who gets what:
// - the browser keeps Tab, the function keys and everything with Ctrl, Cmd or Alt: SDL does not hear them;
// - while the canvas shows a text field, a hidden <textarea> has the focus: text goes in as text (typing.js), the
//   editing keys are sent on to the canvas as if typed there.

import { makeEditMenu } from './edit_menu.js';
import { asTyped, inputMode } from './signs.js';
import { followTaps } from './taps.js';
import { mirrorTyping } from './typing.js';

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta']);
/** Sent on to the canvas from the hidden field. */
const EDITING = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown',
  'Delete', 'Backspace', 'Enter', 'Escape']);
/** With Ctrl or Cmd: select all, cut, copy, undo, redo. Pasting comes as text. */
const EDITING_COMMANDS = new Set(['a', 'c', 'x', 'z', 'y']);

/** Is this key the browser's, also while the canvas has the focus? @param {KeyboardEvent} event */
export function isBrowserKey(event) {
  if (MODIFIERS.has(event.key)) return false;
  return event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab' || event.key === 'ContextMenu' ||
    /^F\d+$/.test(event.key) || /^(Browser|Media|Audio|Launch)/.test(event.key);
}

/** @param {KeyboardEvent} event */
function isEditingKey(event) {
  if (MODIFIERS.has(event.key)) return true;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    return EDITING_COMMANDS.has(event.key.toLowerCase()) || EDITING.has(event.key);
  }
  return EDITING.has(event.key) && !event.altKey;
}

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLTextAreaElement} field the hidden text field
 */
export function connectKeyboard(lab, canvas, field) {
  let wantsText = false;
  /** Of the field that is edited. */
  let signs = 'text';
  /** The copy of a key on its way to the canvas; our own filter must let it pass. @type {KeyboardEvent|null} */
  let passing = null;

  // Capturing on the window, so that it comes before SDL's listener on the canvas.
  const filter = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === canvas && event !== passing && isBrowserKey(event)) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', filter, true);
  window.addEventListener('keyup', filter, true);
  window.addEventListener('keypress', filter, true);

  const sendOn = (/** @type {KeyboardEvent} */ event) => {
    passing = new KeyboardEvent(event.type, event);
    // SDL reads the old key codes, which the constructor leaves at 0.
    Object.defineProperties(passing, { keyCode: { value: event.keyCode }, which: { value: event.which }, charCode: { value: 0 } });
    canvas.dispatchEvent(passing);
    passing = null;
  };

  field.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) return;  // the IME's or the soft keyboard's own
    if (event.key === 'Tab') {
      // Tab keeps what was typed and leaves the canvas, as in any form.
      press('Enter');
      canvas.focus({ preventScroll: true });
      return;
    }
    // Letters back are followed in the field itself, as long as there are any.
    if (!isEditingKey(event) || (event.key === 'Backspace' && typing.holds() && !event.ctrlKey && !event.metaKey)) return;
    sendOn(event);
    if (MODIFIERS.has(event.key)) return;
    event.preventDefault();
    typing.rest();
  });
  field.addEventListener('keyup', (event) => { if (isEditingKey(event)) sendOn(event); });

  const press = (/** @type {string} */ name, ctrl = false) => {
    for (const type of ['keydown', 'keyup']) sendOn(keyEvent(type, name, ctrl));
  };
  const typing = mirrorTyping(field, { typed: (text) => lab.typed(asTyped(text, signs)), key: press });

  // Ctrl+V reaches nobody as a key (see the filter), so the browser makes a paste event of it.
  document.addEventListener('paste', (event) => {
    const target = document.activeElement;
    if (target !== canvas && target !== field) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text) {
      // ImGui takes no letters while it believes Ctrl or Cmd to be down, as they are now.
      for (const key of HELD) sendOn(keyEvent('keyup', key));
      lab.paste(text);
      typing.rest();
    }
    event.preventDefault();
  });

  const menu = makeEditMenu({
    text: () => lab.editedText(),
    paste: (text) => lab.paste(text),
    selectAll() {
      sendOn(keyEvent('keydown', 'ControlLeft', true));
      press('a', true);
      sendOn(keyEvent('keyup', 'ControlLeft'));
    },
    back: () => field.focus({ preventScroll: true }),
  });

  const signsAt = (/** @type {{clientX: number, clientY: number}} */ { clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    return lab.signsAt(clientX - left, clientY - top);
  };
  /** A field of these signs is about to be edited. @param {string} found */
  const prepare = (found) => {
    if (!found) return;
    typing.rest();
    signs = found;
    field.inputMode = inputMode(found);
  };

  // SDL prevents the default of a press, and with it the focus; without focus there are no keys. This is also
  // what brings the keyboard back to a frame after a click outside it.
  canvas.addEventListener('pointerdown', (event) => {
    canvas.classList.add('by-pointer');  // the ring is for those who came by keyboard
    menu.hide();
    if (event.pointerType !== 'touch') prepare(signsAt(event));
    (wantsText ? field : canvas).focus({ preventScroll: true });
  });
  // Where SDL leaves the press its default, the browser would take the focus from the field that is being edited.
  canvas.addEventListener('mousedown', (event) => { if (wantsText) event.preventDefault(); });
  canvas.addEventListener('blur', () => canvas.classList.remove('by-pointer'));
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (wantsText && signsAt(event)) menu.show(event.clientX, event.clientY);
  });
  followTaps(canvas, {
    /** Phones open their keyboard only for a focus that is given within the touch itself. */
    tap(at) {
      const found = signsAt(at);
      if (!found || menu.open) return;
      // A keyboard that is up does not change its kind, and one that was put away does not come again, without this.
      if (document.activeElement === field) field.blur();
      prepare(found);
      field.focus({ preventScroll: true });
      // What looked like a field may not be one any more.
      setTimeout(() => { if (!wantsText && !menu.open && document.activeElement === field) canvas.focus({ preventScroll: true }); }, NOT_TAKEN);
    },
    hold(at) { if (wantsText && signsAt(at)) menu.show(at.clientX, at.clientY); },
  });

  return {
    /** The canvas shows (or no longer shows) a text field that waits for text. @param {boolean} on */
    wantText(on) {
      wantsText = on;
      const active = document.activeElement;
      if (!on) menu.hide();
      // A reader who is in the twin or in another field of the page stays there.
      if (on && (active === canvas || active === document.body || active === null)) field.focus({ preventScroll: true });
      else if (!on && active === field) canvas.focus({ preventScroll: true });
      if (!on) typing.rest();
    },
  };
}

/** The modifiers of Ctrl+V and Cmd+V, by code. */
const HELD = ['ControlLeft', 'ControlRight', 'MetaLeft', 'MetaRight'];
/** The key codes that SDL reads, for keys that are sent without a press. */
const CODES = { Backspace: 8, Enter: 13, Delete: 46, ControlLeft: 17, ControlRight: 17, MetaLeft: 91, MetaRight: 93, a: 65 };
/** So long the canvas may take to begin an edit, in ms. */
const NOT_TAKEN = 1500;

/** @param {string} type @param {string} code */
function keyEvent(type, code, ctrlKey = false) {
  const whole = code.length === 1 ? `Key${code.toUpperCase()}` : code;
  const event = new KeyboardEvent(type, {
    key: code.replace(/(Left|Right)$/, ''), code: whole, ctrlKey, bubbles: true, cancelable: true,
  });
  const number = CODES[/** @type {keyof typeof CODES} */ (code)];
  Object.defineProperties(event, { keyCode: { value: number }, which: { value: number } });
  return event;
}

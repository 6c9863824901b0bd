// Keys and text for the canvas. SDL's listener on the canvas takes every key it hears and knows neither IME nor
// soft keyboards, so here stands who gets what:
// - the browser keeps Tab, the function keys and everything with Ctrl, Cmd or Alt: SDL does not hear them;
// - while the canvas shows a text field, a hidden <textarea> has the focus: text goes in as text, the editing keys
//   are sent on to the canvas as if typed there.

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
      for (const type of ['keydown', 'keyup']) sendOn(keyEvent(type, 'Enter'));
      canvas.focus({ preventScroll: true });
      return;
    }
    if (!isEditingKey(event)) return;
    sendOn(event);
    if (!MODIFIERS.has(event.key)) event.preventDefault();
  });
  field.addEventListener('keyup', (event) => { if (isEditingKey(event)) sendOn(event); });

  const KEYS = { deleteContentBackward: 'Backspace', deleteContentForward: 'Delete', insertLineBreak: 'Enter', insertParagraph: 'Enter' };
  field.addEventListener('beforeinput', (event) => {
    if (event.isComposing) return;
    const key = KEYS[/** @type {keyof typeof KEYS} */ (event.inputType)];
    if (key) {
      // Soft keyboards send no usable key event for these.
      for (const type of ['keydown', 'keyup']) sendOn(keyEvent(type, key));
    } else if (event.inputType === 'insertText' && event.data) {
      lab.typed(event.data);
    } else if (event.inputType !== 'insertFromPaste') {
      return;
    }
    event.preventDefault();
  });
  field.addEventListener('compositionend', (event) => {
    if (event.data) lab.typed(event.data);
    rest();
  });
  field.addEventListener('input', () => { if (!composing()) rest(); });
  let inComposition = false;
  field.addEventListener('compositionstart', () => { inComposition = true; });
  field.addEventListener('compositionend', () => { inComposition = false; });
  const composing = () => inComposition;
  // One character to delete: an empty field gives no beforeinput for Backspace on some phones.
  const rest = () => { field.value = ' '; field.setSelectionRange(1, 1); };
  rest();

  // Ctrl+V reaches nobody as a key (see the filter), so the browser makes a paste event of it.
  document.addEventListener('paste', (event) => {
    const target = document.activeElement;
    if (target !== canvas && target !== field) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text) {
      // ImGui takes no letters while it believes Ctrl or Cmd to be down, as they are now.
      for (const key of HELD) sendOn(keyEvent('keyup', key));
      lab.paste(text);
    }
    event.preventDefault();
  });

  // SDL prevents the default of a press, and with it the focus; without focus there are no keys. This is also
  // what brings the keyboard back to a frame after a click outside it.
  canvas.addEventListener('pointerdown', () => {
    canvas.classList.add('by-pointer');  // the ring is for those who came by keyboard
    (wantsText ? field : canvas).focus({ preventScroll: true });
  });
  // Where SDL leaves the press its default, the browser would take the focus from the field that is being edited.
  canvas.addEventListener('mousedown', (event) => { if (wantsText) event.preventDefault(); });
  canvas.addEventListener('blur', () => canvas.classList.remove('by-pointer'));
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  return {
    /** The canvas shows (or no longer shows) a text field that waits for text. @param {boolean} on */
    wantText(on) {
      wantsText = on;
      const active = document.activeElement;
      // A reader who is in the twin or in another field of the page stays there.
      if (on && (active === canvas || active === document.body || active === null)) field.focus({ preventScroll: true });
      else if (!on && active === field) canvas.focus({ preventScroll: true });
    },
    /** Phones open their keyboard only for a focus given inside the touch itself. */
    focusForTouch() { field.focus({ preventScroll: true }); },
  };
}

/** The modifiers of Ctrl+V and Cmd+V, by code. */
const HELD = ['ControlLeft', 'ControlRight', 'MetaLeft', 'MetaRight'];
/** The key codes that SDL reads, for keys that are sent without a press. */
const CODES = { Backspace: 8, Enter: 13, Delete: 46, ControlLeft: 17, ControlRight: 17, MetaLeft: 91, MetaRight: 93 };

/** @param {string} type @param {string} code */
function keyEvent(type, code) {
  const event = new KeyboardEvent(type, { key: code.replace(/(Left|Right)$/, ''), code, bubbles: true, cancelable: true });
  const number = CODES[/** @type {keyof typeof CODES} */ (code)];
  Object.defineProperties(event, { keyCode: { value: number }, which: { value: number } });
  return event;
}

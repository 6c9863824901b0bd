// The hidden text field as a mirror of what is typed. Soft keyboards and input methods send keys that say nothing
// (code 229), write words that they change later, and replace words of their own accord. So the field is left to them,
// and what has become of its text is told to the canvas: so many letters back, these letters on.

/** Stands before what was typed: from an empty field some phones send no Backspace. */
const REST = ' ';

/** How many letters of `a` and `b` are the same at their start; never half a letter. @param {string} a @param {string} b */
function sameStart(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n > 0 && /[\uD800-\uDBFF]/.test(a[n - 1]) ? n - 1 : n;
}

/**
 * @param {HTMLTextAreaElement} field
 * @param {{typed: (text: string) => void, key: (name: string, ctrl?: boolean) => void}} canvas
 */
export function mirrorTyping(field, { typed, key }) {
  /** The field as the canvas knows it. */
  let known = REST;
  let composing = false;
  let due = false;

  /** Forgets what was typed: the caret is elsewhere, or in another field. An input method is not disturbed. */
  const rest = () => {
    due = composing;
    if (composing) return;
    known = REST;
    if (field.value !== REST) field.value = REST;
    if (field.selectionStart !== REST.length || field.selectionEnd !== REST.length) field.setSelectionRange(REST.length, REST.length);
  };

  const follow = () => {
    const now = field.value;
    const same = sameStart(known, now);
    for (let gone = [...known.slice(same)].length; gone > 0; gone--) key('Backspace');
    const [come, ...more] = now.slice(same).split('\n');
    if (come) typed(come);
    known = now;
    if (more.length > 0) {
      key('Enter');
      rest();
    } else if (!now.startsWith(REST)) {
      rest();
    }
  };

  field.addEventListener('beforeinput', (event) => {
    const type = event.inputType;
    if (event.isComposing) return;
    if (type === 'insertLineBreak' || type === 'insertParagraph') key('Enter');
    // There is nothing in the field that these could delete; there may be in the canvas.
    else if (type === 'deleteContentForward') key('Delete');
    else if (type === 'deleteWordBackward' && field.value === REST) key('Backspace', true);
    else if (type !== 'insertFromPaste' && type !== 'insertFromDrop') return;
    event.preventDefault();
  });
  field.addEventListener('input', follow);
  field.addEventListener('compositionstart', () => { composing = true; });
  field.addEventListener('compositionend', () => {
    composing = false;
    follow();
    if (due) rest();
  });
  rest();
  return {
    rest,
    /** Something was typed that the field still has. */
    holds: () => known !== REST,
  };
}

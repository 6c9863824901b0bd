// Select all, copy and paste for the text field that is edited on the canvas: a long press or the right button calls
// them, as in fields of the page. The clipboard of the browser is asked; where it is closed to the lab there is a
// field to paste into.
import { copy } from './clipboard.js';
import { translate } from './language.js';
import { status } from './messages.js';

/** @param {() => void} work */
function button(work) {
  const made = document.createElement('button');
  made.type = 'button';
  made.addEventListener('click', work);
  return made;
}

/**
 * @param {{text: () => string, paste: (text: string) => void, selectAll: () => void, back: () => void}} field what is edited
 */
export function makeEditMenu({ text, paste, selectAll, back }) {
  const menu = document.createElement('div');
  menu.id = 'edit-menu';
  menu.setAttribute('role', 'toolbar');
  menu.hidden = true;
  const by_hand = document.createElement('input');
  by_hand.autocomplete = 'off';

  const hide = () => {
    menu.hidden = true;
    by_hand.hidden = true;
  };
  const done = () => {
    hide();
    back();
  };
  const take = (/** @type {string} */ found) => {
    done();
    if (found) paste(found);
    else status('There is no text on the clipboard.');
  };
  const ask = async () => {
    try {
      take(await navigator.clipboard.readText());
    } catch {
      status('The browser does not show the lab its clipboard. Paste into the field here.');
      by_hand.value = '';
      by_hand.hidden = false;
      by_hand.focus();
    }
  };
  // What is marked is meant for one of the others: the menu stays.
  const all = button(() => { selectAll(); back(); });
  const out = button(() => { void copy(text()).then((ok) => { if (ok) status('Copied.'); }); done(); });
  const into = button(() => { void ask(); });
  menu.append(all, out, into, by_hand);
  /** In the language that is spoken when the menu is called. */
  const name = () => {
    menu.setAttribute('aria-label', translate('Edit'));
    [all.textContent, out.textContent, into.textContent] = [translate('Select all'), translate('Copy'), translate('Paste')];
    by_hand.placeholder = translate('Paste here');
    by_hand.setAttribute('aria-label', by_hand.placeholder);
  };
  by_hand.addEventListener('paste', (event) => {
    event.preventDefault();
    event.stopPropagation();  // the canvas takes what is pasted elsewhere
    take(event.clipboardData?.getData('text/plain') ?? '');
  });
  by_hand.addEventListener('keydown', (event) => { if (event.key === 'Escape') done(); });
  // The field keeps the keyboard while the buttons are pressed.
  menu.addEventListener('mousedown', (event) => { if (event.target !== by_hand) event.preventDefault(); });
  document.body.appendChild(menu);
  hide();

  return {
    hide,
    get open() { return !menu.hidden; },
    /** Above a place of the page, in it. @param {number} x @param {number} y */
    show(x, y) {
      hide();
      name();
      menu.hidden = false;
      const { width, height } = menu.getBoundingClientRect();
      menu.style.left = `${Math.max(8, Math.min(x - width / 2, window.innerWidth - width - 8))}px`;
      menu.style.top = `${Math.max(8, y - height - 28)}px`;
    },
  };
}

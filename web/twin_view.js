// What the canvas draws besides a scene's own controls: themes, view buttons, tabs. They belong to the window, not to a
// scene's table, so their words stand here; the keys are those under which the program draws them.

import { translate } from './language.js';

/** @typedef {import('./bridge.js').Lab} Lab */

const THEMES = [['dark', 'Dark'], ['light', 'Light'], ['projector', 'Projector']];

/** A button is there while its partner is drawn. */
const BUTTONS = [
  ['view:fit', 'Fit the picture'], ['view:in', 'Zoom in'], ['view:out', 'Zoom out'],
  ['pictures=0', 'Picture 1'], ['pictures=1', 'Picture 2'], ['pictures=2', 'Picture 3'], ['pictures=3', 'Picture 4'],
  ['plots', 'Show or fold the plots'], ['plots:before', 'Plots before'], ['plots:next', 'More plots'],
  ['panel', 'Show or hide the controls'],
  ['tab:controls', 'Show the controls'], ['tab:plots', 'Show the plots'], ['tab:verdicts', 'Show the verdicts'], ['tab:table', 'Show the table'],
];

/** Keys of the canvas, for those who do not see the hints on its buttons. */
export const KEYS = 'Keys in the picture: Space plays and pauses, Left and Right go one step, Home and End to the first and the last, '
  + 'R resets; T selects the next token, Shift and an arrow key move it, or turn and move the view where none is selected, Delete removes it, '
  + 'Escape selects none; Plus, Minus and F zoom and fit. Tab goes on to the controls.';

/** @param {string} name @param {string} words */
function group(name, words) {
  const root = document.createElement('div');
  root.className = name;
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', translate(words));
  return root;
}

/** One stop of Tab, arrow keys choose. @param {(name: string) => void} choose */
export function makeThemes(choose) {
  const root = document.createElement('fieldset');
  root.className = 'themes';
  root.append(Object.assign(document.createElement('legend'), { textContent: translate('Theme') }));
  /** @type {Map<string, HTMLElement>} */
  const controls = new Map();
  for (const [name, words] of THEMES) {
    const field = document.createElement('div');
    field.className = 'field switch';
    const input = document.createElement('input');
    Object.assign(input, { type: 'radio', name: 'theme', value: name, id: `theme-${name}` });
    input.dataset.key = `theme:${name}`;
    input.addEventListener('change', () => choose(name));
    const label = document.createElement('label');
    label.htmlFor = input.id;
    label.textContent = translate(words);
    field.append(input, label);
    root.append(field);
    controls.set(input.dataset.key, input);
  }
  return {
    root,
    controls,
    /** @param {string|undefined} theme */
    sync(theme) {
      const input = /** @type {HTMLInputElement|undefined} */ (controls.get(`theme:${theme}`));
      if (input && !input.checked) input.checked = true;
    },
  };
}

/** @param {Lab} lab */
export function makeView(lab) {
  const root = group('buttons', 'View');
  /** @type {Map<string, HTMLElement>} */
  const controls = new Map();
  for (const [key, words] of BUTTONS) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.key = key;
    button.textContent = translate(words);
    button.hidden = true;
    button.addEventListener('click', () => lab.click(key));
    controls.set(key, button);
    root.append(button);
  }
  return {
    root,
    controls,
    /** @param {import('./bridge.js').Rect[]} rects */
    sync(rects) {
      const drawn = new Set(rects.map(({ key }) => key));
      // The one that was just pressed keeps the keyboard, drawn or not.
      for (const [key, button] of controls) button.hidden = !drawn.has(key) && button !== document.activeElement;
      root.hidden = [...controls.values()].every((button) => button.hidden);
    },
  };
}

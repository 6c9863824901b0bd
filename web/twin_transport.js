// Play, step and the layer slider. Time belongs to the player, not to a scene's table, so these stand here.

import { translate } from './language.js';

/** Key as drawn on the canvas, name of the command, words. */
const BUTTONS = /** @type {const} */ ([
  ['play', 'toggle', 'Play'],
  ['back', 'back', 'Step back'],
  ['forward', 'forward', 'Step forward'],
  ['reset', 'reset', 'Reset'],
]);

/**
 * The step as a number that can be typed.
 * @param {(work: () => string) => string} attempt
 * @param {(k: number) => string} go
 */
function makeNumber(attempt, go) {
  const root = document.createElement('div');
  root.className = 'field';
  const label = document.createElement('label');
  label.htmlFor = 'layer-number';
  const input = document.createElement('input');
  Object.assign(input, { id: 'layer-number', type: 'text', inputMode: 'numeric', autocomplete: 'off' });
  input.dataset.key = 'transport:number';
  let shown = '';
  let last = 0;
  let name = '';
  input.addEventListener('change', () => {
    const text = input.value.trim();
    const fits = /^\d+$/.test(text) && Number(text) <= last;
    const wrong = attempt(() => (fits ? go(Number(text)) : `The ${name} must be a whole number from 0 to ${last}.`));
    if (wrong) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    input.value = shown;
  });
  input.addEventListener('blur', () => input.removeAttribute('aria-invalid'));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || input.value === shown) return;
    input.value = shown;
    event.stopPropagation();
  });
  root.append(label, input);
  return {
    root,
    input,
    /** @param {string} word @param {number} step @param {number} horizon */
    sync(word, step, horizon) {
      label.textContent = `${translate('Go to')} ${word}`;
      [name, last] = [word, horizon];
      const untouched = input.value === shown;
      shown = String(step);
      if (untouched) input.value = shown;
    },
  };
}

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {(work: () => string) => string} attempt
 */
export function makeTransport(lab, attempt) {
  const root = document.createElement('div');
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', translate('Time'));
  const row = document.createElement('div');
  row.className = 'buttons';
  /** @type {Map<string, HTMLElement>} */
  const controls = new Map();
  for (const [key, command, words] of BUTTONS) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.key = key;
    button.textContent = translate(words);
    button.addEventListener('click', () => attempt(() => lab.transport(command)));
    controls.set(key, button);
    row.append(button);
  }
  const field = document.createElement('div');
  field.className = 'field';
  const label = document.createElement('label');
  label.htmlFor = 'layer';
  label.textContent = 'Layer';
  const slider = document.createElement('input');
  slider.id = 'layer';
  slider.type = 'range';
  slider.min = '0';
  slider.step = '1';
  slider.dataset.key = 'scrub';
  slider.addEventListener('input', () => attempt(() => lab.transport('scrub', Number(slider.value))));
  controls.set('scrub', slider);
  field.append(label, slider);
  const number = makeNumber(attempt, (k) => lab.transport('scrub', k));
  controls.set('transport:number', number.input);
  root.append(row, field, number.root);

  return {
    root,
    controls,
    /** @param {import('./bridge.js').State} state */
    sync(state) {
      const play = /** @type {HTMLElement} */ (controls.get('play'));
      const words = translate(state.playing ? 'Pause' : 'Play');
      if (play.textContent !== words) play.textContent = words;
      slider.max = String(state.horizon);
      if (Number(slider.value) !== state.step) slider.value = String(state.step);
      const name = state.step_name ?? 'step';
      label.textContent = name[0].toUpperCase() + name.slice(1);
      slider.setAttribute('aria-valuetext', `${name} ${translate(`${state.step} of ${state.horizon}`)}`);
      number.sync(name, state.step, state.horizon);
      // A scene without steps has no time.
      root.hidden = state.horizon === 0;
    },
  };
}

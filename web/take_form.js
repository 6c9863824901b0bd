// Small parts of which the dialog is made.
import { made } from './dialog.js';
import { translate } from './language.js';

/** @param {string} words @param {() => unknown} press @param {string} [name] what a screen reader says, where the words alone are not enough */
export function button(words, press, name) {
  const element = made('button', { type: 'button', ...(name ? { 'aria-label': name } : {}) }, words);
  element.addEventListener('click', press);
  return element;
}

/** @param {string} id @param {string} label @param {[string, string][]} options value and words @param {string} value @param {() => void} changed */
export function choice(id, label, options, value, changed) {
  const select = made('select', { id });
  for (const [key, words] of options) select.add(new Option(translate(words), key, false, key === value));
  select.addEventListener('change', changed);
  return { root: made('div', { class: 'pair' }, made('label', { for: id }, label), select), select };
}

/** @param {string} id @param {string} label @param {Record<string, string>} attributes @param {() => void} changed */
export function numberField(id, label, attributes, changed) {
  const input = made('input', { id, type: 'number', inputmode: 'decimal', ...attributes });
  input.addEventListener('input', changed);
  return { root: made('div', { class: 'pair' }, made('label', { for: id }, label), input), input };
}

/** @param {string} id @param {string} title @param {(Node|string)[]} content */
export function section(id, title, ...content) {
  return made('section', { class: id, 'aria-labelledby': `${id}-title` }, made('h3', { id: `${id}-title` }, title), ...content);
}

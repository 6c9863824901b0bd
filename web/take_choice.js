// The part of the dialog that chooses a picture: what, in which colours, how large; with a preview.
import { made } from './dialog.js';
import { translate } from './language.js';
import { button, choice, numberField, section } from './take_form.js';
import { copyPicture, pictureOf, svgOf, wrongSize } from './take_picture.js';
import { downloadsAllowed, fileName, save } from './take_save.js';

/** @typedef {import('./bridge.js').Lab} Lab */

/** @type {[string, string][]} */
const SIZES = [['1280x720', '1280 × 720'], ['1920x1080', '1920 × 1080, slides'], ['3840x2160', '3840 × 2160, 4K'], ['1600x1200', '1600 × 1200'],
  ['1500x1500', '1500 × 1500'], ['own', 'own size']];
/** @type {[string, string][]} */
const COLOURS = [['', 'as on the screen'], ['light', 'light, for print'], ['projector', 'projector'], ['dark', 'dark']];
/** @type {[string, string][]} */
const LETTERS = [['1', 'usual'], ['1.4', 'large'], ['2', 'very large']];
/** @type {[string, string][]} */
const TEXTS = [['text', 'as text, to be edited'], ['outlines', 'as outlines, the same everywhere']];
/** What was chosen last; the dialog begins with it again. */
const kept = { theme: '', size: '1920x1080', letters: '1', text: 'text', width: '1920', height: '1080' };
/** Typing need not draw the preview anew at each digit, in ms. */
const PREVIEW_GAP = 150;

/** @param {import('./bridge.js').Part[]} parts @param {() => void} changed */
function list(parts, changed) {
  const drawn = parts.filter((part) => part.svg);
  const inputs = drawn.map(({ name }) => made('input', { type: 'radio', name: 'take-what', value: name, id: `take-what-${name}` }));
  inputs[0].checked = true;
  inputs[0].setAttribute('autofocus', '');
  for (const input of inputs) input.addEventListener('change', changed);
  const kind = (/** @type {string} */ name) => (/^plot/.test(name) ? 'plot' : /^map/.test(name) ? 'map' : '');
  const rows = drawn.map(({ name, title }, i) => made('div', { class: 'radio' }, inputs[i],
    made('label', { for: inputs[i].id }, title, ...(kind(name) ? [made('span', { class: 'kind' }, kind(name))] : []))));
  return {
    root: made('fieldset', {}, made('legend', {}, 'What'), made('div', { class: 'what' }, ...rows)),
    value: () => inputs.find((input) => input.checked).value,
    title: () => drawn[inputs.findIndex((input) => input.checked)].title,
  };
}

/** @param {() => void} changed */
function look(changed) {
  const theme = choice('take-theme', 'Colours', COLOURS, kept.theme, changed);
  const size = choice('take-size', 'Size of the PNG', SIZES, kept.size, changed);
  const letters = choice('take-letters', 'Lettering', LETTERS, kept.letters, changed);
  const text = choice('take-text', 'Letters of the SVG', TEXTS, kept.text, changed);
  const width = numberField('take-width', 'Width (px)', { value: kept.width, min: '100', max: '8192' }, changed);
  const height = numberField('take-height', 'Height (px)', { value: kept.height, min: '100', max: '8192' }, changed);
  const own = made('div', { class: 'pairs' }, width.root, height.root);
  return {
    root: made('div', {}, made('div', { class: 'pairs' }, theme.root, letters.root, size.root, text.root), own),
    read() {
      own.hidden = size.select.value !== 'own';
      for (const [key, { select }] of Object.entries({ theme, size, letters, text })) Object.assign(kept, { [key]: select.value });
      Object.assign(kept, { width: width.input.value, height: height.input.value });
      const sides = own.hidden ? kept.size.split('x') : [kept.width, kept.height];
      return { theme: kept.theme, letters: Number(kept.letters), outlined: kept.text === 'outlines', width: Number(sides[0]), height: Number(sides[1]) };
    },
  };
}

/**
 * @param {Lab} lab
 * @param {import('./bridge.js').Part[]} parts
 * @param {(words: string) => void} say
 */
export function pictureChoice(lab, parts, say) {
  const preview = made('img', { class: 'picture', alt: '' });
  const wrong = made('p', { class: 'wrong', role: 'alert' });
  let address = '';
  let timer = 0;
  const changed = () => {
    const { width, height } = form.read();
    wrong.textContent = translate(wrongSize(width, height));
    for (const press of buttons) press.disabled = wrong.textContent !== '';
    clearTimeout(timer);
    timer = window.setTimeout(show, PREVIEW_GAP);
  };
  const what = list(parts, changed);
  const form = look(changed);
  const chosen = () => ({ ...form.read(), part: what.value() });
  const show = () => {
    if (wrong.textContent) return;
    URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([svgOf(lab, { ...chosen(), outlined: true })], { type: 'image/svg+xml' }));
    preview.src = address;
    preview.alt = translate(`Preview: ${what.title()}`);
  };
  const attempt = (/** @type {() => Promise<string>|string} */ work) => async () => {
    say('');
    try {
      say(await work());
    } catch (error) {
      say(String(/** @type {any} */ (error)?.message ?? error));
    }
  };
  const name = (/** @type {string} */ ending) => fileName(lab, what.value(), ending);
  const copying = async () => {
    const png = pictureOf(lab, chosen());
    if (await copyPicture(png)) return 'Copied as an image.';
    if (downloadsAllowed() === 'no') return 'The browser did not let the lab copy an image.';
    return `The browser did not let the lab copy an image; here is the file instead. ${save(name('png'), await png)}`;
  };
  const buttons = [
    button('Save PNG', attempt(async () => save(name('png'), await pictureOf(lab, chosen())))),
    button('Save SVG', attempt(() => save(name('svg'), new Blob([svgOf(lab, chosen())], { type: 'image/svg+xml' })))),
    button('Copy as image', attempt(copying)),
  ];
  const root = section('take-picture', 'Picture', made('div', { class: 'columns' },
    made('div', {}, what.root, form.root, wrong),
    made('div', { class: 'result' }, made('div', { class: 'preview' }, preview), made('div', { class: 'line' }, ...buttons),
      made('p', { class: 'help' }, 'SVG is true vector, in the proportions of the size chosen. Camera and zoom are those on the screen.'))));
  return {
    root,
    chosen,
    begin: changed,
    end() {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
    },
  };
}

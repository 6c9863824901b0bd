// The dialog from which everything can be taken away: pictures, numbers, a film, the state.
import { made, openDialog, saidLine } from './dialog.js';
import { wanted } from './embed.js';
import { chooseFile } from './files.js';
import { translate } from './language.js';
import { status } from './messages.js';
import { openState, readState, stateFile } from './state_file.js';
import { pictureChoice } from './take_choice.js';
import { filmPart } from './take_film_part.js';
import { button, section } from './take_form.js';
import { aboutDownloads, fileName, save } from './take_save.js';

/**
 * @typedef {import('./bridge.js').Lab} Lab
 * @typedef {import('./bridge.js').Part} Part
 */

const MIME = { csv: 'text/csv', npy: 'application/octet-stream' };
const help = (/** @type {string} */ words) => made('p', { class: 'help' }, words);

/** @param {Lab} lab @param {Part[]} parts @param {(words: string) => void} say */
function numbersPart(lab, parts, say) {
  const rows = parts.filter((part) => part.csv || part.npy).map(({ name, title, note, csv, npy }) => {
    const cell = (/** @type {'csv'|'npy'} */ kind, /** @type {boolean} */ there) => made('td', {}, ...(there ? [button(kind.toUpperCase(), () => {
      try {
        const bytes = /** @type {BlobPart} */ (lab.data(name, kind));
        say(save(fileName(lab, name, kind), new Blob([bytes], { type: MIME[kind] })));
      } catch (error) {
        say(String(/** @type {any} */ (error)?.message ?? error));
      }
    }, `${title} as ${kind.toUpperCase()}`)] : []));
    return made('tr', {}, made('th', { scope: 'row' }, title, ...(note ? [made('span', { class: 'note' }, note)] : [])), cell('csv', csv), cell('npy', npy));
  });
  const none = lab.noTrajectory();
  return section('take-numbers', 'Numbers',
    made('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'List of numbers' },
      made('table', {}, made('thead', { class: 'sr-only' }, made('tr', {}, ...['What', 'CSV', 'NPY'].map((words) => made('th', { scope: 'col' }, words)))), made('tbody', {}, ...rows))),
    help(`${none ? `${none} ` : ''}Numbers are the computed ones, in the shortest form that reads back to the same bits.`));
}

/** @param {Lab} lab @param {(words: string) => void} say @param {() => Promise<void>} close */
function statePart(lab, say, close) {
  const saving = button('Save the state', () => {
    const { text, left } = stateFile(lab);
    const words = save(fileName(lab, '', 'json'), new Blob([text], { type: 'application/json' }));
    say(left.length > 0 ? `${words} Too large to be in it: ${left.map(({ name }) => name).join(', ')}.` : words);
  });
  const opening = button('Open a state file', () => chooseFile(lab, async (file) => {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      readState(lab, file.name, bytes);
      await close();
      status(openState(lab, file.name, bytes));
    } catch (error) {
      say(String(/** @type {any} */ (error)?.message ?? error));
    }
  }));
  return section('take-state', 'State', made('div', { class: 'line' }, saving, opening),
    help('One file with everything a link holds, and with the texts and weights of your own that a link does not hold. It can also be dropped on the lab.'),
    // A run of its own kind: too large for a state, and it is asked for where it runs.
    ...(lab.schema().actions.some(({ key }) => key === 'save-checkpoint') ? [
      help('A training is not in it. Save checkpoint, among the controls, saves one with its curve. To go on with it, open the state file first, then the checkpoint.')] : []));
}

/** @param {Lab} lab */
export function openTake(lab) {
  if (document.getElementById('take')) return;
  const said = saidLine();
  const say = (/** @type {string} */ words) => { said.textContent = translate(words); };
  // What is taken is what was seen: the run waits.
  const { slug } = lab.state();
  let { playing } = lab.state();
  lab.transport('pause');
  const parts = lab.parts();
  const picture = pictureChoice(lab, parts, say);
  const film = filmPart(lab, picture.chosen, say);
  picture.root.addEventListener('input', film.changed);
  // Whose state it is, is for the page around an embed to say.
  const state = wanted() ? [] : [statePart(lab, say, () => {
    // What is opened stands at its own step, whatever ran before; so a film must have come back first.
    playing = false;
    dialog?.close();
    return film.end();
  })];
  const about = aboutDownloads();
  const dialog = openDialog({
    id: 'take',
    title: 'Take away',
    parts: [...(about ? [made('p', { class: 'wrong' }, about)] : []), picture.root,
      made('div', { class: 'columns' }, numbersPart(lab, parts, say), made('div', {}, film.root, ...state))],
    said,
    closed() {
      picture.end();
      // By Back another experiment may have come under it.
      void film.end().then(() => { if (playing && lab.state().slug === slug) lab.transport('play'); });
    },
  });
  picture.begin();
  film.changed();
}

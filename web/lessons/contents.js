// The contents page: marks beside the lessons, every question with what was answered, and the file of progress.
import { exported, forget, imported, keeps, marks, readFile } from './progress.js';
import './theme.js';

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const word = (/** @type {string} */ name) =>
  document.querySelector(`#progress-words [data-word="${name}"]`)?.textContent ?? '';

/** The answers of somebody else's file, while they are looked at. @type {Record<string, import('./progress.js').Mark>|null} */
let looking = null;
/** The file of what was forgotten, until the page is left. */
let forgotten = '';
const keptHere = byId('progress-text').textContent;

function show() {
  const table = looking ?? marks();
  byId('progress-text').textContent = keeps() ? keptHere : word('not-kept');
  byId('bring-back').hidden = forgotten === '' || looking !== null;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.marks'))) {
    const items = (place.dataset.items ?? '').split(' ').filter(Boolean);
    const done = items.filter((item) => table[item]).length;
    place.hidden = items.length === 0;
    place.classList.toggle('complete', done === items.length);
    /** @type {HTMLMeterElement} */ (place.querySelector('meter')).value = done;
    /** @type {HTMLElement} */ (place.querySelector('span')).textContent = `${done} / ${items.length}`;
  }
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('tr[data-item]'))) {
    const mark = table[/** @type {string} */ (row.dataset.item)];
    /** @type {HTMLElement} */ (row.querySelector('.state')).textContent = mark ? word(mark.state) : '';
    /** @type {HTMLElement} */ (row.querySelector('.given')).replaceChildren(...(mark ? given(row, mark) : []));
  }
}

/** What was answered: a choice in its own words, what was typed, or the picture that was built. */
function given(/** @type {HTMLElement} */ row, /** @type {import('./progress.js').Mark} */ { answer }) {
  const choice = row.querySelector(`[data-choice="${CSS.escape(answer.answer ?? '')}"]`);
  if (choice) return [...choice.childNodes].map((node) => node.cloneNode(true));
  if (answer.link === undefined) return [Object.values(answer).join(', ')];
  const link = document.createElement('a');
  link.href = `../../index.html#${answer.link}`;
  // In the one-file edition links are followed by lessons/packed.js.
  if ('labPage' in window) link.dataset.to = answer.link;
  link.textContent = word('picture');
  return [link];
}

/** @param {string} name @param {string} [text] in the place of what stands in braces */
function say(name, text = '') {
  byId('progress-said').textContent = word(name).replace(/\{\w+\}/, text);
}

function save() {
  const address = URL.createObjectURL(new Blob([exported()], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'attention-lab-progress.json';
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** @param {string} id of a field for a file @param {(text: string, name: string) => void} take */
function onFile(id, take) {
  byId(id).addEventListener('change', async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    const text = await file.text();
    input.value = '';
    take(text, file.name);
    show();
  });
}

function look(/** @type {Record<string, import('./progress.js').Mark>|null} */ table) {
  looking = table;
  byId('own').hidden = table === null;
  for (const id of ['save', 'forget']) byId(id).disabled = table !== null;
  if (table) byId('each').open = true;
}

byId('save').addEventListener('click', save);
onFile('load', (text) => {
  const taken = imported(text);
  if (taken !== null) look(null);
  say(taken === null ? 'not-loaded' : 'loaded', String(taken));
});
onFile('look', (text, name) => {
  const table = readFile(text);
  if (table) look(table);
  say(table ? 'looking' : 'not-loaded', name);
});
byId('own').addEventListener('click', () => {
  look(null);
  say('');
  show();
});
byId('forget').addEventListener('click', () => {
  if (Object.keys(marks()).length > 0) forgotten = exported();
  say(forget() ? 'forgotten' : 'not-kept');
  show();
});
byId('bring-back').addEventListener('click', () => {
  imported(forgotten);
  forgotten = '';
  say('');
  show();
  byId('forget').focus();
});
// Answered in another tab, or before the reader came back to a page that the browser has kept as it was.
window.addEventListener('storage', show);
window.addEventListener('pageshow', ({ persisted }) => { if (persisted) show(); });
/** @type {HTMLElement} */ (document.querySelector('.progress')).hidden = false;
show();

// The contents page: marks beside the lessons, and the file of progress.
import { exported, forget, imported, marks } from './progress.js';

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

function show() {
  const table = marks();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.marks'))) {
    const items = (place.dataset.items ?? '').split(' ').filter(Boolean);
    const done = items.filter((item) => table[item]).length;
    place.hidden = items.length === 0;
    place.classList.toggle('complete', done === items.length);
    /** @type {HTMLMeterElement} */ (place.querySelector('meter')).value = done;
    /** @type {HTMLElement} */ (place.querySelector('span')).textContent = `${done} / ${items.length}`;
  }
}

/** @param {string} word @param {string} [number] */
function say(word, number = '') {
  const text = document.querySelector(`#progress-words [data-word="${word}"]`)?.textContent ?? '';
  byId('progress-said').textContent = text.replace('{n}', number);
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

async function load(/** @type {Event} */ event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (!file) return;
  const taken = imported(await file.text());
  input.value = '';
  show();
  say(taken === null ? 'not-loaded' : 'loaded', String(taken));
}

byId('save').addEventListener('click', save);
byId('load').addEventListener('change', load);
byId('forget').addEventListener('click', () => {
  say(forget() ? 'forgotten' : 'not-kept');
  show();
});
/** @type {HTMLElement} */ (document.querySelector('.progress')).hidden = false;
show();

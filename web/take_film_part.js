// The part of the dialog that makes a film of the run.
import { counted } from './counted.js';
import { translate } from './language.js';
import { made } from './dialog.js';
import { MOST_PER_SECOND, filmKind, filmOf, wrongFilm } from './take_film.js';
import { button, numberField, section } from './take_form.js';
import { fileName, save } from './take_save.js';

/** @typedef {import('./bridge.js').Lab} Lab */

const help = (/** @type {string} */ words) => made('p', { class: 'help' }, words);

/** Without a word about it a film has at most so many steps. */
const FIRST_MOST = 300;

/** @param {import('./bridge.js').State} state @param {() => void} changed */
function fields({ step, horizon, speed }, changed) {
  const whole = { min: '0', max: String(horizon), step: '1' };
  const to = step > 0 ? step : Math.min(horizon, FIRST_MOST);
  const from = numberField('film-from', 'From step', { ...whole, value: '0' }, changed);
  const upto = numberField('film-to', 'to step', { ...whole, value: String(to) }, changed);
  const every = numberField('film-every', 'every … step', { min: '1', step: '1', value: String(Math.max(1, Math.ceil(to / FIRST_MOST))) }, changed);
  const rate = numberField('film-rate', 'Pictures a second', { min: '0.5', max: String(MOST_PER_SECOND), step: '0.5', value: String(Math.min(30, Math.max(1, Math.round(speed)))) }, changed);
  return {
    roots: [from, upto, every, rate].map(({ root }) => root),
    read: () => ({ from: Number(from.input.value || NaN), to: Number(upto.input.value || NaN), every: Number(every.input.value), perSecond: Number(rate.input.value) }),
  };
}

/** "6 pictures, 0.8 s" @param {{from: number, to: number, every: number, perSecond: number}} film */
function extent({ from, to, every, perSecond }) {
  const count = Math.floor((to - from) / every) + 1;
  return `${counted(count)} ${count === 1 ? 'picture' : 'pictures'}, ${counted(count / perSecond, { maximumFractionDigits: 1 })} s, of what is chosen above.`;
}

/**
 * @param {Lab} lab
 * @param {() => import('./take_picture.js').Choice} chosen
 * @param {(words: string) => void} say
 */
export function filmPart(lab, chosen, say) {
  const state = lab.state();
  const idle = { end: () => Promise.resolve(), changed() {} };
  if (state.horizon === 0) return { root: section('take-film', 'Film', help('This experiment has no steps, so there is nothing that moves.')), ...idle };
  const ending = filmKind();
  if (!ending) return { root: section('take-film', 'Film', help('This browser cannot make films. Pictures of single steps can be saved.')), ...idle };

  /** @type {AbortController|null} */
  let work = null;
  /** Until the film that is being made has put the run back. */
  let ended = Promise.resolve();
  const words = made('p', { class: 'help' });
  const bar = made('progress', { max: '1', value: '0', 'aria-label': 'Film' });
  const film = () => ({ ...chosen(), ...form.read() });
  const changed = () => {
    if (work) return;
    const wrong = wrongFilm(film(), state.horizon);
    words.className = wrong ? 'wrong' : 'help';
    words.textContent = translate(wrong || extent(form.read()));
    make.disabled = wrong !== '';
  };
  const form = fields(state, changed);
  const record = async () => {
    work = new AbortController();
    running(true);
    say('');
    try {
      const progress = (/** @type {number} */ done, /** @type {number} */ all) => { bar.value = done / all; };
      const blob = await filmOf(lab, film(), { progress, signal: work.signal });
      say(save(fileName(lab, `film${chosen().part === 'figure' ? '' : `-${chosen().part}`}`, blob.type.includes('mp4') ? 'mp4' : 'webm'), blob));
    } catch (error) {
      say(String(/** @type {any} */ (error)?.message ?? error));
    } finally {
      work = null;
      running(false);
    }
  };
  const make = button(`Make a film (${ending === 'mp4' ? 'MP4' : 'WebM'})`, () => { ended = record(); });
  const stop = button('Give up', () => work?.abort());
  const running = (/** @type {boolean} */ on) => {
    make.hidden = on;
    stop.hidden = !on;
    bar.hidden = !on;
    bar.value = 0;
    // The button that was pressed is gone.
    (on ? stop : make).focus();
    if (!on) changed();
  };
  for (const part of [stop, bar]) part.hidden = true;
  const root = section('take-film', 'Film', made('div', { class: 'pairs' }, ...form.roots), words, made('div', { class: 'line' }, make, stop, bar));
  const end = () => {
    work?.abort();
    return ended;
  };
  return { root, changed, end };
}

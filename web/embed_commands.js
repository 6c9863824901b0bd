// The commands of the page around an embed, over postMessage. What travels is written down in docs/embed.md:
//   { lab: 1, id, do, args }  ->  { lab: 1, id, ok, value } or { lab: 1, id, ok: false, error }
//   { lab: 1, event: 'ready' | 'change' | 'active', … }  without being asked

import { unknown } from './embed.js';
import { THEMES } from './theme_kept.js';

/** @typedef {ReturnType<typeof import('./api.js').makeApi>} Api */

const VERSION = 1;
const MIME = { svg: 'image/svg+xml', png: 'image/png', csv: 'text/csv', npy: 'application/octet-stream' };

/** Whether the page around the embed is of the lab's own origin: another one's may not even be asked. */
function sameSite() {
  try {
    return window.parent.origin === self.origin;
  } catch {
    return false;
  }
}

/** What is drawn, as a PNG. @param {import('./bridge.js').Lab} lab @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
function photograph(lab, canvas) {
  lab.draw();
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The picture could not be made.'))), MIME.png);
  });
}

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {Api} api
 * @param {HTMLCanvasElement} canvas
 */
function makeCommands(lab, api, canvas) {
  /** Observables that are sent along with each change. @type {string[]} */
  let watched = [];
  const isObservable = (/** @type {string} */ key) => api.schema().observables.some((item) => item.key === key);
  const values = () => Object.fromEntries(watched.map((key) => [key, api.observe(key)]));
  const commands = {
    schema: () => api.schema(),
    state: () => api.state(),
    set: (/** @type {string} */ key, /** @type {string} */ text) => api.set(String(key), text),
    get(/** @type {string} */ key) {
      const known = api.state().values;
      if (Object.hasOwn(known, key)) return known[key];
      if (!isObservable(key)) throw new Error(`There is no parameter or observable '${key}'.`);
      return api.observe(key);
    },
    step(/** @type {number|undefined} */ k) {
      if (k === undefined || k === null) api.transport('forward');
      else if (Number.isNaN(Number(k))) throw new Error(`step is not a number: "${k}".`);
      else api.transport('scrub', Number(k));
      return api.state().step;
    },
    play: () => api.transport('play'),
    pause: () => api.transport('pause'),
    act: (/** @type {string} */ key) => api.act(String(key)),
    link: () => api.link(),
    open: (/** @type {string} */ link) => api.open(String(link)),
    /** Without a name the page around has no wish. @param {any} name */
    theme(name) {
      const refusal = name ? unknown('theme', String(name), THEMES) : '';
      if (refusal) throw new Error(refusal);
      api.theme(name);
    },
    frames: () => api.frames(),
    /** Which observables go along with each change. @param {string|string[]} keys */
    watch(keys) {
      watched = [keys ?? []].flat().map(String).filter(isObservable);
      return values();
    },
    parts: () => api.parts(),
    /** @param {keyof typeof MIME} kind @param {Partial<import('./take_picture.js').Choice>} [choice] @returns {Promise<Blob>|Blob} */
    export(kind, choice = {}) {
      const { part, ...look } = choice ?? {};
      // Without a word about it a PNG is what is on the screen.
      if (kind === 'png') return part || Object.keys(look).length > 0 ? api.png({ theme: 'light', ...choice }) : photograph(lab, canvas);
      if (kind === 'svg') return new Blob([api.svg('light', choice)], { type: MIME.svg });
      if (kind === 'csv' || kind === 'npy') return new Blob([/** @type {BlobPart} */ (api.data(part ?? 'trajectory', kind))], { type: MIME[kind] });
      throw new Error(`The lab exports svg, png, csv and npy, not '${kind}'.`);
    },
    /** The canvas gives the wheel and the finger back. */
    release: () => canvas.ownerDocument.activeElement instanceof HTMLElement && canvas.ownerDocument.activeElement.blur(),
    /** Before the frame is taken down: what it takes to go on later. Work in workers cannot be taken up again. */
    rest() {
      if (lab.jobs().length > 0) return { busy: true };
      lab.draw();
      const picture = canvas.toDataURL();
      const { link, playing, headline, description } = api.state();
      return { link, playing, picture, words: `${headline}. ${description}` };
    },
    /** A surface that is given back is there for others at once, and not when the browser next tidies up. */
    end: () => canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  };
  return { commands, observed: values };
}

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {Api} api
 * @param {HTMLCanvasElement} canvas
 * @param {import('./embed.js').Wanted} want
 * @param {Record<string, Function>} more commands of the page itself
 */
export function obeyParent(lab, api, canvas, want, more) {
  const { commands, observed } = makeCommands(lab, api, canvas);
  const known = /** @type {Record<string, Function>} */ ({ ...commands, ...more });
  // 'null' is the origin of sandboxed pages and no address that a message could be sent to.
  const target = want.origin === 'null' ? '*' : want.origin;
  /** Uninvited words go only to a page that named itself, or has spoken. */
  let speaking = new URLSearchParams(location.search).has('origin') || sameSite();
  const tell = (/** @type {object} */ message) => {
    if (window.parent !== window) window.parent.postMessage({ lab: VERSION, ...message }, target);
  };
  const say = (/** @type {object} */ message) => { if (speaking) tell(message); };
  let warned = false;

  window.addEventListener('message', async ({ data, origin, source }) => {
    if (data?.lab !== VERSION || typeof data.do !== 'string' || source !== window.parent) return;
    if (origin !== want.origin) {
      if (!warned) console.warn(`A command of ${origin} was not obeyed: this embed obeys ${want.origin}. Its address can name another origin.`);
      warned = true;
      return;
    }
    speaking = true;
    const { id, args } = data;
    try {
      if (!Object.hasOwn(known, data.do)) throw new Error(`There is no command '${data.do}'.`);
      const value = await known[data.do](...(Array.isArray(args) ? args : []));
      tell({ id, ok: true, value });
    } catch (error) {
      tell({ id, ok: false, error: String(/** @type {any} */ (error)?.message ?? error) });
    }
  });

  let last = '';
  return {
    say,
    ready: () => say({ event: 'ready', slug: api.state().slug, title: api.schema().title }),
    /** To be called after each change. @param {import('./bridge.js').State} state */
    changed(state) {
      if (!speaking) return;
      const { step, horizon, playing, values, link } = state;
      const news = { step, horizon, playing, values, observables: observed(), link };
      const text = JSON.stringify(news);
      if (text === last) return;
      last = text;
      say({ event: 'change', ...news });
    },
  };
}

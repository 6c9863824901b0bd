// <attention-lab scene="hardmax" alpha="0.3" controls="alpha" …>: one experiment in a page of yours.
// Attributes, methods, events: docs/embed.md; types: attention-lab.d.ts.
import { addressOf, FIXED, linkOf, settingsOf } from './embed_address.js';
import { pool } from './embed_pool.js';
import { makeShadow } from './embed_shadow.js';

const BASE = new URL('.', import.meta.url);
/** How long a frame may take to hand over its last picture before it is taken down without, in ms. */
const REST_TIME = 3000;

export class AttentionLabElement extends HTMLElement {
  /** So many embeds of a page run at once; browsers allow about 16 drawing surfaces. */
  static get most() { return pool.most; }
  static set most(count) { pool.most = Math.max(1, Math.floor(count)); }

  #parts = makeShadow(this);
  /** @type {HTMLIFrameElement|null} */
  #frame = null;
  #live = false;
  /** Where to go on: link, and whether it played; null: where the attributes say. @type {{link: string, playing: boolean}|null} */
  #left = null;
  /** The attributes changed while the frame was loading. */
  #stale = false;
  #busy = 0;
  #next = 1;
  /** @type {Map<number, {done: (value: any) => void, failed: (error: Error) => void}>} */
  #open = new Map();
  /** @type {Set<{keys: string[], callback: (news: any) => void, last: string}>} */
  #subscriptions = new Set();
  #firstReady = withResolvers();
  #alive = withResolvers();
  #attributes = new MutationObserver((changes) => this.#followAttributes(changes));
  #release = () => { void this.#tell('release'); };

  constructor() {
    super();
    this.#parts.start.addEventListener('click', () => { void pool.force(this.#handle); });
  }

  /** For the pool: what it may do with this element and nobody else. */
  #handle = {
    element: /** @type {HTMLElement} */ (this),
    start: () => this.#start(),
    rest: () => this.#rest(),
    idle: () => this.#busy === 0,
    waiting: (/** @type {boolean} */ on) => this.#parts.waiting(on),
  };

  connectedCallback() {
    this.#parts.size(this.getAttribute('height'));
    this.#parts.name(this.#name());
    window.addEventListener('message', this.#hear);
    this.#attributes.observe(this, { attributes: true, attributeOldValue: true });
    pool.watch(this.#handle);
  }

  disconnectedCallback() {
    window.removeEventListener('message', this.#hear);
    document.removeEventListener('pointerdown', this.#release, true);
    this.#attributes.disconnect();
    pool.forget(this.#handle);
    this.#takeDown();
  }

  /** Settles when the embed has run for the first time; does not start it. @returns {Promise<AttentionLabElement>} */
  get ready() { return this.#firstReady.promise.then(() => this); }

  /** Whether it runs now, or is replaced by its last picture. */
  get live() { return this.#live; }

  /** @param {string} key @param {string|number|boolean} value @returns {Promise<void>} */
  set(key, value) { return this.#ask('set', key, value); }
  /** @param {string} key of a parameter (its text) or an observable @returns {Promise<any>} */
  get(key) { return this.#ask('get', key); }
  /** One step, or to step k. @param {number} [k] @returns {Promise<number>} */
  step(k) { return this.#ask('step', k); }
  play() { return this.#ask('play'); }
  pause() { return this.#ask('pause'); }
  /** @param {string} key of an action */
  act(key) { return this.#ask('act', key); }
  state() { return this.#ask('state'); }
  schema() { return this.#ask('schema'); }
  /** @returns {Promise<string>} the state as a link, without '#' */
  link() { return !this.#live && this.#left ? Promise.resolve(this.#left.link) : this.#ask('link'); }
  /** @param {string} link @returns {Promise<string[]>} a sentence for each part that was not used */
  open(link) { return this.#ask('open', link); }
  /** @param {'svg'|'png'|'csv'|'npy'} kind @returns {Promise<Blob>} */
  export(kind, choice = {}) { return this.#ask('export', kind, choice); }
  parts() { return this.#ask('parts'); }
  /** Frames drawn since it was started; does not start it. @returns {Promise<number>} */
  frames() { return this.#live ? this.#ask('frames') : Promise.resolve(0); }

  /**
   * Calls back with the values of these parameters and observables, at the start and when one of them changes.
   * @param {string|string[]} keys
   * @param {(news: {step: number, values: Record<string, any>}) => void} callback
   * @returns {() => void} ends it
   */
  subscribe(keys, callback) {
    const subscription = { keys: [keys].flat(), callback, last: '' };
    this.#subscriptions.add(subscription);
    void this.#watchAll();
    return () => {
      this.#subscriptions.delete(subscription);
      void this.#watchAll();
    };
  }

  // ---- the frame

  #name() { return this.getAttribute('label') || `Attention Lab: ${this.getAttribute('scene') ?? 'hardmax'}`; }

  /** Settles when the frame runs. */
  #start() {
    if (this.#frame) return this.#alive.promise;
    const link = this.#left?.link ?? linkOf(this);
    const frame = document.createElement('iframe');
    frame.title = this.#name();
    frame.allow = 'clipboard-write; fullscreen';
    frame.src = addressOf(BASE, this, self.origin) + (link ? `#${link}` : '');
    this.#frame = frame;
    this.#parts.show(frame);
    return this.#alive.promise;
  }

  async #begin() {
    this.#live = true;
    this.#parts.started();
    if (this.#stale) await this.#tell('open', linkOf(this));
    this.#stale = false;
    if (this.#left?.playing) void this.#tell('play');
    await this.#watchAll();
    this.#alive.resolve(this);
    this.#firstReady.resolve(this);
    this.dispatchEvent(new CustomEvent('lab-ready', { bubbles: true }));
  }

  /** Takes the frame down and keeps its picture and its link; false where it has work that would be lost. */
  async #rest() {
    if (!this.#live) return false;
    const late = new Promise((done) => { setTimeout(() => done(null), REST_TIME); });
    const left = await Promise.race([this.#tell('rest').catch(() => null), late]);
    if (left?.busy || this.#busy > 0) return false;
    if (left) {
      this.#left = { link: left.link, playing: left.playing };
      await this.#parts.picture(left.picture, `${this.#name()}. ${left.words}`);
    }
    void this.#tell('end').catch(() => {});
    this.#takeDown();
    return true;
  }

  #takeDown() {
    this.#live = false;
    this.#frame = null;
    this.#parts.drop();
    for (const { failed } of this.#open.values()) failed(new Error('The embed was taken down.'));
    this.#open.clear();
    this.#alive = withResolvers();
    document.removeEventListener('pointerdown', this.#release, true);
  }

  // ---- messages

  /** A command to a frame that runs. @param {string} name @param {unknown[]} args @returns {Promise<any>} */
  #tell(name, ...args) {
    const window = this.#frame?.contentWindow;
    if (!window) return Promise.resolve();
    const id = this.#next++;
    return new Promise((done, failed) => {
      this.#open.set(id, { done, failed });
      // A page without an origin of its own cannot name the frame's, which has none either.
      window.postMessage({ lab: 1, id, do: name, args }, self.origin === 'null' ? '*' : BASE.origin);
    });
  }

  /** A command that wakes the embed where it is asleep. @param {string} name @param {unknown[]} args */
  async #ask(name, ...args) {
    this.#busy++;
    try {
      if (!this.#live) {
        if (!this.isConnected) throw new Error('This attention-lab is not part of a page.');
        await pool.force(this.#handle);
      }
      return await this.#tell(name, ...args);
    } finally {
      this.#busy--;
      pool.tidy();
    }
  }

  #hear = (/** @type {MessageEvent} */ { data, origin, source }) => {
    if (!this.#frame || source !== this.#frame.contentWindow || data?.lab !== 1) return;
    if (origin !== BASE.origin && !(origin === 'null' && self.origin === 'null')) return;
    if (data.event === 'ready') void this.#begin();
    else if (data.event === 'change') this.#changed(data);
    else if (data.event === 'active') this.#taken(data.on);
    else this.#reply(data);
  };

  #reply(/** @type {any} */ { id, ok, value, error }) {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    if (ok) open.done(value);
    else open.failed(new Error(error));
  }

  #changed(/** @type {any} */ { step, horizon, playing, values, observables, link }) {
    this.#left = { link, playing };
    this.dispatchEvent(new CustomEvent('lab-change', { bubbles: true, detail: { step, horizon, playing, values, observables } }));
    const all = { ...values, ...observables };
    for (const subscription of this.#subscriptions) {
      const news = Object.fromEntries(subscription.keys.map((key) => [key, all[key]]));
      const text = JSON.stringify([step, news]);
      if (text === subscription.last) continue;
      subscription.last = text;
      subscription.callback({ step, values: news });
    }
  }

  /** While the picture is in hand, a press anywhere else gives it back; phones do not move the focus by themselves. */
  #taken(/** @type {boolean} */ on) {
    if (on) document.addEventListener('pointerdown', this.#release, true);
    else document.removeEventListener('pointerdown', this.#release, true);
  }

  async #watchAll() {
    if (!this.#live) return;
    const keys = [...new Set([...this.#subscriptions].flatMap((subscription) => subscription.keys))];
    const observables = await this.#tell('watch', keys).catch(() => null);
    if (!observables || keys.length === 0) return;
    this.#changed({ ...await this.#tell('state'), observables });
  }

  // ---- attributes

  #followAttributes(/** @type {MutationRecord[]} */ changes) {
    const names = new Set(changes.filter(({ attributeName, oldValue }) => this.getAttribute(String(attributeName)) !== oldValue)
      .map(({ attributeName }) => String(attributeName)));
    const has = (/** @type {string[]} */ ...some) => some.some((name) => names.has(name));
    if (has('height')) this.#parts.size(this.getAttribute('height'));
    if (has('label', 'scene')) this.#parts.name(this.#name());
    if (has('scene', 'link')) {
      this.#left = null;
      this.#stale = this.#frame !== null && !this.#live;
      if (this.#live) void this.open(linkOf(this));
      return;
    }
    if (!this.#live) {
      // What was said before the start, or while it was away, counts as if it had always been there.
      if (!has('step') && [...names].every((name) => FIXED.has(name))) return;
      this.#left = null;
      this.#stale = this.#frame !== null;
      return;
    }
    if (has('level', 'controls', 'locked')) {
      void this.#tell('show', this.getAttribute('level') ?? 'controls', this.getAttribute('controls'), this.getAttribute('locked') ?? '').catch(warn);
    }
    if (has('theme')) void this.#tell('theme', this.getAttribute('theme') ?? '').catch(warn);
    if (has('step')) void this.step(Number(this.getAttribute('step') ?? 0)).catch(warn);
    for (const [key, value] of settingsOf(this)) {
      if (has(key, `param-${key}`)) void this.set(key, value).catch(warn);
    }
  }
}

/** For attributes that were changed: nobody waits for an answer. @param {Error} error */
const warn = (error) => console.warn(error.message);

function withResolvers() {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

if (!customElements.get('attention-lab')) customElements.define('attention-lab', AttentionLabElement);

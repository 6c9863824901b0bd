// The one door to the C++ side: its exports as functions on plain values. Nothing else in the page calls them.
// The shapes of schema and state are written down in src/views/state_json.h.

/**
 * @typedef {{key: string, label: string, unit: string, group: string, help: string, kind: string, signs: string,
 *   min?: number, max?: number, smallest?: number, endless?: boolean, scale?: string, choices?: {key: string, label: string}[],
 *   view_only: boolean}} Param
 * @typedef {{key: string, label: string, help: string, unit?: string}} Item  an action or an observable
 * @typedef {{slug: string, title: string, chapter: string, claim: string, source: string,
 *   params: Param[], actions: Item[], observables: Item[],
 *   scenes: {slug: string, title: string, claim: string}[]}} Schema
 * @typedef {{claim: string, hypothesis: string, prediction: string, measured: string, finding: string}} Verdict
 * @typedef {{title: string, columns: string[], rows: {text: string, emphasis?: string}[][], note: string}} Table
 * @typedef {{title: string, text: string, note: string, chosen: number, letters: {name: string, hole: boolean, handle: number}[]}} Strip
 * @typedef {{title: string, text: string, note?: string}} Chart  bars or a map, in words
 * @typedef {{slug: string, values: Record<string, string>, fallbacks: Record<string, string>, step: number, step_name?: string,
 *   horizon: number, speed: number, playing: boolean, revision: number, selected: number|null, headline: string,
 *   description: string, notes: string[], verdicts: Verdict[], tables: Table[],
 *   strips?: Strip[], bars?: Chart[], maps?: Chart[],
 *   plots: {title: string, x: string, y: string, series: string[]}[], link: string, theme?: string, themeByHand?: boolean}} State
 * @typedef {{id: string, kind: string, options: string, want: string, asks: number}} Job  as in src/scenes/scene.h
 * @typedef {{key: string, x: number, y: number, w: number, h: number}} Rect  in CSS px of the canvas
 * @typedef {{key: string, area: [number, number, number, number], whole: boolean, ground: boolean}} Target
 * @typedef {{top: number, right: number, bottom: number, left: number, keyboard: number}} Insets  in CSS px
 * @typedef {{name: string, title: string, note: string, svg: boolean, csv: boolean, npy: boolean}} Part  to take away
 * @typedef {ReturnType<typeof connect>} Lab
 */

/** @param {string} sentence */
export function orThrow(sentence) {
  if (sentence) throw new Error(sentence);
}

/** @param {Record<string, number[]>|null} byKey @returns {Rect[]} */
function rectList(byKey) {
  return Object.entries(byKey ?? {}).map(([key, [x, y, w, h]]) => ({ key, x, y, w, h }));
}

/** Lists travel as texts in JSON form ("[2,4]", "null"), and so do records; here they become what they say. @param {unknown} value */
function plainList(value) {
  return typeof value === 'string' && /^(\[.*\]|\{.*\}|null)$/.test(value) ? JSON.parse(value) : value;
}

/**
 * @param {any} module what createAttentionLab resolves to
 */
export function connect(module) {
  /** @param {string} name @param {(string|number)[]} args */
  const call = (name, args, result) =>
    module.ccall(name, result, args.map((a) => (typeof a === 'number' ? 'number' : 'string')), args);
  const text = (/** @type {string} */ name, /** @type {(string|number)[]} */ ...args) => /** @type {string} */ (call(name, args, 'string') ?? '');
  const number = (/** @type {string} */ name, /** @type {(string|number)[]} */ ...args) => /** @type {number} */ (call(name, args, 'number'));
  const run = (/** @type {string} */ name, /** @type {(string|number)[]} */ ...args) => { call(name, args, null); };
  const json = (/** @type {string} */ name, /** @type {(string|number)[]} */ ...args) => {
    const reply = text(name, ...args);
    return reply ? JSON.parse(reply) : null;
  };

  /** @template T @param {Uint8Array} bytes @param {(at: number) => T} use @returns {T} */
  const withBytes = (bytes, use) => {
    const at = module._malloc(Math.max(1, bytes.length));
    if (!at) throw new Error('There is not enough memory for this file');
    // Memory may have grown: the view is asked for afterwards.
    module.HEAPU8.set(bytes, at);
    try {
      return use(at);
    } finally {
      module._free(at);
    }
  };

  /** A copy of what the lab has made ready. @returns {Uint8Array} */
  const taken = () => {
    const at = number('lab_taken');
    return module.HEAPU8.slice(at, at + number('lab_taken_size'));
  };

  return {
    /** @returns {Schema} */
    schema: () => json('lab_schema'),
    /** @returns {State} */
    state: () => json('lab_state'),
    /** Where the drawn controls are. @returns {Rect[]} */
    rects: () => rectList(json('lab_rects')),
    /** Where the panel stands beside the picture. @returns {Rect|undefined} */
    panel: () => rectList(json('lab_panel_area')).find(({ w }) => w > 0),
    // What the reader does by hand is bound by the locks of an embed; what a page's script does is not.
    /** Sets a parameter from its text form. @returns {string} "" or one sentence */
    set: (/** @type {string} */ key, /** @type {string} */ value, byHand = false) => text('lab_set', key, value, byHand ? 1 : 0),
    /** Does an action of the scene. @returns {string} "" or one sentence */
    act: (/** @type {string} */ key, byHand = false) => text('lab_act', key, byHand ? 1 : 0),
    /** play, pause, toggle, forward, back, reset, scrub (to layer k). @returns {string} "" or one sentence */
    transport: (/** @type {string} */ name, k = 0) => text('lab_transport', name, k),
    /** @returns {string[]} one sentence for each part of the link that was not used */
    openLink: (/** @type {string} */ link) => json('lab_open_link', link)?.problems ?? [],
    link: () => text('lab_link'),
    select: (/** @type {number} */ token) => run('lab_select', token),
    /** @returns {[number, number]|null} CSS px */
    tokenScreen: (/** @type {number} */ token) => json('lab_token_screen', token),
    /** A measured quantity: number, boolean, text, or a list. */
    observe: (/** @type {string} */ key) => plainList(json('lab_observe', key)),
    /** @returns {number[][]|null} */
    trajectory: (/** @type {number} */ k) => json('lab_trajectory', k),
    /** Bits of the states 0 .. k, in hexadecimal. */
    hash: (/** @type {number} */ k) => text('lab_hash', k),
    /** A file of the lab's own has come. @param {string} name @param {Uint8Array} bytes */
    give: (name, bytes) => withBytes(bytes, (at) => { run('lab_give', name, at, bytes.length); }),
    missing: (/** @type {string} */ name, /** @type {string} */ why) => run('lab_missing', name, why),
    /** A file of the reader's. @param {string} name @param {Uint8Array} bytes @returns {string} "" or one sentence */
    openFile: (name, bytes) => withBytes(bytes, (at) => text('lab_open_file', name, at, bytes.length)),
    /** Whether the page does jobs in workers. */
    setWorkers: (/** @type {boolean} */ on) => run('lab_set_workers', on ? 1 : 0),
    /** @returns {Job[]} */
    jobs: () => json('lab_jobs') ?? [],
    /** What a job works on; a copy. @param {string} job @param {string} name @returns {Uint8Array} */
    jobInput(job, name) {
      const at = number('lab_job_input', job, name);
      return module.HEAPU8.slice(at, at + number('lab_job_input_size', job, name));
    },
    /** @param {string} job @param {Uint8Array} bytes */
    jobReport: (job, bytes) => withBytes(bytes, (at) => { run('lab_job_report', job, at, bytes.length); }),
    /** A click on a letter or a cell. @returns {string} "" or one sentence */
    press: (/** @type {number} */ handle, byHand = false) => text('lab_press', handle, byHand ? 1 : 0),
    /** What there is to take away now: src/views/take.h. @returns {Part[]} */
    parts: () => json('lab_parts') ?? [],
    /** Why there is no trajectory, "" where there is one. */
    noTrajectory: () => text('lab_no_trajectory'),
    // Names come from pages around an embed too: a number in the place of a text would be taken for a place in memory.
    /** A part as an SVG document; in its own units, the file `scale` times as large. Throws the lab's sentence. */
    svg(/** @type {string} */ theme, part = 'figure', width = 1280, height = 720, scale = 1, outlined = false) {
      orThrow(text('lab_part_svg', String(part), String(theme), width, height, scale, outlined ? 1 : 0));
      return new TextDecoder().decode(taken());
    },
    /** The numbers of a part as a file. Throws the lab's sentence. @param {string} part @param {'csv'|'npy'} kind @returns {Uint8Array} */
    data(part, kind) {
      orThrow(text('lab_part_data', String(part), kind === 'npy' ? 1 : 0));
      return taken();
    },
    /** The reader's own files that this state needs. @returns {{name: string, size: number}[]} */
    ownFiles: () => json('lab_own_files') ?? [],
    /** @param {string} name @returns {Uint8Array} */
    ownFile(name) {
      orThrow(text('lab_own_file', name));
      return taken();
    },
    /** What opening a link would say; nothing is changed. @returns {string[]} */
    checkLink: (/** @type {string} */ link) => json('lab_check_link', link) ?? [],
    /** What an embed shows: src/gui/embed.h. `shown`: "*" or keys. */
    embed: (/** @type {string} */ level, /** @type {string} */ shown, /** @type {string} */ locked) => run('lab_embed', level, shown, locked),
    /** Asleep, no frame is drawn and no model time passes. */
    sleep: (/** @type {boolean} */ on) => run('lab_sleep', on ? 1 : 0),
    /** Draws at once; the canvas can be read in the same task. */
    draw: () => run('lab_draw'),
    /** Drawn frames since the start. */
    frames: () => number('lab_frames'),
    /** No frame is asked for. */
    resting: () => number('lab_resting') !== 0,
    /** All that can be pressed on the canvas as it was drawn last. @returns {Target[]} */
    targets: () => json('lab_targets') ?? [],
    /** The signs that go into the text field drawn at this place: digits, decimal, signed, text; "" where there is none. */
    signsAt: (/** @type {number} */ x, /** @type {number} */ y) => text('lab_signs_at', x, y),
    /** What is marked in the text field that is edited, or all of it. */
    editedText: () => text('lab_edited_text'),
    /** What of the canvas is not to be used, and how high a soft keyboard covers it. @param {Insets} insets */
    insets: ({ top, right, bottom, left, keyboard }) => run('lab_insets', top, right, bottom, left, keyboard),
    /** Text typed or composed, for the text field that the canvas shows. */
    typed: (/** @type {string} */ utf8) => run('lab_text', utf8),
    key: (/** @type {number} */ code, /** @type {boolean} */ down) => run('lab_key', code, down ? 1 : 0),
    paste: (/** @type {string} */ utf8) => run('lab_paste', utf8),
    /** Asks for a frame: something happened that may change the picture. */
    wake: () => run('lab_wake'),
    /** The twin of this control has the focus: mark it and scroll to it. */
    focus: (/** @type {string} */ key) => run('lab_focus', key),
    /** As if the drawn control were pressed. */
    click: (/** @type {string} */ key) => run('lab_click', key),
    contextLost: () => run('lab_context_lost'),
    contextRestored: () => run('lab_context_restored'),
    /** The languages to choose from: lines of code, tab and name. */
    setLanguages: (/** @type {string} */ lines) => run('lab_set_languages', lines),
    /** Lines of English, tab and other words; none for English. @param {string} code @param {string} lines */
    setLanguage: (code, lines) => run('lab_set_language', code, lines),
    translate: (/** @type {string} */ english) => text('lab_translate', english),
    /** What the system or the page around proposes; the reader's own choice stands above it. */
    setTheme: (/** @type {string} */ name) => run('lab_set_theme', name),
    chooseTheme: (/** @type {string} */ name) => run('lab_choose_theme', name),
    setReducedMotion: (/** @type {boolean} */ on) => run('lab_set_reduced_motion', on ? 1 : 0),
  };
}

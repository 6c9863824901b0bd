// The HTML twin: everything that is drawn on the canvas, once more as ordinary HTML. It is made from the program's
// own tables (schema), so a new parameter appears here by itself. It serves screen readers, keyboards and tests.
import { chooseLanguage, language, languages, translate } from './language.js';
import { status } from './messages.js';
import { openShare } from './share.js';
import { openTake } from './take.js';
import { makeField } from './twin_field.js';
import { makePlacer } from './twin_place.js';
import { makeReport, makeVoice } from './twin_report.js';
import { makeTransport } from './twin_transport.js';
import { KEYS, makeThemes, makeView } from './twin_view.js';

/** The lab itself, which shows all and locks nothing. @type {import('./embed.js').Shown} */
const EVERYTHING = { whole: true, share: true, take: true, shows: () => true, locks: () => false };

/** The dialogs: key, name, help, how it is opened. @type {['share'|'take', string, string, (lab: Lab) => void][]} */
const HAND_ON = [['share', 'Share', 'Link, QR code, embed', openShare], ['take', 'Take away', 'Pictures, numbers, film, state', openTake]];

/**
 * @typedef {import('./bridge.js').Lab} Lab
 * @typedef {import('./bridge.js').State} State
 */

/** @param {string} tag @param {string} text */
function withText(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** Rows with the same group under one heading, in the order of the table. @param {import('./bridge.js').Param[]} params */
function grouped(params) {
  /** @type {Map<string, import('./bridge.js').Param[]>} */
  const groups = new Map();
  for (const param of params) {
    const group = groups.get(param.group);
    if (group) group.push(param);
    else groups.set(param.group, [param]);
  }
  return groups;
}

/**
 * @param {Lab} lab
 * @param {HTMLElement} panel
 * @param {() => void} refresh reads the state again and syncs
 * @param {import('./embed.js').Shown} shown
 */
function build(lab, panel, refresh, shown) {
  const schema = lab.schema();
  /** @type {Map<string, HTMLElement>} */
  const controls = new Map();
  const attempt = (/** @type {() => string} */ work) => {
    const wrong = work();
    status(wrong);
    refresh();
    return wrong;
  };

  // In the order in which they are drawn: the bar at the top, time, the picture's own buttons, then the parameters.
  const bar = topBar(lab, schema, refresh, shown, controls);
  const transport = makeTransport(lab, attempt);
  const view = makeView(lab);
  for (const part of [transport, view]) for (const [key, control] of part.controls) controls.set(key, control);

  const form = document.createElement('form');
  form.setAttribute('aria-label', translate('Parameters'));
  form.noValidate = true;
  form.addEventListener('submit', (event) => event.preventDefault());
  /** @type {import('./twin_field.js').Field[]} */
  const fields = [];
  for (const [group, params] of grouped(schema.params.filter(({ key }) => shown.shows(key)))) {
    const set = document.createElement('fieldset');
    set.append(withText('legend', group));
    for (const param of params) {
      const field = makeField(param, (key, text) => attempt(() => lab.set(key, text, true)), shown.locks(param.key));
      fields.push(field);
      controls.set(field.key, field.control);
      set.append(field.root);
    }
    form.append(set);
  }

  const actions = document.createElement('div');
  actions.className = 'buttons';
  actions.setAttribute('role', 'group');
  actions.setAttribute('aria-label', translate('Actions'));
  for (const action of schema.actions.filter(({ key }) => shown.shows(key) && !shown.locks(key))) {
    const button = /** @type {HTMLButtonElement} */ (withText('button', action.label));
    button.type = 'button';
    button.dataset.key = action.key;
    button.title = action.help;
    button.addEventListener('click', () => attempt(() => lab.act(action.key, true)));
    controls.set(action.key, button);
    actions.append(button);
  }

  const report = makeReport(lab, schema, shown.whole);
  const heading = document.createElement('div');
  const keys = withText('p', translate(KEYS));
  keys.id = 'picture-keys';
  keys.className = 'help';
  heading.append(withText('h2', schema.title), withText('p', schema.claim));
  panel.replaceChildren(heading, bar.root, transport.root, view.root, form, actions, report.root, keys);
  return {
    schema,
    controls,
    /** @param {import('./bridge.js').Rect[]} rects */
    drawn: (rects) => view.sync(rects),
    /** @param {State} state */
    sync(state) {
      bar.sync(state);
      transport.sync(state);
      for (const field of fields) field.sync(state.values[field.key]);
      report.sync(state);
    },
  };
}

/**
 * The other experiments, sharing, the theme; of these what the level of an embed leaves.
 * @param {Lab} lab
 * @param {import('./bridge.js').Schema} schema
 * @param {() => void} refresh
 * @param {import('./embed.js').Shown} shown
 * @param {Map<string, HTMLElement>} controls
 */
function topBar(lab, schema, refresh, shown, controls) {
  const root = document.createElement('div');
  if (schema.scenes.length > 1 && shown.whole) {
    const chooser = sceneChooser(lab, schema, refresh);
    root.append(chooser.root);
    controls.set('scene-chooser', chooser.control);
  }
  for (const [key, words, help, open] of HAND_ON) {
    if (!shown[key]) continue;
    const button = /** @type {HTMLButtonElement} */ (withText('button', translate(words)));
    button.type = 'button';
    button.dataset.key = key;
    button.title = translate(help);
    button.addEventListener('click', () => open(lab));
    controls.set(key, button);
    root.append(button, ' ');
  }
  if (languages().length > 1 && shown.share) {
    const chooser = languageChooser();
    controls.set('language', chooser.select);
    root.append(chooser.root);
  }
  const themes = makeThemes((name) => {
    lab.chooseTheme(name);
    refresh();
  });
  if (shown.whole) {
    root.append(themes.root);
    for (const [key, control] of themes.controls) controls.set(key, control);
  }
  return { root, sync: (/** @type {State} */ state) => themes.sync(state.theme) };
}

/** @param {Lab} lab @param {import('./bridge.js').Schema} schema @param {() => void} refresh */
function sceneChooser(lab, schema, refresh) {
  const root = document.createElement('div');
  root.className = 'field choice';
  const select = document.createElement('select');
  select.id = 'scene-chooser';
  select.dataset.key = 'scene-chooser';
  for (const scene of schema.scenes) select.add(new Option(scene.title, scene.slug, false, scene.slug === schema.slug));
  select.addEventListener('change', () => {
    lab.openLink(`scene=${select.value}`);
    refresh();
  });
  const label = withText('label', translate('Experiment'));
  label.setAttribute('for', select.id);
  root.append(label, select);
  return { root, control: select };
}

function languageChooser() {
  const root = document.createElement('div');
  root.className = 'field choice';
  const select = document.createElement('select');
  select.id = 'language-chooser';
  select.dataset.key = 'language';
  for (const [code, name] of languages()) select.add(new Option(name, code, false, code === language()));
  for (const option of select.options) option.lang = option.value;
  select.addEventListener('change', () => { void chooseLanguage(select.value).then(status); });
  const label = withText('label', translate('Language'));
  label.setAttribute('for', select.id);
  root.append(label, select);
  return { root, select };
}

/**
 * @param {Lab} lab
 * @param {{panel: HTMLElement, toggle: HTMLButtonElement, voice: HTMLElement, title: HTMLElement}} parts
 * @param {import('./embed.js').Shown} [shown] what of it an embed shows
 */
export function makeTwin(lab, { panel, toggle, voice, title }, shown = EVERYTHING) {
  const placer = makePlacer(panel, toggle, (key) => lab.focus(key));
  const speak = makeVoice(voice);
  /** @type {ReturnType<typeof build>|null} */
  let twin = null;

  const sync = () => {
    const state = lab.state();
    if (!twin || twin.schema.slug !== state.slug) {
      panel.setAttribute('aria-label', translate('Controls and readings'));
      const held = panel.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : undefined;
      twin = build(lab, panel, sync, shown);
      placer.use(twin.controls);
      // Who chose an experiment or a language goes on from there.
      if (held) twin.controls.get(held)?.focus({ preventScroll: true });
      title.textContent = `Attention Lab: ${twin.schema.title}`;
    }
    twin.sync(state);
    const rects = lab.rects();
    twin.drawn(rects);
    placer.place(rects, lab.panel());
    speak(state);
    return state;
  };

  placer.pin(false);
  panel.setAttribute('role', 'region');
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    placer.pin(!placer.pinned);
    sync();
  });
  return {
    sync,
    /** The same in another language. */
    renew() {
      twin = null;
      placer.pin(placer.pinned);
      sync();
    },
    /** Another choice of controls. @param {import('./embed.js').Shown} choice */
    show(choice) {
      shown = choice;
      twin = null;
      sync();
    },
  };
}

// The dialog that hands the experiment on: a link, its code for phones, and an embed with a live preview.
import { counted } from './counted.js';
import { made, openDialog, saidLine } from './dialog.js';
import { language, translate } from './language.js';
import { isPacked } from './packed.js';
import { MOST_BYTES, qrCode } from './qr.js';
import { settingsList, snippets } from './share_snippets.js';

/**
 * @typedef {import('./bridge.js').Lab} Lab
 * @typedef {import('./share_snippets.js').Choice} Choice
 */

const LEVELS = [
  ['controls', 'Picture and controls', 'the picture, the bar of steps, and the controls you choose'],
  ['picture', 'Picture only', 'the picture and the bar of steps; nothing else can be changed'],
  ['full', 'The whole lab', 'also plots, verdicts, tables and the other experiments'],
];
const THEMES = [['', 'as the reader has it'], ['light', 'light'], ['dark', 'dark'], ['projector', 'projector']];
/** Typing need not start the preview anew at each letter, in ms. */
const PREVIEW_GAP = 300;

/** The element's script, which pages of others load too. */
function loadElement() {
  if (document.querySelector('script[src="attention-lab.js"]')) return;
  document.head.append(made('script', { type: 'module', src: 'attention-lab.js' }));
}

/** @param {string} text @param {HTMLInputElement|HTMLTextAreaElement} field where it stands, for browsers that copy only what is chosen */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    try {
      return document.execCommand('copy');
    } catch {
      return false;
    }
  }
}

/** @param {string} words @param {HTMLInputElement|HTMLTextAreaElement} field @param {HTMLElement} said @param {boolean} [first] has the focus at the start */
function copyButton(words, field, said, first = false) {
  const button = made('button', { type: 'button', ...(first ? { autofocus: '' } : {}) }, words);
  button.addEventListener('click', async () => {
    said.textContent = '';
    const done = await copy(field.value, field);
    said.textContent = translate(done ? 'Copied.' : 'The browser did not let the lab copy. The text is chosen: press Ctrl+C.');
  });
  return button;
}

/** The code as a picture, or a sentence why there is none. @param {string} address */
function codeOf(address) {
  const code = qrCode(address);
  if (!code) {
    const size = counted(new TextEncoder().encode(address).length);
    return made('p', { class: 'help' }, `This link has ${size} characters. A code that a phone reads well holds at most ` +
      `${counted(MOST_BYTES)}, so please copy the link instead.`);
  }
  const side = code.length + 8;
  const path = code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': translate('QR code of the link'), class: 'code' })) {
    svg.setAttribute(name, value);
  }
  for (const [tag, attributes] of /** @type {[string, Record<string, string>][]} */ ([
    ['rect', { width: String(side), height: String(side), fill: '#fff' }],
    ['path', { d: path, fill: '#000', 'shape-rendering': 'crispEdges' }],
  ])) {
    const part = document.createElementNS(svg.namespaceURI, tag);
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    svg.append(part);
  }
  return svg;
}

/** @param {string} address @param {HTMLElement} said */
function linkPart(address, said) {
  const field = made('input', { id: 'share-link', readonly: '', value: address, spellcheck: 'false' });
  const notes = ['The link holds the whole state: parameters, step and view.'];
  notes.push('Texts, weights and training of your own stay on your machine and are not in it.');
  if (isPacked) {
    notes.push('This is the lab as one file: the link works on this machine, or wherever the same file lies at the same place.');
  } else if (/^(localhost|127\.|\[::1\])/.test(location.hostname)) {
    notes.push('This lab is served by your own machine, so the link works only there. Publish the site to share it with others.');
  }
  return made('section', { class: 'share-link', 'aria-labelledby': 'share-link-title' },
    made('h3', { id: 'share-link-title' }, 'Link'),
    made('div', { class: 'with-code' },
      made('div', {},
        made('label', { for: field.id, class: 'sr-only' }, 'Link to this experiment'),
        made('div', { class: 'line' }, field, copyButton('Copy link', field, said, true)),
        ...notes.map((note) => made('p', { class: 'help' }, note))),
      codeOf(address)));
}

/** @param {import('./bridge.js').Schema} schema @param {() => void} changed */
function controlsPart(schema, changed) {
  const rows = [...schema.params.map(({ key, label }) => ({ key, label, lockable: true })),
    ...schema.actions.map(({ key, label }) => ({ key, label: `${label} (button)`, lockable: false }))].map(({ key, label, lockable }) => {
    const shown = made('input', { type: 'checkbox', 'aria-label': `Show ${label}` });
    shown.checked = true;
    const locked = made('input', { type: 'checkbox', 'aria-label': `Lock ${label}` });
    const row = made('tr', {}, made('th', { scope: 'row' }, label), made('td', {}, shown), made('td', {}, ...(lockable ? [locked] : [])));
    for (const box of [shown, locked]) box.addEventListener('change', changed);
    return { key, shown, locked, row };
  });
  const table = made('table', {}, made('thead', {}, made('tr', {}, made('th', { scope: 'col' }, 'Control'),
    made('th', { scope: 'col' }, 'Shown'), made('th', { scope: 'col' }, 'Locked'))), made('tbody', {}, ...rows.map(({ row }) => row)));
  const setAll = (/** @type {boolean} */ on) => {
    for (const { shown } of rows) shown.checked = on;
    changed();
  };
  const buttons = [['Show all', true], ['Show none', false]].map(([words, on]) => {
    const button = made('button', { type: 'button', class: 'small' }, String(words));
    button.addEventListener('click', () => setAll(Boolean(on)));
    return button;
  });
  const root = made('fieldset', {}, made('legend', {}, 'Controls'), made('div', { class: 'buttons' }, ...buttons),
    made('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'List of controls' }, table));
  return {
    root,
    /** Keys, null for all. @returns {string[]|null} */
    shown: () => (rows.every(({ shown }) => shown.checked) ? null : rows.filter(({ shown }) => shown.checked).map(({ key }) => key)),
    locked: () => rows.filter(({ locked }) => locked.checked).map(({ key }) => key),
  };
}

/** Radio buttons in a group. @param {string} name @param {string} legend @param {string[][]} options @param {() => void} changed */
function radios(name, legend, options, changed) {
  const inputs = options.map(([value]) => made('input', { type: 'radio', name, value, id: `${name}-${value}` }));
  inputs[0].checked = true;
  const rows = options.map(([value, label, help], i) => made('div', { class: 'radio' }, inputs[i],
    made('label', { for: `${name}-${value}` }, label, ...(help ? [made('span', { class: 'help' }, ' – ', help)] : []))));
  for (const input of inputs) input.addEventListener('change', changed);
  return { root: made('fieldset', {}, made('legend', {}, legend), ...rows), value: () => inputs.find((input) => input.checked).value };
}

/** @param {Lab} lab @param {HTMLElement} said */
function embedPart(lab, said) {
  const schema = lab.schema();
  const settings = settingsList(lab.state().link, schema.slug);
  const preview = made('div', { class: 'preview' });
  const code = made('textarea', { id: 'share-code', readonly: '', rows: '6', spellcheck: 'false' });
  /** @type {HTMLElement|undefined} */
  let element;
  let timer = 0;
  const changed = () => {
    controls.root.hidden = level.value() === 'picture';
    const made = snippets(choice(), settings, new URL('.', location.href), schema.title);
    code.value = kind.value() === 'frame' ? made.frame : made.element;
    clearTimeout(timer);
    timer = window.setTimeout(show, PREVIEW_GAP);
  };
  const level = radios('share-level', 'What is shown', LEVELS, () => changed());
  const controls = controlsPart(schema, () => changed());
  const theme = made('select', { id: 'share-theme' });
  for (const [value, label] of THEMES) theme.add(new Option(translate(label), value));
  const height = made('input', { id: 'share-height', type: 'number', min: '160', max: '2000', step: '10', value: '420' });
  const kind = radios('share-kind', 'Code', [['frame', 'Frame', 'works wherever HTML does'],
    ['element', 'Element', 'for pages with many experiments or with scripts of their own']], () => changed());
  for (const field of [theme, height]) field.addEventListener('input', () => changed());

  /** @returns {Choice} */
  const choice = () => ({
    level: level.value(),
    controls: level.value() === 'picture' ? null : controls.shown(),
    locked: level.value() === 'picture' ? [] : controls.locked(),
    theme: theme.value,
    lang: language() === 'en' ? '' : language(),
    height: Math.min(2000, Math.max(160, Math.round(Number(height.value)) || 420)),
  });

  // The preview is the element itself: attributes that change are followed by the frame without a new start.
  const show = () => {
    const now = choice();
    if (!element) {
      element = document.createElement('attention-lab');
      element.setAttribute('link', lab.state().link || `v=1&scene=${schema.slug}`);
      element.setAttribute('label', translate('Preview of the embed'));
    }
    const attributes = { level: now.level, controls: now.controls?.join(' ') ?? null, locked: now.locked.join(' ') || null,
      theme: now.theme || null, height: String(now.height) };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    if (!element.isConnected) preview.append(element);
  };

  const root = made('section', { class: 'share-embed', 'aria-labelledby': 'share-embed-title' },
    made('h3', { id: 'share-embed-title' }, 'Embed in a page'),
    made('div', { class: 'columns' },
      made('div', { class: 'choices' }, level.root, controls.root,
        made('div', { class: 'line' },
          made('div', { class: 'named' }, made('label', { for: theme.id }, 'Theme'), theme),
          made('div', { class: 'named' }, made('label', { for: height.id }, 'Height (px)'), height))),
      made('div', { class: 'result' }, preview, kind.root,
        made('label', { for: code.id, class: 'sr-only' }, 'Code to paste into a page'), code,
        made('div', { class: 'line' }, copyButton('Copy code', code, said)))));
  return {
    root,
    begin() {
      loadElement();
      changed();
    },
  };
}

/** From a file there is nothing that a page could embed. */
function nothingToEmbed() {
  return {
    root: made('section', { class: 'share-embed', 'aria-labelledby': 'share-embed-title' }, made('h3', { id: 'share-embed-title' }, 'Embed in a page'),
      made('p', { class: 'help' }, 'This is the lab as one file. To embed experiments in pages, put the lab on a web server and open it there.')),
    begin() {},
  };
}

/** @param {Lab} lab */
export function openShare(lab) {
  const said = saidLine();
  const address = new URL(location.pathname, location.href).href + (lab.state().link ? `#${lab.state().link}` : '');
  const embed = isPacked ? nothingToEmbed() : embedPart(lab, said);
  if (openDialog({ id: 'share', title: 'Share this experiment', parts: [linkPart(address, said), embed.root], said })) embed.begin();
}

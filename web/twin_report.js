// The reading part of the twin: description, verdicts, measurements, tables, and the voice that announces changes.
import { translate } from './language.js';
import { measured } from './twin_values.js';

/**
 * @typedef {import('./bridge.js').Lab} Lab
 * @typedef {import('./bridge.js').State} State
 * @typedef {import('./bridge.js').Schema} Schema
 */

/** While a run plays, tables and measurements follow at this pace, in ms. */
const PLAYING_PACE = 1000;
/** Where reading takes longer than this, it waits for the end of the run. */
const MOST_COST = 150;
/** A parameter of more letters (a hundred tokens, say) makes a state large. */
const LONG_VALUE = 4000;
/** A voice needs time: at most one announcement in so many ms, while a run plays and else. */
const VOICE_PLAYING = 5000;
const VOICE_PACE = 2000;
/** At rest it waits so long for further changes: who holds an arrow key hears where it ended. */
const VOICE_CALM = 400;

/** @param {string} tag @param {string} text @param {string} [name] class */
function withText(tag, text, name) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

/** @param {Element} target @param {string} text */
function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Rebuilds `target` by `fill` only when `value` differs from the last time. @param {HTMLElement} target @param {(value: any) => Node[]} fill */
function whenChanged(target, fill) {
  let last = '';
  return (/** @type {any} */ value) => {
    const now = JSON.stringify(value);
    if (now === last) return;
    last = now;
    target.replaceChildren(...fill(value));
  };
}

/** @param {import('./bridge.js').Verdict[]} verdicts */
function verdictItems(verdicts) {
  return verdicts.map((verdict) => {
    const item = document.createElement('li');
    item.append(withText('strong', verdict.claim), ': ', withText('span', translate(verdict.finding), `finding ${verdict.finding.split(' ')[0]}`), '.');
    const parts = [['Asked for', verdict.hypothesis], ['Predicted', verdict.prediction], ['Measured', verdict.measured]];
    for (const [name, text] of parts) if (text) item.append(withText('div', `${translate(name)}: ${text}`));
    return item;
  });
}

/**
 * The findings in a sentence: "4 of 5 claims hold. Pending: Clustering theorem." Nothing where the description has them.
 * @param {State} state
 */
function findingsText({ verdicts, description }) {
  const name = (/** @type {import('./bridge.js').Verdict} */ { claim }) => claim.split(':')[0];
  if (verdicts.every((verdict) => description.includes(`${name(verdict)}: ${translate(verdict.finding)}`))) return '';
  const parts = [translate(`${verdicts.filter(({ finding }) => finding === 'holds').length} of ${verdicts.length} claims hold.`)];
  for (const [finding, words] of [['violated', 'Violated'], ['pending', 'Pending'], ['does not apply', 'Does not apply']]) {
    const names = verdicts.filter((verdict) => verdict.finding === finding).map(name);
    if (names.length > 0) parts.push(`${translate(words)}: ${names.join('; ')}.`);
  }
  return parts.join(' ');
}

/** What is shown, in words. @param {State} state */
const inWords = (state) => [`${state.headline}.`, state.description, findingsText(state)].filter(Boolean).join(' ');

/** @param {import('./bridge.js').Table} table */
function tableElement(table) {
  const box = document.createElement('div');
  box.className = 'scroll';
  // What scrolls must be reachable by keyboard, and what is reachable needs a name.
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', table.title);
  const made = document.createElement('table');
  made.append(withText('caption', table.note ? `${table.title} (${table.note})` : table.title));
  const head = made.createTHead().insertRow();
  for (const column of table.columns) {
    const cell = withText('th', column);
    cell.setAttribute('scope', 'col');
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of table.rows) {
    const line = body.insertRow();
    for (const cell of row) line.append(withText('td', cell.emphasis === 'tie' ? `${cell.text}${translate(' (tie)')}` : cell.text, cell.emphasis));
  }
  box.append(made);
  return box;
}

/**
 * A strip of text, and a button for each letter that can be pressed.
 * @param {import('./bridge.js').Strip} strip
 * @param {Lab} lab
 */
function stripElement(strip, lab) {
  const box = document.createElement('div');
  box.append(withText('p', `${strip.title ? `${strip.title}: ` : ''}${strip.text}`));
  if (strip.note) box.append(withText('p', strip.note, 'help'));
  if (strip.letters.length === 0) return box;
  const letters = document.createElement('div');
  letters.className = 'letters';
  letters.setAttribute('role', 'group');
  letters.setAttribute('aria-label', `${translate('Letters of')} ${strip.title || translate('the text')}`);
  strip.letters.forEach(({ name, hole, handle }, i) => {
    const button = withText('button', name || '_');
    button.setAttribute('aria-label', `${i + 1}: ${hole ? `${translate('hidden')}${name ? `, ${translate('guess')} ${name}` : ''}` : name}`);
    button.setAttribute('aria-pressed', String(hole));
    button.dataset.handle = String(handle);
    button.addEventListener('click', () => { lab.press(handle, true); });
    letters.append(button);
  });
  box.append(letters);
  return box;
}

/** Rebuilding must not take the keyboard away from a letter. @param {HTMLElement} root @param {() => void} rebuild */
function keepingFocus(root, rebuild) {
  const held = document.activeElement instanceof HTMLElement && root.contains(document.activeElement) ? document.activeElement.dataset.handle : undefined;
  rebuild();
  if (held === undefined) return;
  const again = root.querySelector(`[data-handle="${held}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * @param {Lab} lab
 * @param {Schema} schema
 * @param {boolean} [whole] else only what the picture itself shows
 */
export function makeReport(lab, schema, whole = true) {
  const root = document.createElement('div');
  const description = withText('p', '');
  description.id = 'picture-text';
  const notes = document.createElement('ul');
  const verdicts = document.createElement('ul');
  verdicts.className = 'verdicts';
  const readouts = document.createElement('dl');
  readouts.className = 'readouts';
  const plots = document.createElement('ul');
  const tables = document.createElement('div');
  const strips = document.createElement('div');
  const charts = document.createElement('ul');

  const outputs = schema.observables.map((item) => {
    // Two readings of one name cannot be told apart by ear.
    const alone = schema.observables.filter(({ label }) => label === item.label).length === 1;
    const name = withText('dt', alone ? item.label : `${item.label} (${item.key})`);
    name.id = `o-${item.key}-name`;
    name.title = item.help;
    const value = document.createElement('dd');
    const output = document.createElement('output');
    output.id = `o-${item.key}`;
    output.setAttribute('aria-labelledby', name.id);
    output.setAttribute('aria-live', 'off');  // an <output> would speak at every layer
    value.append(output);
    readouts.append(name, value);
    return { item, output };
  });
  const section = (/** @type {string} */ title, /** @type {HTMLElement[]} */ ...content) => {
    const made = document.createElement('section');
    const heading = withText('h2', translate(title));
    heading.id = `s-${title.toLowerCase().replace(/\W+/g, '-')}`;
    made.setAttribute('aria-labelledby', heading.id);
    made.append(heading, ...content);
    return made;
  };
  root.append(section('What is to be seen', description, notes), section('Text', strips), section('Bars and maps in words', charts));
  const more = [section('Verdicts', verdicts), section('Measurements', readouts), section('Plots in words', plots), section('Tables', tables)];
  if (whole) root.append(...more);

  const setNotes = whenChanged(notes, (texts) => texts.map((/** @type {string} */ text) => withText('li', text)));
  const setVerdicts = whenChanged(verdicts, verdictItems);
  const setPlots = whenChanged(plots, (list) => list.map((/** @type {any} */ plot) => withText('li', `${plot.title}: ${plot.series.join('; ')}`)));
  const drawStrips = whenChanged(strips, (list) => list.map((/** @type {any} */ strip) => stripElement(strip, lab)));
  const setStrips = (/** @type {any[]} */ list) => {
    /** @type {HTMLElement} */ (strips.parentElement).hidden = list.length === 0;
    keepingFocus(strips, () => drawStrips(list));
  };
  const drawCharts = whenChanged(charts, (list) => list.map((/** @type {any} */ chart) => withText('li', `${chart.title}: ${chart.text}`)));
  const setCharts = (/** @type {any[]} */ list) => {
    /** @type {HTMLElement} */ (charts.parentElement).hidden = list.length === 0;
    drawCharts(list);
  };
  const setTables = whenChanged(tables, (list) => list.map(tableElement));

  /** Observables that once answered with a list: their size grows with the tokens, some with the square. @type {Set<string>} */
  const lists = new Set();
  /** Those that answered with one value. @type {Set<string>} */
  const singles = new Set();
  const measureAll = (/** @type {boolean} */ large) => {
    for (const { item, output } of outputs) {
      if (large && !singles.has(item.key)) {
        setText(output, translate('too long to read out for so many tokens'));
        continue;
      }
      const value = lab.observe(item.key);
      if (value !== null) (typeof value === 'object' ? lists : singles).add(item.key);
      if (lists.has(item.key)) singles.delete(item.key);
      setText(output, measured(value) + (item.unit ? ` ${item.unit}` : ''));
    }
  };
  const slowPart = (/** @type {State} */ state) => {
    setStrips(state.strips ?? []);
    setCharts([...(state.bars ?? []), ...(state.maps ?? [])]);
    if (!whole) return;
    setPlots(state.plots ?? []);
    setTables(state.tables ?? []);
    measureAll(Object.values(state.values).some((text) => text.length > LONG_VALUE));
  };
  let slowAt = -Infinity;
  let cost = 0;
  return {
    root,
    /** @param {State} state */
    sync(state) {
      setText(description, inWords(state));
      setNotes(whole ? state.notes ?? [] : []);
      setVerdicts(state.verdicts ?? []);
      const now = performance.now();
      if (state.playing && (now - slowAt < PLAYING_PACE || cost > MOST_COST)) return;
      slowPart(state);
      slowAt = performance.now();
      cost = slowAt - now;
    },
  };
}

/**
 * The voice: a polite live region. While playing it says the headline, at rest the whole description.
 * @param {HTMLElement} region
 */
export function makeVoice(region) {
  let wanted = '';
  let timer = 0;
  let playing = false;
  let last = performance.now();
  const say = () => {
    timer = 0;
    if (region.textContent === wanted) return;
    last = performance.now();
    region.textContent = wanted;
  };
  return (/** @type {State} */ state) => {
    const text = state.playing ? state.headline : inWords(state);
    if (text === wanted && state.playing === playing) return;
    // What waits while a run plays is said at its pace; the state in which it ends is said soon after.
    if (state.playing && playing && timer) {
      wanted = text;
      return;
    }
    wanted = text;
    playing = state.playing;
    clearTimeout(timer);
    const since = performance.now() - last;
    const wait = playing ? VOICE_PLAYING - since : Math.max(VOICE_CALM, VOICE_PACE - since);
    timer = window.setTimeout(say, Math.max(0, wait));
  };
}

// What the reader has answered, kept by the reader's own browser and nowhere else.

const PLACE = 'attention-lab-lessons';
const VERSION = 1;

/** @typedef {{state: 'predicted'|'right', answer: Record<string, string>}} Mark */

/** Without storage (a private window, say) answers last as long as the page. @type {Record<string, Mark>|null} */
let passing = null;

/** @param {unknown} value @returns {Record<string, Mark>|null} null where this is no progress of ours */
function understood(value) {
  const table = /** @type {any} */ (value);
  if (table?.lab !== PLACE || table.version !== VERSION || typeof table.marks !== 'object' || table.marks === null) return null;
  const marks = /** @type {Record<string, Mark>} */ ({});
  for (const [item, mark] of Object.entries(/** @type {Record<string, any>} */ (table.marks))) {
    if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(item) || !['predicted', 'right'].includes(mark?.state)) return null;
    // As long as it is: the link of a picture with many tokens is long.
    const answer = Object.entries(mark.answer ?? {}).map(([key, text]) => [key, String(text)]);
    marks[item] = { state: mark.state, answer: Object.fromEntries(answer) };
  }
  return marks;
}

/** @returns {Record<string, Mark>} by item, "hardmax/where" */
export function marks() {
  if (passing) return passing;
  try {
    return understood(JSON.parse(localStorage.getItem(PLACE) ?? 'null')) ?? {};
  } catch {
    return {};
  }
}

const written = (/** @type {Record<string, Mark>} */ table) => JSON.stringify({ lab: PLACE, version: VERSION, marks: table });

/** Whether a newer edition of the lessons has left its progress here, which this one would destroy. */
function isNewer() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? 'null')?.version > VERSION;
  } catch {
    return false;
  }
}

/** Whether answers last beyond this page: storage may be blocked or full. */
export function keeps() {
  const probe = `${PLACE}-probe`;
  try {
    localStorage.setItem(probe, '.'.repeat(1000));
    localStorage.removeItem(probe);
    return !isNewer();
  } catch {
    return false;
  }
}

/** @param {Record<string, Mark>} table @returns {boolean} whether it is kept beyond this page */
function keep(table) {
  try {
    if (isNewer()) throw new Error('written by a newer edition');
    localStorage.setItem(PLACE, written(table));
    passing = null;
    return true;
  } catch {
    passing = table;
    return false;
  }
}

/** A mark that says more stays. @param {string} item @param {Mark} mark @returns {boolean} whether it is kept beyond this page */
export function remember(item, mark) {
  const table = marks();
  if (table[item]?.state === 'right' && mark.state !== 'right') return true;
  return keep({ ...table, [item]: mark });
}

export const forget = () => keep({});

/** The file that the reader saves, to be read by people too. */
export const exported = () => `${JSON.stringify(JSON.parse(written(marks())), null, 1)}\n`;

/** What a saved file holds; nothing is kept. @param {string} text @returns {Record<string, Mark>|null} null for no file of ours */
export function readFile(text) {
  try {
    return understood(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Takes a saved file; what is already here and says more stays. @param {string} text @returns {number|null} items taken, null for no file of ours */
export function imported(text) {
  const found = readFile(text);
  if (!found) return null;
  const table = { ...marks() };
  for (const [item, mark] of Object.entries(found)) {
    if (!(table[item]?.state === 'right' && mark.state !== 'right')) table[item] = mark;
  }
  keep(table);
  return Object.keys(found).length;
}

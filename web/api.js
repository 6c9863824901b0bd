// window.attentionLab: a small JavaScript API for teachers' pages, the console and the tests.
// Values are the texts of links and flags: "0.1", "on", "1,0;0,9". Errors are thrown with the sentence of the lab.

import { orThrow } from './bridge.js';
import { stateIn } from './embed_address.js';
import { pictureOf, svgOf } from './take_picture.js';

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {{refresh: () => void, resting: () => boolean}} page `refresh` brings page and address up to date at once
 */
export function makeApi(lab, { refresh, resting }) {
  return Object.freeze({
    /** The table of parameters, actions and observables. */
    schema: () => lab.schema(),
    /** Everything that is shown, as plain data. */
    state: () => lab.state(),
    /** Sets a parameter. @param {string} key @param {string|number|boolean} value */
    set(key, value) {
      // A list would become the text of something else: [[1, 2], [3, 4]] that of one token.
      if (!['string', 'number', 'boolean'].includes(typeof value)) {
        throw new Error(`The value of ${key} must be a text as links have it, a number, true or false.`);
      }
      const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
      orThrow(lab.set(key, text));
      refresh();
    },
    /** Presses a button of the scene. @param {string} key */
    act(key) {
      orThrow(lab.act(key));
      refresh();
    },
    /** play, pause, toggle, forward, back, reset, or scrub with a layer. @param {string} name @param {number} [layer] */
    transport(name, layer) {
      orThrow(lab.transport(name, layer ?? 0));
      refresh();
    },
    /** One measured quantity at the current layer. @param {string} key */
    observe: (key) => lab.observe(key),
    /** The state as a link, without '#'. */
    link: () => lab.link(),
    /** Opens a link, or the address that has it. @param {string} link @returns {string[]} a sentence for each part that was not used */
    open(link) {
      const problems = lab.openLink(stateIn(link));
      refresh();
      return problems;
    },
    /** Opens a file of the reader's: weights, say. @param {string} name @param {Uint8Array} bytes */
    openFile(name, bytes) {
      orThrow(lab.openFile(name, bytes));
      refresh();
    },
    /** A click on a letter of a text, or on a row of a map, by its handle in the state. @param {number} handle */
    press(handle) {
      orThrow(lab.press(handle));
      refresh();
    },
    /** The state at step k as rows of numbers; null beyond the horizon. @param {number} k */
    trajectory: (k) => lab.trajectory(k),
    /** Bits of the states 0 .. k in hexadecimal. @param {number} k */
    hash: (k) => lab.hash(k),
    /** Proposes a theme; one chosen by hand in the lab stays. @param {'dark'|'light'|'projector'} name */
    theme: (name) => lab.setTheme(name),
    /** What there is to take away now: pictures, plots, tables, the trajectory. */
    parts: () => lab.parts(),
    /** A part as an SVG document, the whole figure without a name. @param {'dark'|'light'|'projector'} [theme] @param {Partial<import('./take_picture.js').Choice>} [choice] */
    svg: (theme = 'light', choice = {}) => svgOf(lab, { theme, ...choice }),
    /** The same as a PNG. @param {Partial<import('./take_picture.js').Choice>} [choice] @returns {Promise<Blob>} */
    png: (choice = {}) => pictureOf(lab, choice),
    /** The numbers of a part as a file. @param {string} part @param {'csv'|'npy'} kind @returns {Uint8Array} */
    data: (part, kind) => lab.data(part, kind),
    /** Where a token is drawn, in CSS px of the canvas. @param {number} token from 0 */
    tokenScreen: (token) => lab.tokenScreen(token),
    /** All that can be pressed on the canvas, with its area in CSS px. */
    targets: () => lab.targets(),
    /** Keys of the controls that the canvas shows. @returns {string[]} */
    drawn: () => lab.rects().map(({ key }) => key),
    /** Frames drawn since the start; does not grow while nothing moves. */
    frames: () => lab.frames(),
    /** No frame, no file and no word to the page is under way: all stays as it is until something happens. */
    resting,
  });
}

// Text of the string tables as HTML, and TeX as MathML.
import { createRequire } from 'node:module';

/** @type {{renderToString: (tex: string, options: object) => string}|undefined} */
let temml;
function translator() {
  try {
    temml ??= createRequire(import.meta.url)('temml');
  } catch {
    throw new Error('The npm package temml is not there, which turns formulas into MathML: run ./lab setup.');
  }
  return temml;
}

export const escape = (/** @type {string} */ text) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** TeX reads "1,2" as one number; between numbers of ours the comma always separates. */
const apart = (/** @type {string} */ tex) => tex.replace(/(?<=\d),(?=\d)/g, ',\\,');

/** MathML of a formula. Styles written into elements are left out: the pages' policy forbids them, lessons.css has them. */
export function formula(tex, display = false) {
  let math;
  try {
    math = translator().renderToString(apart(tex), { displayMode: display, throwOnError: true, annotate: false });
  } catch (error) {
    throw new Error(`formula ${tex}: ${error.message}`);
  }
  return math.replace(/ style="[^"]*"/g, '').replace(/ class="(?!tml-display)[^"]*"/g, '');
}

/** A number that a scene measures, as the text prints it: {scene.observable[row,column]@step|1.09}; a test compares the two. */
const MEASURED = /\{([a-z0-9-]+)\.([a-z0-9-]+)(?:\[([\d,]+)\])?(?:@(\d+))?\|([^}]*)\}/g;

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Long whole numbers in groups of three, by a narrow space; 1.3e-4 as 1.3·10⁻⁴. */
const grouped = (/** @type {string} */ text) => typeset(text.replace(/^-/, '−'));
const typeset = (/** @type {string} */ number) => (/^\d{5,}$/.test(number) ? number.replace(/\B(?=(\d{3})+$)/g, '\u202f')
  : number.replace(/e([-+]?)(\d+)$/, (_, sign, digits) => `·10${sign === '-' ? '⁻' : ''}${[...digits].map((digit) => RAISED[Number(digit)]).join('')}`));
/** A number and its unit stand on one line. */
const joined = (/** @type {string} */ text) => text.replace(/(?<=\d) (?=%|[GM]B\b)/g, '\u00a0');

/** **strong**, *emphasis*, `code`, [text](address), $formula$, {scene.observable|number}. Nothing else has a meaning. */
export function inline(text) {
  // A line must not end between a formula and its full stop.
  return text.split(/([(“«¿¡]*\$[^$]+\$[).,;:!?”»…]*)/).map((part) => {
    const [, before, tex, after] = part.match(/^([^$]*)\$([^$]+)\$([^$]*)$/) ?? [];
    if (tex !== undefined) {
      const math = formula(tex);
      return before || after ? `<span class="whole">${before}${math}${after}</span>` : math;
    }
    return joined(escape(part))
      .replace(MEASURED, (_, scene, observable, part, step, number) => `<data class="measured" data-scene="${scene}" `
        + `data-observable="${observable}" data-part="${part ?? ''}" data-step="${step ?? ''}" value="${number}">${grouped(number)}</data>`)
      .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replace(/\*([^*]+)\*/g, '<em>$1</em>');
  }).join('').replace(/ data-(part|step)=""/g, '');
}

/** The same text where its numbers are quoted and not measured. */
export const quoted = (/** @type {string} */ text) => text.replace(MEASURED, (...found) => grouped(found[5]));

/** The same for where no markup may stand: labels of controls and titles of windows. */
export const unmarked = (/** @type {string} */ text) => quoted(text).replace(/[$*`]/g, '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
export const plain = (/** @type {string} */ text) => escape(unmarked(text));

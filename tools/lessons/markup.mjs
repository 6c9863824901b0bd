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

/** MathML of a formula. Styles written into elements are left out: the pages' policy forbids them, lessons.css has them. */
export function formula(tex, display = false) {
  let math;
  try {
    math = translator().renderToString(tex, { displayMode: display, throwOnError: true, annotate: false });
  } catch (error) {
    throw new Error(`formula ${tex}: ${error.message}`);
  }
  return math.replace(/ style="[^"]*"/g, '').replace(/ class="(?!tml-display)[^"]*"/g, '');
}

/** A number that a scene measures, as the text prints it: {scene.observable[row,column]@step|1.09}; a test compares the two. */
const MEASURED = /\{([a-z0-9-]+)\.([a-z0-9-]+)(?:\[([\d,]+)\])?(?:@(\d+))?\|([^}]*)\}/g;

/** Long whole numbers in groups of three, by a narrow space. */
const grouped = (/** @type {string} */ number) => (/^\d{5,}$/.test(number) ? number.replace(/\B(?=(\d{3})+$)/g, '\u202f') : number);

/** **strong**, *emphasis*, `code`, [text](address), $formula$, {scene.observable|number}. Nothing else has a meaning. */
export function inline(text) {
  return text.split(/(\$[^$]+\$)/).map((part) => {
    if (part.startsWith('$') && part.length > 1) return formula(part.slice(1, -1));
    return escape(part)
      .replace(MEASURED, (_, scene, observable, part, step, number) => `<data class="measured" data-scene="${scene}" `
        + `data-observable="${observable}" data-part="${part ?? ''}" data-step="${step ?? ''}" value="${number}">${grouped(number)}</data>`)
      .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replace(/\*([^*]+)\*/g, '<em>$1</em>');
  }).join('').replace(/ data-(part|step)=""/g, '');
}

/** The same for where no markup may stand: labels of controls and titles of windows. */
export const unmarked = (/** @type {string} */ text) => text.replace(MEASURED, (...found) => grouped(found[5])).replace(/[$*`]/g, '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
export const plain = (/** @type {string} */ text) => escape(unmarked(text));

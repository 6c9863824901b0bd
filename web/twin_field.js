// One parameter as one native control, made from its row of the table.
import { translate } from './language.js';
import { asTyped, inputMode } from './signs.js';
import { fromLines, numberText, plainDecimal, stepped, textNumber, toLines } from './twin_values.js';

/**
 * @typedef {import('./bridge.js').Param} Param
 * @typedef {{key: string, root: HTMLElement, control: HTMLElement, sync: (text: string) => void}} Field
 * @typedef {(key: string, text: string) => string} Commit  "" or the sentence that says what is wrong
 */

const NUMERIC = new Set(['number', 'integer']);
const ROWS = new Set(['matrix', 'tokens']);

/** @param {string} tag @param {Record<string, string>} attributes */
function element(tag, attributes = {}) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** @param {Param} param @returns {any} an input, select or textarea */
function makeControl(param) {
  if (param.kind === 'switch') return element('input', { type: 'checkbox' });
  if (param.kind === 'choice') {
    const select = element('select');
    for (const { key, label } of param.choices ?? []) {
      const option = element('option', { value: key });
      option.textContent = label;
      select.appendChild(option);
    }
    return select;
  }
  if (ROWS.has(param.kind)) return element('textarea', { rows: '4', spellcheck: 'false', autocomplete: 'off' });
  const input = /** @type {HTMLInputElement} */ (element('input', { type: 'text', spellcheck: 'false', autocomplete: 'off' }));
  if (NUMERIC.has(param.kind)) {
    // A text field that is also a spin button: exact digits can be typed and read back, arrow keys go in steps of
    // the parameter's own scale. (A native number field would add rules and rounding of its own.)
    input.setAttribute('role', 'spinbutton');
    input.setAttribute('inputmode', inputMode(param.signs));
    input.addEventListener('beforeinput', (/** @type {any} */ event) => {
      // A sign of another script becomes the one that is read where it is typed, in sight of the reader.
      const typed = event.inputType === 'insertText' && event.data ? asTyped(event.data, param.signs) : event.data;
      if (typed === event.data) return;
      event.preventDefault();
      input.setRangeText(typed, input.selectionStart, input.selectionEnd, 'end');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    input.setAttribute('aria-valuemin', plainDecimal(String(param.min)));
    // ARIA knows no infinity: without an upper end there is none.
    if (!param.endless) input.setAttribute('aria-valuemax', plainDecimal(String(param.max)));
  }
  return input;
}

/** What stands behind the help line: range and unit are part of the description. @param {Param} param */
function description(param) {
  let text = param.help;
  if (NUMERIC.has(param.kind)) text += `${text ? ' · ' : ''}${translate(`${param.min} to ${param.max}`)}${param.endless ? translate(', or inf') : ''}${param.unit ? ` ${param.unit}` : ''}`;
  if (ROWS.has(param.kind)) text += `${text ? ' · ' : ''}${translate('here: one row a line; Ctrl+Enter takes it over')}`;
  return text;
}

/**
 * @param {Param} param
 * @param {Commit} commit
 * @param {boolean} [locked] shown, not to be changed
 * @returns {Field}
 */
export function makeField(param, commit, locked = false) {
  const root = element('div', { class: `field ${param.kind}` });
  const control = makeControl(param);
  control.id = `p-${param.key}`;
  control.dataset.key = param.key;
  const label = element('label', { for: control.id });
  label.textContent = param.label;
  const help = element('p', { class: 'help', id: `p-${param.key}-help` });
  help.textContent = description(param) + (locked ? ` · ${translate('Locked on this page.')}` : '');
  control.disabled = locked;
  control.setAttribute('aria-describedby', help.id);
  root.append(...(param.kind === 'switch' ? [control, label] : [label, control]), help);

  /** The program's text, put back after a mistake. */
  let current = '';
  /** Typed, not yet taken over: a change of state must not write over it. */
  let dirty = false;

  const read = () => {
    if (param.kind === 'switch') return control.checked ? 'on' : 'off';
    if (ROWS.has(param.kind)) return fromLines(control.value);
    // A blank at the end of a text is a letter like any other.
    return param.kind === 'text' ? control.value : control.value.trim();
  };
  const write = () => {
    if (param.kind === 'switch') {
      control.checked = current === 'on';
    } else {
      const text = ROWS.has(param.kind) ? toLines(current) : current;
      if (control.value !== text) control.value = text;
    }
    if (NUMERIC.has(param.kind)) {
      const infinite = current === 'inf';
      control.setAttribute('aria-valuenow', infinite ? String(param.max) : plainDecimal(current));
      const spoken = infinite ? translate('infinity') : current;
      control.setAttribute('aria-valuetext', param.unit ? `${spoken} ${param.unit}` : spoken);
    }
  };
  const take = (/** @type {string} */ text) => {
    dirty = false;
    const wrong = commit(param.key, text);
    if (wrong) {
      control.setAttribute('aria-invalid', 'true');
      write();
    } else {
      control.removeAttribute('aria-invalid');
    }
  };

  control.addEventListener('input', () => {
    control.removeAttribute('aria-invalid');
    dirty = control.tagName !== 'SELECT' && control.type !== 'checkbox';
  });
  // What a script wrote last, a point for a comma, is no change to a browser: Enter and leaving take it over themselves.
  const isText = control.tagName === 'INPUT' && control.type !== 'checkbox';
  const takeTyped = () => { if (dirty) take(read()); };
  control.addEventListener('change', () => { if (isText) takeTyped(); else take(read()); });
  if (isText) control.addEventListener('blur', takeTyped);
  control.addEventListener('blur', () => control.removeAttribute('aria-invalid'));
  control.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' && dirty) {
      dirty = false;
      write();
      event.stopPropagation();
    } else if (event.key === 'Enter' && control.tagName === 'TEXTAREA' && (event.ctrlKey || event.metaKey)) {
      take(read());
      event.preventDefault();
    } else if (event.key === 'Enter' && isText) {
      takeTyped();
    } else if (NUMERIC.has(param.kind)) {
      stepByKey(event);
    }
  });

  function stepByKey(/** @type {KeyboardEvent} */ event) {
    const steps = { ArrowUp: [1, false], ArrowDown: [-1, false], PageUp: [1, true], PageDown: [-1, true] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = textNumber(dirty ? read() : current);
    if (Number.isNaN(from)) {
      takeTyped();
      return;
    }
    take(numberText(stepped(param, from, /** @type {number} */ (step[0]), /** @type {boolean} */ (step[1]))));
  }

  return {
    key: param.key,
    root,
    control,
    sync(text) {
      if (text === current && !dirty) {
        // A switch or list that the reader just changed may have been refused; show what is.
        write();
        return;
      }
      current = text;
      if (!dirty) write();
    },
  };
}

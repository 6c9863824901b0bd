// What the dialogs of the page have in common: a heading, a button that closes, a body that scrolls, a line that says
// how things went.

import { translate } from './language.js';

/** Attributes that are read. */
const WORDS = new Set(['aria-label', 'title', 'label', 'placeholder']);

/** In the reader's language. @param {string} tag @param {Record<string, string>} [attributes] @param {(Node|string)[]} content @returns {any} */
export function made(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, WORDS.has(name) ? translate(value) : value);
  element.append(...content.map((part) => (typeof part === 'string' ? translate(part) : part)));
  return element;
}

/** The line at the foot of a dialog, read out when it changes. @returns {HTMLElement} */
export const saidLine = () => made('p', { class: 'said', role: 'status' });

/**
 * Shows a dialog until it is closed: by its button, by Escape, by a press on the ground beside it, or by Back. What it
 * offers is of the experiment under it: where another address is opened, it must not stay.
 * @param {{id: string, title: string, parts: Node[], said: HTMLElement, closed?: () => void}} what
 * @returns {HTMLDialogElement|null} null where it is open already
 */
export function openDialog({ id, title, parts, said, closed }) {
  if (document.getElementById(id)) return null;
  const close = made('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '✕');
  const dialog = /** @type {HTMLDialogElement} */ (made('dialog', { id, class: 'dialog', 'aria-labelledby': `${id}-title` },
    // Without a role it would be a second banner of the page.
    made('header', { role: 'none' }, made('h2', { id: `${id}-title` }, title), close), made('div', { class: 'body' }, ...parts), said));
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('pointerdown', (event) => { if (event.target === dialog) dialog.close(); });
  const leave = () => dialog.close();
  window.addEventListener('hashchange', leave);
  dialog.addEventListener('close', () => {
    window.removeEventListener('hashchange', leave);
    dialog.remove();
    closed?.();
    if (document.activeElement === document.body) document.getElementById('canvas')?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Where another state was opened under them. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog.dialog')) /** @type {HTMLDialogElement} */ (dialog).close();
}

// Copying out of the canvas. The clipboard API is closed in frames without permission and over plain http.
import { status } from './messages.js';

/** The old way: select in a field and ask the browser. @param {string} text @returns {boolean} */
function copyBySelection(text) {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  document.body.appendChild(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // Refused; said below.
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (copyBySelection(text)) return true;
    status('The browser did not let the lab copy to the clipboard.');
    return false;
  }
}

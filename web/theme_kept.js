// The theme that the reader chose, kept in the browser for lab and lessons alike; boot.js reads it before the first paint.

const PLACE = 'attention-lab-theme';

/** Names as links and addresses have them. */
export const THEMES = new Set(['dark', 'light', 'projector']);

/** @returns {string} "" where none was chosen, or nothing can be kept here (a sandboxed frame) */
export function keptTheme() {
  try {
    const name = localStorage.getItem(PLACE) ?? '';
    return THEMES.has(name) ? name : '';
  } catch {
    return '';
  }
}

/** @param {string} name "" forgets */
export function keepTheme(name) {
  try {
    if (name) localStorage.setItem(PLACE, name);
    else localStorage.removeItem(PLACE);
  } catch {
    // Then it lasts until the page is closed.
  }
}

// The colours of a lesson and of the experiments in it: as the system has them, or as the reader chose; a projector
// takes black on white and large letters. The lab has the same (preferences.js).

import { keepTheme, keptTheme } from '../theme_kept.js';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The dark colours stand once, under the query for the system's wish; a choice takes the place of that wish. */
const wishes = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme'))
  .map((rule) => /** @type {CSSMediaRule} */ (rule).media);
const asked = wishes.map((media) => media.mediaText);

function wear(/** @type {string} */ name) {
  const root = document.documentElement;
  if (name) root.dataset.theme = name;
  else delete root.dataset.theme;
  wishes.forEach((media, i) => { media.mediaText = name ? (name === 'dark' ? 'all' : 'not all') : asked[i]; });
  for (const element of document.querySelectorAll('attention-lab')) {
    // One that was told a colour has to be told the system's.
    if (name || element.hasAttribute('theme')) element.setAttribute('theme', name || (dark.matches ? 'dark' : 'light'));
  }
}

const select = /** @type {HTMLSelectElement|null} */ (document.querySelector('.theme select'));
wear(keptTheme());
if (select) {
  select.value = keptTheme();
  select.addEventListener('change', () => {
    keepTheme(select.value);
    wear(select.value);
  });
  /** @type {HTMLElement} */ (select.closest('.theme')).hidden = false;
}

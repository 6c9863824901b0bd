// The colours of a lesson and of the experiments in it: as the system has them, or as the reader chose; a projector
// takes black on white and large letters. The lab keeps its theme in the same place (preferences.js).

const PLACE = 'attention-lab-theme';
const THEMES = ['light', 'dark', 'projector'];
const dark = matchMedia('(prefers-color-scheme: dark)');

/** @returns {string} '' for the system's */
function kept() {
  try {
    const name = localStorage.getItem(PLACE) ?? '';
    return THEMES.includes(name) ? name : '';
  } catch {
    return '';
  }
}

function keep(/** @type {string} */ name) {
  try {
    if (name) localStorage.setItem(PLACE, name);
    else localStorage.removeItem(PLACE);
  } catch {
    // Then it lasts as long as the page.
  }
}

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
wear(kept());
if (select) {
  select.value = kept();
  select.addEventListener('change', () => {
    keep(select.value);
    wear(select.value);
  });
  /** @type {HTMLElement} */ (select.closest('.theme')).hidden = false;
}

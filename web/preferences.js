// What the reader asked of the system, a dark or light theme and less motion, and the theme chosen in the lab, which is
// kept on this machine.

import { keepTheme, keptTheme } from './theme_kept.js';

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {{theme: string}|null} embed the page around an embed may want a theme in place of the system's
 * @returns {(state: import('./bridge.js').State) => void} to be called after each change: the page takes the canvas's theme
 */
export function followPreferences(lab, embed) {
  const light = matchMedia('(prefers-color-scheme: light)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  // A theme chosen in the lab or by the link stands above the system's; the C++ side knows which it is.
  const system = () => (light.matches ? 'light' : 'dark');
  const applyTheme = () => lab.setTheme(embed?.theme || system());
  const applyMotion = () => lab.setReducedMotion(still.matches);
  light.addEventListener('change', applyTheme);
  still.addEventListener('change', applyMotion);
  applyTheme();
  applyMotion();
  let kept = embed ? '' : keptTheme();
  /** What the page was given here; boot.js gives it a theme before, but no colour of the browser's own parts. */
  let worn = '';
  if (kept) lab.chooseTheme(kept);
  return ({ theme, themeByHand }) => {
    const root = document.documentElement;
    // Who chooses what the system has goes with the system from the next visit on.
    const chosen = themeByHand && theme && theme !== system() ? theme : '';
    if (!embed && themeByHand && chosen !== kept) keepTheme(kept = chosen);
    if (!theme || worn === theme) return;
    worn = root.dataset.theme = theme;
    const ground = getComputedStyle(root).getPropertyValue('--background').trim();
    // Both metas, since the lab's theme may differ from the system's.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', ground);
  };
}

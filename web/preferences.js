// What the reader asked of the system: a dark or light theme, less motion.

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {string} [theme] what the page around an embed wants in place of the system's
 * @returns {(theme: string|undefined) => void} to be called after each change: the page takes the canvas's theme
 */
export function followPreferences(lab, theme) {
  const light = matchMedia('(prefers-color-scheme: light)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  // A theme chosen in the lab or by the link stands above the system's; the C++ side knows which it is.
  const applyTheme = () => lab.setTheme(theme || (light.matches ? 'light' : 'dark'));
  const applyMotion = () => lab.setReducedMotion(still.matches);
  light.addEventListener('change', applyTheme);
  still.addEventListener('change', applyMotion);
  applyTheme();
  applyMotion();
  return (/** @type {string|undefined} */ theme) => {
    const root = document.documentElement;
    if (!theme || root.dataset.theme === theme) return;
    root.dataset.theme = theme;
    const ground = getComputedStyle(root).getPropertyValue('--background').trim();
    // Both metas, since the lab's theme may differ from the system's.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', ground);
  };
}

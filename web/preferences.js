// What the reader asked of the system: a dark or light theme, less motion.

/**
 * @param {import('./bridge.js').Lab} lab
 * @returns {() => void} to be called after each change: the page takes the theme that the canvas has
 */
export function followPreferences(lab) {
  const light = matchMedia('(prefers-color-scheme: light)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  // A theme chosen in the lab or by the link stands above the system's; the C++ side knows which it is.
  const applyTheme = () => lab.setTheme(light.matches ? 'light' : 'dark');
  const applyMotion = () => lab.setReducedMotion(still.matches);
  light.addEventListener('change', applyTheme);
  still.addEventListener('change', applyMotion);
  applyTheme();
  applyMotion();
  return () => {};
}

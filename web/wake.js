// The drawing loop sleeps while nothing moves; everything that may change the picture wakes it.

const ON_CANVAS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerenter', 'pointerleave', 'wheel',
  'touchstart', 'touchmove', 'touchend', 'touchcancel', 'keydown', 'keyup', 'focus', 'blur'];
const ON_WINDOW = ['resize', 'focus', 'blur', 'pageshow', 'orientationchange', 'mouseup'];

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {HTMLElement} canvas
 */
export function wakeOnEvents(lab, canvas) {
  const wake = () => lab.wake();
  // Capturing and passive: it must neither be stopped by another listener nor hold up scrolling.
  const how = { capture: true, passive: true };
  for (const type of ON_CANVAS) canvas.addEventListener(type, wake, how);
  for (const type of ON_WINDOW) window.addEventListener(type, wake, how);
  document.addEventListener('visibilitychange', wake);
  document.fonts?.addEventListener?.('loadingdone', wake);
  watchPixelRatio(wake);
}

/**
 * A window dragged to another screen, or a zoomed page, changes the pixel ratio without a resize event.
 * @param {() => void} wake
 */
function watchPixelRatio(wake) {
  const watch = () => {
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener('change', () => {
      window.dispatchEvent(new Event('resize'));  // SDL measures the canvas again
      wake();
      watch();
    }, { once: true });
  };
  watch();
}

// The drawing loop sleeps while nothing moves; everything that may change the picture wakes it.

const ON_CANVAS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerenter', 'pointerleave', 'wheel',
  'touchstart', 'touchmove', 'touchend', 'touchcancel', 'keydown', 'keyup', 'focus', 'blur'];
const ON_WINDOW = ['resize', 'focus', 'blur', 'pageshow', 'orientationchange', 'mouseup'];

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {HTMLElement} canvas
 */
export function wakeOnEvents(lab, canvas) {
  const checkRatio = watchPixelRatio();
  const wake = () => {
    checkRatio();
    lab.wake();
  };
  // Capturing and passive: it must neither be stopped by another listener nor hold up scrolling.
  const how = { capture: true, passive: true };
  for (const type of ON_CANVAS) canvas.addEventListener(type, wake, how);
  for (const type of ON_WINDOW) window.addEventListener(type, wake, how);
  document.addEventListener('visibilitychange', wake);
  document.fonts?.addEventListener?.('loadingdone', wake);
}

/**
 * A window dragged to another screen changes the pixel ratio without a resize event. The media query tells at once
 * where the browser does; asking at every event catches the rest.
 * @returns {() => void} looks whether it has changed
 */
function watchPixelRatio() {
  let ratio = window.devicePixelRatio;
  const check = () => {
    if (window.devicePixelRatio === ratio) return;
    ratio = window.devicePixelRatio;
    watch();
    window.dispatchEvent(new Event('resize'));  // SDL measures the canvas again
  };
  const watch = () => matchMedia(`(resolution: ${ratio}dppx)`).addEventListener('change', check, { once: true });
  watch();
  return check;
}

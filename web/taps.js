// Taps and long presses of one finger, told within the touch itself: some things browsers allow only there.

/** How far a finger may wander, in CSS px, and how long a long press is, in ms. */
const WANDER = 9;
const LONG = 500;

/**
 * @param {HTMLElement} element
 * @param {{tap: (at: Touch) => void, hold: (at: Touch) => void}} work
 */
export function followTaps(element, { tap, hold }) {
  /** @type {Touch|null} */
  let down = null;
  let timer = 0;
  const forget = () => {
    down = null;
    clearTimeout(timer);
  };
  // Passive and capturing: before SDL's listeners, and without holding up a scroll.
  const on = (/** @type {string} */ type, /** @type {(event: TouchEvent) => void} */ listener) =>
    element.addEventListener(type, /** @type {EventListener} */ (listener), { capture: true, passive: true });
  on('touchstart', (event) => {
    forget();
    if (event.touches.length !== 1) return;
    const at = event.touches[0];
    down = at;
    // Where the page is slow the timer may come before the end of a short tap: what a hold does must bear a tap after it.
    timer = window.setTimeout(() => hold(at), LONG);
  });
  on('touchmove', ({ touches: [at] }) => {
    if (down && Math.hypot(at.clientX - down.clientX, at.clientY - down.clientY) > WANDER) forget();
  });
  on('touchend', ({ changedTouches: [at] }) => {
    if (down) tap(at);
    forget();
  });
  on('touchcancel', forget);
}

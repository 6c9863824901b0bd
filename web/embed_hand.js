// Wheel and fingers of an embed belong to the page around it until the picture is taken in hand: by a click, a tap or
// Tab. Then they are the lab's, until the focus goes elsewhere. With Ctrl or Cmd the wheel is the lab's at once.

const TOUCHES = ['touchstart', 'touchmove', 'touchend', 'touchcancel'];

/**
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} field the hidden text field, which stands for the canvas
 * @param {(on: boolean) => void} tell
 */
export function shareHand(canvas, field, tell) {
  let inHand = false;
  const look = () => {
    const active = document.activeElement;
    const now = document.hasFocus() && (active === canvas || active === field);
    if (now === inHand) return;
    inHand = now;
    canvas.classList.toggle('in-hand', now);
    tell(now);
  };
  for (const type of ['focusin', 'focusout', 'focus', 'blur']) window.addEventListener(type, () => setTimeout(look, 0));

  // Capturing on the window, so that it comes before SDL's listeners on the canvas; what SDL does not hear it does not
  // prevent, and the browser scrolls the page.
  const passBy = (/** @type {Event} */ event) => { if (event.target === canvas) event.stopImmediatePropagation(); };
  window.addEventListener('wheel', (event) => {
    if (!inHand && !event.ctrlKey && !event.metaKey) passBy(event);
  }, { capture: true, passive: true });
  for (const type of TOUCHES) {
    window.addEventListener(type, (event) => { if (!inHand) passBy(event); }, { capture: true, passive: true });
  }
  // A finger that comes down may be about to scroll. If it does not, a click follows; the mouse events that browsers
  // send before it have by then done on the canvas what was tapped.
  window.addEventListener('pointerdown', (event) => { if (event.pointerType === 'touch' && !inHand) passBy(event); }, true);
  canvas.addEventListener('click', () => {
    look();
    if (inHand) return;
    canvas.classList.add('by-pointer');
    canvas.focus({ preventScroll: true });
  });
}

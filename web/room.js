// Which part of the canvas can be used: not what a notch or the bar of gestures covers, nor what a soft keyboard does.

/** Less is a bar of the browser's that came or went. */
const LEAST_KEYBOARD = 80;

/**
 * The insets of the safe area, by CSS: style.css gives them to an element as its padding.
 * @param {HTMLElement} probe
 */
function safeInsets(probe) {
  const { paddingTop, paddingRight, paddingBottom, paddingLeft } = getComputedStyle(probe);
  const [top, right, bottom, left] = [paddingTop, paddingRight, paddingBottom, paddingLeft].map((side) => Number.parseFloat(side) || 0);
  return { top, right, bottom, left };
}

/** What a soft keyboard covers from the lower edge. A reader who has zoomed the page sees less of it too; that is none. */
function keyboardHeight() {
  const seen = window.visualViewport;
  if (!seen || seen.scale > 1.02) return 0;
  const covered = window.innerHeight - seen.height - seen.offsetTop;
  return covered >= LEAST_KEYBOARD ? covered : 0;
}

/**
 * Tells the program of the insets now and whenever they change.
 * @param {import('./bridge.js').Lab} lab
 * @param {HTMLElement} probe
 */
export function followRoom(lab, probe) {
  let told = '';
  const look = () => {
    const seen = window.visualViewport;
    const insets = { ...safeInsets(probe), keyboard: keyboardHeight() };
    // iOS moves the page up under a keyboard: what is above the seen part is lost too.
    if (insets.keyboard > 0 && seen) insets.top = Math.max(insets.top, seen.offsetTop);
    const words = JSON.stringify(insets);
    if (words === told) return;
    told = words;
    document.documentElement.style.setProperty('--keyboard', `${insets.keyboard}px`);
    lab.insets(insets);
  };
  for (const type of ['resize', 'orientationchange', 'pageshow']) window.addEventListener(type, look);
  for (const type of ['resize', 'scroll']) window.visualViewport?.addEventListener(type, look);
  // The insets may change without a resize, as when the phone is turned over; the probe's size follows them.
  new ResizeObserver(look).observe(probe, { box: 'border-box' });
  look();
}

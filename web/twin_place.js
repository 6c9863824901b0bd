// Lays the twin's controls over their drawn partners, so that the focus ring, the magnifier and a finger of a
// screen-reader user are where the picture is. What has no drawn partner stays in the panel.

import { translate } from './language.js';

/**
 * @param {HTMLElement} panel
 * @param {HTMLButtonElement} toggle
 * @param {(key: string) => void} onFocus
 */
export function makePlacer(panel, toggle, onFocus) {
  /** @type {Map<string, HTMLElement>} */
  let controls = new Map();
  let pinned = false;

  const put = (/** @type {HTMLElement} */ control, /** @type {import('./bridge.js').Rect|undefined} */ rect) => {
    const placed = Boolean(rect) && !pinned && /** @type {any} */ (rect).w > 0 && /** @type {any} */ (rect).h > 0;
    control.classList.toggle('placed', placed);
    const style = control.style;
    if (!placed || !rect) {
      style.left = style.top = style.width = style.height = '';
      return;
    }
    style.left = `${rect.x}px`;
    style.top = `${rect.y}px`;
    style.width = `${rect.w}px`;
    style.height = `${rect.h}px`;
  };

  const pin = (/** @type {boolean} */ on) => {
    pinned = on;
    panel.classList.toggle('pinned', on);
    toggle.setAttribute('aria-expanded', String(on));
    toggle.textContent = translate(on ? 'Hide the form' : 'Show all controls as a form');
    reveal();
  };
  // Escape puts the form back, unless it is needed for something that lies over it.
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !pinned || document.querySelector('.notice')) return;
    toggle.click();
    toggle.focus({ preventScroll: true });
  };
  for (const part of [panel, toggle]) part.addEventListener('keydown', onKey);

  /** Opens the panel for a focus on something that is not to be seen otherwise. */
  const reveal = () => {
    const active = document.activeElement;
    const inside = panel.contains(active) && !active?.classList.contains('placed');
    panel.classList.toggle('open', inside && !pinned);
  };
  panel.addEventListener('focusin', (event) => {
    reveal();
    const key = /** @type {HTMLElement} */ (event.target).dataset?.key;
    if (key) onFocus(key);
  });
  panel.addEventListener('focusout', () => {
    onFocus('');
    // The next focus is known only after this event.
    setTimeout(reveal, 0);
  });

  return {
    /** @param {Map<string, HTMLElement>} all by key */
    use(all) { controls = all; },
    /**
     * @param {import('./bridge.js').Rect[]} rects
     * @param {import('./bridge.js').Rect} [beside] the drawn panel, where it stands beside the picture
     */
    place(rects, beside) {
      const byKey = new Map(rects.map((rect) => [rect.key, rect]));
      // The form takes the place of the drawn panel, so that it covers nothing else; without one it is all there is.
      const style = document.documentElement.style;
      style.setProperty('--bar', `${beside?.y ?? 0}px`);
      style.setProperty('--form', beside ? `${window.innerWidth - beside.x}px` : '100%');
      for (const [key, control] of controls) put(control, byKey.get(key));
      reveal();
    },
    /** Shows the whole twin as a form beside the picture, or puts it back. @param {boolean} on */
    pin,
    get pinned() { return pinned; },
  };
}

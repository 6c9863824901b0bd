// The links below a scene: they lead to what the scene shows now, not only to how the lesson began.

/** A run changes often; the links follow at this pace, in ms. */
const PACE = 300;

/** The address of the lab with this state. @param {HTMLAnchorElement} anchor @param {string} link */
function lead(anchor, link) {
  // In the one-file edition the address is a fragment of the file itself.
  if (anchor.dataset.to !== undefined) anchor.dataset.to = link;
  else anchor.hash = link;
}

/** @param {HTMLAnchorElement} anchor */
const addressOf = (anchor) => (anchor.dataset.to === undefined ? anchor.href : `${/** @type {any} */ (window).labPage}#${anchor.dataset.to}`);

/** @param {any} element an attention-lab @param {HTMLAnchorElement} anchor */
export function followScene(element, anchor) {
  let timer = 0;
  element.addEventListener('lab-change', () => {
    if (timer) return;
    timer = window.setTimeout(async () => {
      timer = 0;
      // One that rests has left its link behind; asking would start none that has not run.
      if (element.live) lead(anchor, await element.link());
    }, PACE);
  });
}

/**
 * Copies where the link beside the button leads; where the browser does not allow that, the address can be copied by hand.
 * @param {any} element
 * @param {HTMLAnchorElement} anchor
 * @param {HTMLElement} said a status line, then a field for the address
 * @param {{done: string, refused: string}} words
 */
export async function copyLink(element, anchor, said, words) {
  if (element?.live) lead(anchor, await element.link());
  const field = /** @type {HTMLInputElement} */ (said.nextElementSibling);
  field.value = addressOf(anchor);
  field.hidden = true;
  said.textContent = '';
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = words.done;
  } catch {
    field.hidden = false;
    field.select();
    said.textContent = words.refused;
  }
}

// Everything the page says in words: the cover, notices with a list, and the one-line status.

import { translate } from './language.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** How long a line of status stays, in ms: long enough to be read twice. */
const STATUS_TIME = 8000;

/** @param {string[]} sentences what cannot be helped; stays on the cover */
export function fail(sentences) {
  // @ts-ignore boot.js owns the cover, so that it works without modules too
  window.labFail(sentences.map(translate));
}

/** @param {number} part loaded part in [0, 1]; NaN when the size is unknown */
export function progress(part) {
  const bar = /** @type {HTMLProgressElement} */ (byId('cover-progress'));
  if (Number.isFinite(part)) bar.value = part;
  else bar.removeAttribute('value');
}

/** @param {string} text */
export function coverText(text) {
  byId('cover-text').textContent = translate(text);
}

export function hideCover() {
  const cover = byId('cover');
  if (!cover.classList.contains('failed')) cover.hidden = true;
}

/** Shows the cover again, for a while, over a picture that cannot be drawn. */
export function showCover(/** @type {string} */ text) {
  coverText(text);
  byId('cover-progress').removeAttribute('value');
  byId('cover').hidden = false;
}

let statusTimer = 0;

/** @param {string} text "" clears the line */
export function status(text) {
  clearTimeout(statusTimer);
  byId('status').textContent = translate(text);
  if (text) statusTimer = window.setTimeout(() => { byId('status').textContent = ''; }, STATUS_TIME);
}

/**
 * A notice that stays until it is closed. Role alert reads it out where the reader is, so the focus stays there
 * too; Escape closes it from anywhere, and closing it by its button gives the focus back.
 * @param {string} title
 * @param {string[]} sentences
 * @param {{label: string, work: () => void}} [offer] a button of its own before the one that closes
 * @returns {() => void} closes it
 */
export function notice(title, sentences, offer) {
  const before = document.activeElement;
  const box = document.createElement('div');
  box.className = 'notice';
  box.setAttribute('role', 'alert');
  const heading = document.createElement('h2');
  heading.textContent = translate(title);
  const list = document.createElement('ul');
  for (const sentence of sentences) {
    list.appendChild(document.createElement('li')).textContent = translate(sentence);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = translate('Close');
  button.setAttribute('aria-label', translate(`Close: ${title}`));
  box.append(heading, list);
  if (offer) {
    const more = document.createElement('button');
    more.type = 'button';
    more.textContent = translate(offer.label);
    more.addEventListener('click', offer.work);
    box.append(more, ' ');
  }
  box.append(button);

  const close = () => {
    const hadFocus = box.contains(document.activeElement);
    document.removeEventListener('keydown', onKey);
    box.remove();
    if (hadFocus) {
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : byId('canvas');
      back.focus({ preventScroll: true });
    }
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') close(); };
  button.addEventListener('click', close);
  document.addEventListener('keydown', onKey);
  byId('notices').appendChild(box);
  return close;
}

/**
 * Something the reader may do, or leave: said quietly, and it takes no focus.
 * @param {string} sentence
 * @param {string} label
 * @param {() => void} work
 */
export function offer(sentence, label, work) {
  const box = document.createElement('div');
  box.className = 'notice offer';
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  const close = () => {
    document.removeEventListener('keydown', onKey);
    box.remove();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') close(); };
  document.addEventListener('keydown', onKey);
  const button = (/** @type {string} */ name, /** @type {() => void} */ press) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = translate(name);
    made.addEventListener('click', press);
    return made;
  };
  box.append(text, button(label, work), ' ', button('Later', close));
  byId('notices').appendChild(box);
  // Filled when it is there: a region that comes with its words is not read out everywhere.
  window.setTimeout(() => { text.textContent = translate(sentence); }, 100);
}

/** The notice about a link that did not say what it should; only the newest one stays. */
let closeLinkNotice = () => {};

/** @param {string[]} problems one sentence each; none closes the notice */
export function linkProblems(problems) {
  closeLinkNotice();
  closeLinkNotice = () => {};
  if (problems.length === 0) return;
  const many = problems.length > 1;
  closeLinkNotice = notice(
    many ? `${problems.length} parts of this link were not used` : 'A part of this link was not used', problems);
}

// What an <attention-lab> shows: the frame, or its last picture, or a place for it.

const STYLE = `
  :host { display: block; position: relative; contain: layout; }
  :host([hidden]) { display: none; }
  .box { position: relative; height: 420px; overflow: hidden; border-radius: 8px; background: Canvas; color: CanvasText;
    border: 1px solid color-mix(in srgb, CanvasText 22%, transparent); box-sizing: border-box; color-scheme: light dark; }
  iframe, img { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; display: block; }
  img { object-fit: cover; object-position: left top; }
  .place { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: .6em; padding: 1em;
    text-align: center; font: max(15px, .9375rem)/1.4 system-ui, sans-serif; }
  .covered { background: color-mix(in srgb, Canvas 55%, transparent); }
  button { font: inherit; padding: .5em 1em; border-radius: 6px; border: 1px solid; background: Canvas; color: inherit; cursor: pointer; }
  button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
  [hidden] { display: none !important; }
`;
/** One for all elements; not bound by a page's rules on inline styles. @type {CSSStyleSheet|undefined} */
let sheet;

/** @param {string} tag @param {string} [name] class */
function made(tag, name = '') {
  const element = document.createElement(tag);
  if (name) element.className = name;
  return element;
}

/** @param {HTMLElement} host */
export function makeShadow(host) {
  const root = host.attachShadow({ mode: 'open' });
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  root.adoptedStyleSheets = [sheet];
  const box = made('div', 'box');
  box.part.add('box');
  const image = /** @type {HTMLImageElement} */ (made('img'));
  image.hidden = true;
  const place = made('div', 'place');
  const words = made('div');
  const start = /** @type {HTMLButtonElement} */ (made('button'));
  start.type = 'button';
  start.textContent = 'Start';
  start.hidden = true;
  place.append(words, start);
  box.append(image, place);
  root.append(box);
  /** @type {HTMLIFrameElement|null} */
  let frame = null;

  return {
    start,
    /** A number is CSS pixels. @param {string|null} height */
    size(height) {
      const text = height?.trim() ?? '';
      box.style.height = /^\d+(\.\d+)?$/.test(text) ? `${text}px` : text;
    },
    /** @param {string} name */
    name(name) {
      words.textContent = name;
      start.setAttribute('aria-label', `Start: ${name}`);
      if (frame) frame.title = name;
    },
    /** The frame loads below what was there before. @param {HTMLIFrameElement} made */
    show(made) {
      frame = made;
      box.prepend(frame);
      start.hidden = true;
      // The frame has a loading state of its own.
      place.hidden = true;
    },
    /** The frame has drawn: nothing need lie over it. */
    started() {
      image.hidden = true;
      image.removeAttribute('src');
    },
    /** @param {string} source @param {string} description */
    async picture(source, description) {
      image.src = source;
      image.alt = description;
      await image.decode().catch(() => {});
      image.hidden = false;
    },
    drop() {
      frame?.remove();
      frame = null;
      // A page may forbid pictures of this kind; then the name stands there.
      place.hidden = !image.hidden && image.naturalWidth > 0;
      words.hidden = false;
    },
    /** Other embeds have the room; this one starts when it is asked to. @param {boolean} on */
    waiting(on) {
      start.hidden = !on;
      place.hidden = !on && (frame !== null || !image.hidden);
      words.hidden = on && !image.hidden;
      place.classList.toggle('covered', on && !image.hidden);
    },
  };
}

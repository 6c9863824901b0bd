// A lesson on paper: the experiments as drawings, with the answers or without. Frames come out badly there. The buttons
// make a picture of every experiment first; the browser's own command cannot wait, so it finds the pictures of those
// that have run, made whenever one has come to rest.

/** How long an experiment may take to hand over its picture, in ms. */
const PATIENCE = 30000;
/** So long nothing has changed before a picture is made ahead, in ms. */
const REST = 1200;

const all = (/** @type {string} */ selector) => /** @type {any[]} */ ([...document.querySelectorAll(selector)]);

/** The newest picture of each experiment. @type {Map<any, HTMLImageElement>} */
const stills = new Map();
/** Puts the page back as it was before it was made ready for paper; null: nothing to put back. @type {(() => void)|null} */
let putBack = null;

/** @param {any} element @returns {Promise<HTMLImageElement|null>} null where it has none to give */
async function drawn(element) {
  const late = new Promise((done) => { setTimeout(() => done(null), PATIENCE); });
  const blob = await Promise.race([element.export('svg'), late]).catch(() => null);
  if (!blob) return null;
  const image = new Image();
  image.className = 'printed';
  image.alt = element.getAttribute('label') ?? '';
  image.src = URL.createObjectURL(blob);
  if (!await image.decode().then(() => true, () => false)) return null;
  const before = stills.get(element);
  stills.set(element, image);
  // One that is on its way to paper stays until then.
  if (before && !before.isConnected) URL.revokeObjectURL(before.src);
  return image;
}

/** A picture ahead of each experiment that runs, whenever it has come to rest. */
function keepStills() {
  /** @type {Map<any, number>} */
  const due = new Map();
  const later = (/** @type {any} */ element) => {
    clearTimeout(due.get(element));
    due.set(element, setTimeout(() => { if (element.live) void drawn(element); }, REST));
  };
  for (const name of ['lab-ready', 'lab-change']) {
    document.addEventListener(name, ({ target }) => later(target));
  }
}

/** @param {any} element @param {HTMLImageElement} image */
function place(element, image) {
  element.after(image);
  element.closest('figure').classList.add('pictured');
}

/** Experiments that stand open on the page; those that tell an answer for whom it is told. @param {(covered: Element) => boolean} told */
const toBeSeen = (told) => all('attention-lab').filter((element) => !element.closest('details:not([open])')
  && (!element.closest('.covered') || told(element)));

function clear() {
  for (const image of all('img.printed')) image.remove();
  for (const figure of all('figure.pictured')) figure.classList.remove('pictured');
}

function end() {
  putBack?.();
  putBack = null;
}

/** The browser's own command: what there is, at once. */
function begin() {
  if (putBack) return;
  for (const element of toBeSeen((covered) => !covered.closest('section:not(.done, .seen)'))) {
    const image = stills.get(element);
    if (image) place(element, image);
  }
  putBack = clear;
}

/** @param {boolean} answers @param {(i: number, n: number) => void} say */
async function print(answers, say) {
  end();
  const folds = all('main details').map((fold) => ({ fold, open: fold.open }));
  for (const { fold } of folds) fold.open = answers;
  // Pictures that would tell the answer.
  const covered = answers ? all('section:not(.seen):has(> .covered)') : [];
  for (const section of covered) section.classList.add('seen');
  putBack = () => {
    for (const { fold, open } of folds) fold.open = open;
    for (const section of covered) section.classList.remove('seen');
    clear();
  };
  try {
    const labs = customElements.get('attention-lab') ? toBeSeen(() => answers) : [];
    for (const [i, element] of labs.entries()) {
      say(i + 1, labs.length);
      const image = await drawn(element);
      if (image) place(element, image);
    }
  } catch (error) {
    end();
    throw error;
  }
  window.print();
  // Some browsers come back from print() at once and take the page later: it stays as it is until they say that they
  // are done, or, where they never do, until the reader goes on.
  if (!putBack) return;
  const on = new AbortController();
  for (const name of ['pointerdown', 'keydown']) {
    document.addEventListener(name, () => {
      on.abort();
      end();
    }, { capture: true, signal: on.signal });
  }
}

/** Shows the buttons and lets them work. */
export function offerPrint() {
  keepStills();
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  // For browsers without these two events.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()));
  const place = /** @type {HTMLElement|null} */ (document.querySelector('.print'));
  if (!place) return;
  const said = /** @type {HTMLElement} */ (place.querySelector('[role=status]'));
  const buttons = /** @type {HTMLButtonElement[]} */ ([...place.querySelectorAll('button')]);
  place.hidden = false;
  for (const button of buttons) {
    button.addEventListener('click', () => {
      for (const other of buttons) other.disabled = true;
      const say = (/** @type {number} */ i, /** @type {number} */ n) => {
        said.textContent = (place.dataset.making ?? '').replace('{i}', String(i)).replace('{n}', String(n));
      };
      void print(button.dataset.answers === 'on', say).catch(console.error).finally(() => {
        said.textContent = '';
        for (const other of buttons) other.disabled = false;
      });
    });
  }
}

// A lesson on paper: the experiments as drawings, with the answers or without. The browser's own command prints the
// page as it stands; frames come out badly there, so these buttons make pictures first.

/** How long an experiment may take to hand over its picture, in ms. */
const PATIENCE = 30000;

const all = (/** @type {string} */ selector) => /** @type {any[]} */ ([...document.querySelectorAll(selector)]);

/** @param {any} element @returns {Promise<HTMLImageElement|null>} null where it has none to give */
async function drawn(element) {
  const late = new Promise((done) => { setTimeout(() => done(null), PATIENCE); });
  const blob = await Promise.race([element.export('svg'), late]).catch(() => null);
  if (!blob) return null;
  const image = new Image();
  image.className = 'printed';
  image.alt = element.getAttribute('label') ?? '';
  image.src = URL.createObjectURL(blob);
  return image.decode().then(() => image, () => null);
}

/**
 * Puts a picture beside every experiment that is to be seen on paper.
 * @param {boolean} answers @param {(i: number, n: number) => void} say
 */
async function picture(answers, say) {
  const labs = all('attention-lab').filter((element) => !element.closest('details:not([open])')
    && (answers || !element.closest('.covered')));
  for (const [i, element] of labs.entries()) {
    say(i + 1, labs.length);
    const image = await drawn(element);
    if (!image) continue;
    element.after(image);
    element.closest('figure').classList.add('pictured');
  }
}

function clear() {
  for (const image of all('img.printed')) {
    URL.revokeObjectURL(image.src);
    image.remove();
  }
  for (const figure of all('figure.pictured')) figure.classList.remove('pictured');
}

/** @param {boolean} answers @param {(i: number, n: number) => void} say */
async function print(answers, say) {
  const folds = all('main details').map((fold) => ({ fold, open: fold.open }));
  for (const { fold } of folds) fold.open = answers;
  // Pictures that would tell the answer.
  const covered = answers ? all('section:not(.seen):has(> .covered)') : [];
  for (const section of covered) section.classList.add('seen');
  try {
    if (customElements.get('attention-lab')) await picture(answers, say);
    window.print();
  } finally {
    for (const { fold, open } of folds) fold.open = open;
    for (const section of covered) section.classList.remove('seen');
    clear();
  }
}

/** Shows the buttons and lets them work. */
export function offerPrint() {
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

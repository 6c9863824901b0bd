// A lesson's page at work: predictions, exercises, proofs that show themselves, live readings. The text needs none of it.
import { isEmpty, isReadable, judged, plain, understood } from './judge.js';
import { copyLink, followScene } from './links.js';
import { offerPrint } from './print.js';
import { marks, remember } from './progress.js';
import './theme.js';

const all = (/** @type {string} */ selector, root = /** @type {ParentNode} */ (document)) =>
  /** @type {any[]} */ ([...root.querySelectorAll(selector)]);
const scene = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(`scene-${id}`));

/** How long a scene may take to start, in ms. */
const PATIENCE = 60000;

/** The scene, once it answers; null where it cannot be loaded. @param {string} id */
async function awake(id) {
  const element = scene(id);
  if (!element || !customElements.get('attention-lab')) return null;
  for (let fold = element.closest('details:not([open])'); fold; fold = fold.parentElement?.closest('details:not([open])')) fold.open = true;
  const late = new Promise((done) => { setTimeout(() => done(null), PATIENCE); });
  // Asking for its state starts a scene that is asleep.
  return Promise.race([element.state().then(() => element), late]).catch(() => null);
}

/** As the lesson began. @param {string} id */
async function restore(id) {
  const element = await awake(id);
  await element?.pause();
  await element?.open(element.dataset.link);
}

/** The value of a parameter, or what is measured now where an observable has the same name. */
function read(/** @type {any} */ element, /** @type {string} */ key, /** @type {boolean} */ now) {
  if (!now) return element.get(key);
  return new Promise((done) => {
    const end = element.subscribe([key], (/** @type {any} */ { values }) => {
      if (typeof values[key] === 'string') return;
      done(values[key]);
      setTimeout(() => end());
    });
  });
}

// ---- answers -------------------------------------------------------------------------------------------------------

/** @param {HTMLFormElement} form @returns {Record<string, string>} */
const typed = (form) => Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]));

/** Shows one of the sentences that stand hidden in the form. */
function reply(/** @type {HTMLFormElement} */ form, /** @type {string} */ mood, /** @type {string|undefined} */ hint) {
  const place = /** @type {HTMLElement} */ (form.querySelector('.reply'));
  const said = (hint && form.querySelector(`[data-hint="${hint}"]`)) || form.querySelector(`[data-said="${mood}"]`);
  place.dataset.mood = mood;
  place.replaceChildren(...[...(said?.childNodes ?? [])].map((node) => node.cloneNode(true)));
}

/** Keeps a mark; where that fails it is said, once a page. @param {HTMLFormElement} form @param {import('./progress.js').Mark} given */
function keepMark(form, given) {
  if (remember(/** @type {string} */ (form.dataset.item), given) || warned) return;
  warned = true;
  const line = document.createElement('p');
  line.textContent = WORDS['not-kept'];
  form.querySelector('.reply')?.append(line);
}
let warned = false;

async function answer(/** @type {HTMLFormElement} */ form) {
  const judge = JSON.parse(form.dataset.judge ?? '{}');
  const texts = typed(form);
  if (isEmpty(judge.kind, texts)) return reply(form, 'empty', undefined);
  const given = understood(judge.kind, texts);
  if (!isReadable(judge.kind, given)) return reply(form, 'unread', undefined);
  const asksScene = JSON.stringify(judge.checks).includes('"get"');
  const element = asksScene ? await awake(judge.scene) : null;
  if (asksScene && !element) return reply(form, 'asleep', undefined);
  if (judge.step !== undefined) await element?.step(judge.step);
  const { right, hint } = await judged(judge.checks, { answer: given, get: (key, now) => read(element, key, now) });
  const chosen = judge.kind === 'choice' && !right ? `${given}-hint` : undefined;
  reply(form, right ? 'right' : 'wrong', right ? undefined : hint ?? chosen);
  if (form.classList.contains('predict-form')) {
    keepMark(form, { state: right ? 'right' : 'predicted', answer: texts });
    await reveal(form);
  } else if (right) {
    // What was built is kept as the link of the picture.
    keepMark(form, { state: 'right', answer: judge.kind === 'state' ? { link: await element.link() } : texts });
  }
  mark(form);
}

/** After the prediction: open what it was about, and let it run. */
async function reveal(/** @type {HTMLFormElement} */ form) {
  const fold = /** @type {HTMLDetailsElement|null} */ (form.parentElement?.querySelector('details.reveal') ?? null);
  if (!fold) return;
  fold.open = true;
  const inside = /** @type {any} */ (fold.querySelector('attention-lab'));
  if (!inside) return;
  const element = await awake(inside.id.replace(/^scene-/, ''));
  // The judge has looked at a later step.
  if (JSON.parse(form.dataset.judge ?? '{}').step !== undefined) await element?.step(Number(inside.getAttribute('step') ?? 0));
  if (element && !matchMedia('(prefers-reduced-motion: reduce)').matches) await element.play();
}

function mark(/** @type {HTMLFormElement} */ form) {
  const known = marks()[/** @type {string} */ (form.dataset.item)];
  form.parentElement?.classList.toggle('done', known !== undefined);
  form.parentElement?.classList.toggle('right', known?.state === 'right');
}

function recall(/** @type {HTMLFormElement} */ form) {
  const known = marks()[/** @type {string} */ (form.dataset.item)];
  const judge = JSON.parse(form.dataset.judge ?? '{}');
  if (judge.kind === 'state' && known?.answer.link) scene(judge.scene)?.setAttribute('link', known.answer.link);
  for (const [key, text] of Object.entries(known?.answer ?? {})) {
    for (const field of all(`[name="${CSS.escape(key)}"]`, form)) {
      if (field.type === 'radio') field.checked = field.value === text;
      else field.value = text;
    }
  }
}

for (const form of /** @type {HTMLFormElement[]} */ (all('form[data-item]'))) {
  form.hidden = false;
  recall(form);
  mark(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button[type=submit]'));
    button.disabled = true;
    void answer(form).catch((error) => {
      console.error(error);
      reply(form, 'asleep', undefined);
    }).finally(() => { button.disabled = false; });
  });
}

// ---- scenes --------------------------------------------------------------------------------------------------------

for (const button of all('button.restore')) {
  button.hidden = false;
  button.addEventListener('click', () => { void restore(button.dataset.scene).catch(console.error); });
}

for (const button of all('button.copy')) {
  const tools = button.parentElement;
  const anchor = tools.querySelector('a');
  followScene(scene(button.dataset.scene), anchor);
  button.hidden = false;
  button.addEventListener('click', () => {
    void copyLink(scene(button.dataset.scene), anchor, tools.querySelector('.said'), { done: WORDS['link-copied'], refused: WORDS['link-not-copied'] });
  });
}

for (const button of all('button.uncover')) {
  button.addEventListener('click', () => button.closest('section').classList.add('seen'));
}

/** A step of a proof, in the picture: the keys it names, and the step of the run. */
async function show(/** @type {any} */ button) {
  const element = await awake(button.dataset.scene);
  if (!element) return;
  const item = button.closest('li');
  const { k, ...keys } = JSON.parse(item.dataset.show);
  await element.pause();
  for (const [key, value] of Object.entries(keys)) await element.set(key, String(value));
  if (k !== undefined) await element.step(k);
  for (const other of all('li', item.parentElement)) other.classList.toggle('shown', other === item);
}
for (const button of all('button.show')) {
  button.hidden = false;
  button.addEventListener('click', () => { void show(button).catch(console.error); });
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** 1.3e-4 as 1.3·10⁻⁴. @param {string} number */
const raised = (number) => number.replace(/^-/, '−').replace(/e([-+]?)(\d+)$/, (_, sign, digits) => (
  `·10${sign === '-' ? '⁻' : ''}${[...digits].map((digit) => RAISED[Number(digit)]).join('')}`));

/** Whole numbers in groups of three, others to four digits. @param {number} x */
function printedNumber(x) {
  if (Number.isInteger(x)) return Math.abs(x) < 10000 ? String(x) : String(x).replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const short = Number(x.toPrecision(4));
  return raised(Math.abs(short) < 1e-3 ? short.toExponential() : String(short));
}

/** What scenes call things, in the language of the page. @type {Record<string, string>} */
const WORDS = Object.fromEntries(all('#words [data-word]').map((place) => [place.dataset.word, place.textContent]));

/** Numbers of tokens, runs of them as 4–9. @param {number[]} list */
function runs(list) {
  const found = /** @type {number[][]} */ ([]);
  for (const i of list) {
    const last = found.at(-1);
    if (last && i === last[1] + 1) last[1] = i;
    else found.push([i, i]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}${to === from + 1 ? ', ' : '–'}${to}`)).join(', ');
}

/** A word for each token, sorted by word: "leader 1, 2, 3; moving 4–13". @param {string[]} list */
const kinds = (list) => [...new Set(list)]
  .map((word) => `${WORDS[word]} ${runs(list.flatMap((other, i) => (other === word ? [i + 1] : [])))}`).join('; ');

/** @param {unknown} value */
function printed(value) {
  const found = plain(value);
  if (typeof found === 'number') return printedNumber(found);
  if (Array.isArray(found) && found.length > 0 && found.every((x) => x in WORDS)) return kinds(found);
  if (Array.isArray(found) && found.length === 0) return '–';
  if (Array.isArray(found)) return found.map((x) => (Array.isArray(x) ? `{${x.map(printed).join(', ')}}` : printed(x))).join(', ');
  if (found === null || found === undefined || found === '') return '–';
  return WORDS[String(found)] ?? String(found);
}

/** Readings below a scene follow it. */
function watch(/** @type {any} */ element) {
  const places = all(`[data-watch][data-scene="${element.id.replace(/^scene-/, '')}"]`);
  if (places.length === 0) return;
  element.subscribe(places.map((place) => place.dataset.watch), (/** @type {any} */ { values }) => {
    for (const place of places) place.textContent = printed(values[place.dataset.watch]);
    places[0].closest('dl').hidden = false;
  });
}
void customElements.whenDefined('attention-lab').then(() => all('attention-lab').forEach(watch));

// ---- formulas --------------------------------------------------------------------------------------------------------

// Only what is too wide for its place needs the keyboard to be scrolled; the others are no stops on the way of Tab.
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) target.toggleAttribute('tabindex', target.scrollWidth > target.clientWidth + 1);
  for (const { target } of entries) if (target.hasAttribute('tabindex')) target.setAttribute('tabindex', '0');
});
for (const formula of all('.formula')) widths.observe(formula);

// ---- the other language, at the same place ---------------------------------------------------------------------------

function placeOnPage() {
  const passed = all('main :is(h2, section, li)[id]').filter((element) => element.getBoundingClientRect().top < 40);
  return passed.at(-1)?.id;
}
// Before anything else hears the press: in the one-file edition lessons/packed.js follows links.
window.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement|null} */ (/** @type {Element} */ (event.target).closest?.('a.language'));
  if (!link) return;
  const id = placeOnPage();
  const place = id && window.scrollY > 100 ? id : '';
  // There the place follows a colon.
  if (link.dataset.to) link.dataset.to = link.dataset.to.split(':')[0] + (place && `:${place}`);
  else link.hash = place;
}, true);

offerPrint();

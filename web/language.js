// The language of the page. English stands in the code; what it is called elsewhere, in one table a language
// (lang/es.json), which is fetched only when it is spoken. How keys are made: src/views/language.h.
import { isPacked, unpack } from './packed.js';

const KEPT = 'attention-lab-language';

/** Languages with a table, as [code, own name]; the build writes them into the page. @type {[string, string][]} */
const known = (document.querySelector('meta[name="lab-languages"]')?.getAttribute('content') ?? '')
  .split(';').filter(Boolean).map((entry) => /** @type {[string, string]} */ (entry.split('=')));

let code = 'en';
/** @type {Record<string, string>} */
let texts = {};
/** @type {import('./bridge.js').Lab|undefined} */
let door;
/** @type {(() => void)[]} */
const followers = [];
/** Words of the page as they were written. @type {Map<Element, {text: string, label: string|null, said: string}>} */
const written = new Map();

/** All languages, as [code, own name]. */
export const languages = () => /** @type {[string, string][]} */ ([['en', 'English'], ...known]);

export const language = () => code;

/** A text in the reader's language; English where the table does not know it. @param {string} english @returns {string} */
export function translate(english) {
  if (code === 'en' || !english) return english;
  // The program knows patterns and sentences; before it is there, whole texts must do.
  if (door) return door.translate(english);
  const bare = english.replace(/\.$/, '');
  return texts[bare] ? texts[bare] + english.slice(bare.length) : english;
}

function remembered() {
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';  // a frame without an origin keeps nothing
  }
}

/** What the address asks for, else what the reader chose before, else the first of the browser's languages that is there. */
function wanted() {
  const asked = new URLSearchParams(location.search).get('lang') ?? '';
  const codes = languages().map(([each]) => each);
  for (const wish of [asked, remembered(), ...navigator.languages]) {
    const base = wish.toLowerCase().split('-')[0];
    if (codes.includes(base)) return base;
  }
  return 'en';
}

/** @param {string} wish @returns {Promise<Record<string, string>>} */
async function table(wish) {
  if (wish === 'en') return {};
  const name = `lang/${wish}.json`;
  const bytes = await unpack(name);
  if (!bytes && isPacked) throw new Error(`${name} is not part of this file`);
  if (bytes) return JSON.parse(new TextDecoder().decode(bytes)).texts;
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  return (await response.json()).texts;
}

/** What stands in the page itself, where nothing else was written meanwhile. */
function sayPage() {
  for (const element of document.querySelectorAll('[data-say]')) {
    const text = element.textContent ?? '';
    const first = written.get(element) ?? { text, label: element.getAttribute('aria-label'), said: text };
    if (text === first.said) element.textContent = first.said = translate(first.text);
    if (first.label) element.setAttribute('aria-label', translate(first.label));
    written.set(element, first);
  }
}

/** @param {string} now @param {Record<string, string>} words */
function speak(now, words) {
  code = now;
  texts = words;
  document.documentElement.lang = now;
  door?.setLanguage(now, Object.entries(words).map(([english, other]) => `${english}\t${other}\n`).join(''));
  sayPage();
  for (const follow of followers) follow();
}

/**
 * Begins with the language that is wanted, while the program is still on its way.
 * @returns {Promise<(lab: import('./bridge.js').Lab) => void>} hands the language to the program
 */
export async function beginLanguage() {
  const wish = wanted();
  try {
    if (wish !== 'en') speak(wish, await table(wish));
  } catch (error) {
    console.warn(error);  // English, then
  }
  return (lab) => {
    door = lab;
    lab.setLanguages(languages().map((entry) => `${entry.join('\t')}\n`).join(''));
    if (code !== 'en') speak(code, texts);
  };
}

/** @param {() => void} follow called after each change */
export function onLanguage(follow) { followers.push(follow); }

/** The reader's choice, kept for the next time. @param {string} wish */
export async function chooseLanguage(wish) {
  try {
    speak(wish, await table(wish));
  } catch (error) {
    console.warn(error);
    return translate('The words of this language could not be loaded.');
  }
  try {
    localStorage.setItem(KEPT, wish);
  } catch {
    // It holds for this visit.
  }
  return '';
}

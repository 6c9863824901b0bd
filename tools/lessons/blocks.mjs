// The blocks of a lesson as HTML. A structure is free of language; every text comes from the table of strings.
import { escape, formula, inline, plain, unmarked } from './markup.mjs';

/**
 * What a block needs to know.
 * @typedef {{slug: string, get: (key: string) => any, find: (key: string) => any, borrowed: (key: string) => boolean,
 *   language: string, scenes: Map<string, object>, items: Item[]}} Context
 * @typedef {{id: string, number?: string, choices?: string[]}} Item a question; exercises have a number
 */

const attributes = (/** @type {Record<string, unknown>} */ table) => Object.entries(table)
  .filter(([, value]) => value !== undefined && value !== null && value !== '')
  .map(([key, value]) => ` ${key}="${escape(String(value))}"`).join('');

/** Texts of a lesson stand under its slug, those of all pages under "ui". */
const own = (at, key) => at.get(`${at.slug}.${key}`);
const ui = (at, key) => at.get(`ui.${key}`);
const language = (at, key) => (at.borrowed(`${at.slug}.${key}`) ? ' lang="en"' : '');

const paragraphs = (at, key, kind = '') => [own(at, key)].flat()
  .map((text) => `<p${kind}${language(at, key)}>${inline(text)}</p>`).join('\n');

/** The link of the lab for a scene: the same keys, the step as k. */
export function labLink({ lab, set = {}, step }) {
  const pairs = [['scene', lab], ...Object.entries(set), ...(step === undefined ? [] : [['k', step]])];
  return pairs.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&');
}

/** A wide formula scrolls in its own place, with the keyboard too; where it has parts, they may stand below each other. */
const displayed = (at, tex) => `<div class="formula" tabindex="0" role="group" aria-label="${plain(ui(at, 'formula'))}">`
  + `${tex.split('\\qquad').filter(Boolean).map((part) => `<span>${formula(part, true)}</span>`).join('')}</div>`;

function scene(at, block) {
  const { scene: id, lab, set = {}, step, level, controls, locked, height, watch = [], covered } = block;
  if (at.scenes.has(id)) throw new Error(`${at.slug}: two scenes are called ${id}`);
  at.scenes.set(id, block);
  const caption = own(at, `${id}-caption`);
  const element = attributes({
    id: `scene-${id}`, scene: lab, ...set, step, level, controls, locked, height, lang: at.language, label: unmarked(caption.split('. ')[0]), 'data-link': `v=1&${labLink(block)}`,
  });
  const readings = watch.map((key) => `<div><dt>${inline(at.get(`watch.${key}`))}</dt>`
    + `<dd data-watch="${key}" data-scene="${id}">–</dd></div>`).join('');
  const link = `<a href="../../index.html#${escape(labLink(block))}">${inline(ui(at, 'open-lab'))}</a>`;
  // It runs below its cover, since it judges the answer.
  const cover = covered ? `<div class="cover"><p>${inline(ui(at, 'covered'))}</p>
<button type="button" class="quiet uncover">${inline(ui(at, 'uncover'))}</button></div>\n` : '';
  return `<figure class="scene${covered ? ' covered' : ''}">
${cover}<attention-lab${element}><p class="fallback">${link}</p></attention-lab>
<figcaption${language(at, `${id}-caption`)}>${inline(caption)}</figcaption>
${readings ? `<dl class="watch" hidden>${readings}</dl>\n` : ''}<div class="tools"><button type="button" class="quiet restore" data-scene="${id}" hidden>${inline(ui(at, 'restore'))}</button>
<button type="button" class="quiet copy" data-scene="${id}" hidden>${inline(ui(at, 'copy-link'))}</button>
${link}
<span class="said" role="status"></span><input class="link" readonly hidden aria-label="${plain(ui(at, 'link'))}"></div>
</figure>`;
}

function choices(at, id, keys) {
  return keys.map((key) => `<label class="choice"><input type="radio" name="answer" value="${key}"> `
    + `<span${language(at, `${id}-${key}`)}>${inline(own(at, `${id}-${key}`))}</span></label>`).join('\n');
}

function fields(at, id, names) {
  return names.map((name) => {
    const label = name === 'answer' ? ui(at, 'your-answer') : own(at, `${id}-${name}`);
    return `<label class="field"><span>${inline(label)}</span> <input name="${name}" autocomplete="off" autocapitalize="off" spellcheck="false"></label>`;
  }).join('\n');
}

/** What the reader does: choose, type, or bring a scene into a state, which needs no field. */
function entry(at, id, { choices: keys, fields: names, many }) {
  if (keys) return choices(at, id, keys);
  if (names) return fields(at, id, names);
  if (many) return fields(at, id, ['answer']);
  return '';
}

/** Every hint that a judge may give stands in the page, hidden, so that formulas in it are built like all others. */
function hints(at, id, judge, keys = []) {
  const wanted = new Set([...(judge?.checks ?? []).map(({ hint }) => hint), ...keys.map((key) => `${key}-hint`)]);
  const asked = (/** @type {string} */ key) => judge?.checks.some(({ hint }) => hint === key);
  return [...wanted].filter((key) => key !== undefined && (asked(key) || at.find(`${at.slug}.${id}-${key}`) !== undefined))
    .map((key) => `<div class="hint" data-hint="${key}" hidden>${paragraphs(at, `${id}-${key}`)}</div>`).join('\n');
}

function form(at, block, id, kind, action) {
  const judge = block.judge ? { ...block.judge, kind: block.choices ? 'choice' : block.many ? 'list' : block.fields ? 'number' : 'state' } : null;
  at.items.push({ id, number: block.number, choices: block.choices });
  return `<form class="${kind}-form" id="${id}-form" data-item="${at.slug}/${id}"${judge ? ` data-judge="${escape(JSON.stringify(judge))}"` : ''} hidden novalidate>
<fieldset><legend class="sr-only">${plain(ui(at, kind === 'predict' ? 'your-prediction' : 'your-answer'))}</legend>
${entry(at, id, block)}
<p class="do"><button type="submit">${inline(ui(at, action))}</button></p>
</fieldset>
<div class="reply" role="status"></div>
${hints(at, id, judge, block.choices)}
<div class="said" data-said="right" hidden><p>${inline(at.find(`${at.slug}.${id}-right`) ?? ui(at, kind === 'predict' ? 'predicted-right' : 'right'))}</p></div>
<div class="said" data-said="wrong" hidden><p>${inline(ui(at, kind === 'predict' ? 'predicted-wrong' : 'wrong'))}</p></div>
<div class="said" data-said="asleep" hidden><p>${inline(ui(at, 'scene-missing'))}</p></div>
<div class="said" data-said="empty" hidden><p>${inline(ui(at, kind === 'predict' ? 'answer-first' : 'answer-missing'))}</p></div>
${block.fields || block.many ? `<div class="said" data-said="unread" hidden><p>${inline(ui(at, block.many ? 'unread-list' : 'unread-number'))}</p></div>\n` : ''}</form>`;
}

function predict(at, block) {
  const id = block.predict;
  return `<section class="predict" role="group" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${inline(ui(at, 'predict'))} <a class="anchor" href="#${id}" aria-label="${plain(ui(at, 'link-here'))}">#</a></h3>
${paragraphs(at, id)}
${form(at, block, id, 'predict', 'predict-do')}
<details class="reveal"><summary><span class="unasked">${inline(ui(at, 'reveal'))}</span><span class="asked">${inline(ui(at, 'what-happens'))}</span></summary>
${blocks(at, block.then)}
</details>
</section>`;
}

function exercise(at, block) {
  const id = block.exercise;
  const stars = '★'.repeat(block.stars ?? 1);
  return `<section class="exercise" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="number">${inline(ui(at, 'exercise'))} ${block.number}</span> <span class="stars" title="${plain(ui(at, `stars-${block.stars ?? 1}`))}">${stars}</span> <span class="name">${inline(own(at, `${id}-title`))} <a class="anchor" href="#${id}" aria-label="${plain(ui(at, 'link-here'))}">#</a></span></h3>
${paragraphs(at, id)}
${blocks(at, block.with ?? [])}
${block.judge ? form(at, block, id, 'exercise', block.choices || block.fields || block.many ? 'check' : 'check-scene') : ''}
<details class="answer"><summary>${inline(ui(at, 'answer'))}</summary>
${paragraphs(at, `${id}-answer`)}
</details>
</section>`;
}

/** A proof beside a live picture: each step can show itself in it. */
function proof(at, block) {
  const id = block.proof;
  const steps = block.steps.map(({ key, tex, show }) => `<li id="${id}-${key}"${show ? ` data-show="${escape(JSON.stringify(show))}"` : ''}>
${paragraphs(at, `${id}-${key}`)}
${tex ? displayed(at, tex) : ''}${show ? `<p class="do"><button type="button" class="quiet show" data-scene="${block.with.scene}" hidden>${inline(ui(at, 'show'))}</button></p>` : ''}</li>`).join('\n');
  return `<section class="proof" role="group" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${inline(own(at, `${id}-title`))}</h3>
<div class="stage">${scene(at, block.with)}</div>
<ol>
${steps}
</ol>
</section>`;
}

const boxed = (kind) => (at, key) => `<section class="${kind}">
<h3>${inline(own(at, `${key}-title`))}</h3>
${[own(at, key)].flat().map((text) => `<p>${inline(text)}</p>`).join('\n')}
</section>`;

/** Blocks that are a word and the key of their text: "p intro". */
const SHORT = {
  p: (at, key) => paragraphs(at, key),
  h2: (at, key) => `<h2 id="${key}">${inline(own(at, key))}</h2>`,
  list: (at, key) => `<ul${language(at, key)}>${[own(at, key)].flat().map((text) => `<li>${inline(text)}</li>`).join('\n')}</ul>`,
  limits: boxed('limits'),
  claim: boxed('claim'),
  why: (at, key) => `<div class="why"><h4>${inline(ui(at, 'why'))}</h4>\n${paragraphs(at, key)}</div>`,
  run: (at, key) => `<div class="run"><h4>${inline(ui(at, 'run'))}</h4>\n${paragraphs(at, key)}</div>`,
};
const LONG = { predict, exercise, proof, scene };

/** @param {Context} at @param {(string|object)[]} list */
export function blocks(at, list) {
  return list.map((block) => {
    if (typeof block === 'string') {
      const [word, key] = block.split(' ');
      if (!SHORT[word]) throw new Error(`${at.slug}: there is no block ${word}`);
      return SHORT[word](at, key);
    }
    if (block.tex) return displayed(at, block.tex);
    const kind = Object.keys(LONG).find((name) => block[name] !== undefined);
    if (!kind) throw new Error(`${at.slug}: a block is of no kind: ${JSON.stringify(block)}`);
    return LONG[kind](at, block);
  }).join('\n');
}

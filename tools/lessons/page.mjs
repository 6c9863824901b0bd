// Whole pages: a lesson, the contents of a language, and the choice of the language.
import { blocks } from './blocks.mjs';
import { escape, inline, plain, quoted } from './markup.mjs';

/** Frames and files of the site alone; nothing inline, nothing from elsewhere. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; frame-src 'self'; "
  + "connect-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'";

const head = ({ language, title, description, up, scripts = [] }) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${up}favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}lessons/lessons.css">
${scripts.map((script) => `<script type="module" src="${up}${script}"></script>`).join('\n')}
</head>`;

/** The other languages, each called by its own name; lessons.js keeps the place on the page. */
function languageLinks(strings, language, file) {
  return strings.languages.filter((other) => other !== language).map((other) => {
    const name = strings.reader(other).get('ui.language');
    return `<a class="language" href="../${other}/${file}" lang="${other}" hreflang="${other}">${escape(name)}</a>`;
  }).join(' ');
}

/** Colours, chosen by the reader; shown by a script. */
const themes = (at) => `<label class="theme" hidden><span>${inline(at.get('ui.theme'))}</span> <select>${
  ['', 'light', 'dark', 'projector'].map((name) => `<option value="${name}">${plain(at.get(`ui.theme-${name || 'system'}`))}</option>`).join('')}</select></label>`;

/** The bar at the top of a page. */
const bar = (strings, at, file) => `<header class="top"><nav aria-label="${plain(at.get('ui.lessons'))}">
${file === 'index.html' ? '' : `<a href="index.html">${inline(at.get('ui.contents'))}</a>`} <a href="../../index.html">${inline(at.get('ui.lab'))}</a>
${themes(at)}
<span class="languages">${languageLinks(strings, at.language, file)}</span></nav></header>`;

const heading = (at, { section, slug }) => `<span class="number">${section}</span> <span class="name">${inline(at.get(`${slug}.title`))}</span>`;

function neighbour(at, lesson, kind) {
  if (!lesson) return '<span></span>';
  return `<a rel="${kind}" class="${kind}" href="${lesson.slug}.html"><span>${inline(at.get(`ui.${kind}`))}</span> ${heading(at, lesson)}</a>`;
}

/** Words that scenes measure, for the readings below them. */
const WORDS = ['leader', 'face', 'group', 'moving', 'holds', 'violated', 'does not apply', 'pending', 'running', 'paused', 'stopped', 'done', 'failed'];
/** What the links below scenes say, and the questions. */
const SAID = ['link-copied', 'link-not-copied', 'not-kept'];
const words = (at) => `<div id="words" hidden>${WORDS.map((word) => `<span data-word="${word}">${escape(at.get(`words.${word}`))}</span>`).join('')}`
  + `${SAID.map((word) => `<span data-word="${word}">${escape(at.get(`ui.${word}`))}</span>`).join('')}</div>`;

const print = (at) => `<p class="print do" data-making="${plain(at.get('ui.printing'))}" hidden>
<button type="button" class="quiet" data-answers="off">${inline(at.get('ui.print-without'))}</button>
<button type="button" class="quiet" data-answers="on">${inline(at.get('ui.print-with'))}</button> <span role="status"></span></p>`;

/**
 * Headings that say their level where they look smaller than it: a box before the first section has an h3, and readers
 * who go from heading to heading would look for the h2 above it.
 */
function levelled(html) {
  let last = 1;
  return html.replace(/<h([2-6])(?=[ >])/g, (start, digit) => {
    const level = Math.min(Number(digit), last + 1);
    last = level;
    return level === Number(digit) ? start : `${start} aria-level="${level}"`;
  });
}

/** @returns {{html: string, scenes: Map<string, object>, items: import('./blocks.mjs').Item[]}} */
export function lessonPage(strings, language, lessons, i) {
  const lesson = lessons[i];
  const at = { ...strings.reader(language), slug: lesson.slug, scenes: new Map(), items: [] };
  const title = at.get(`${lesson.slug}.title`);
  const lead = at.get(`${lesson.slug}.lead`);
  const body = levelled(blocks(at, lesson.blocks));
  const scripts = ['attention-lab.js', 'lessons/lessons.js'];
  const html = `${head({ language, title: `${plain(title)} – ${plain(at.get('ui.name'))}`, description: plain(lead), up: '../../', scripts })}
<body data-lesson="${lesson.slug}">
<a class="skip" href="#text">${inline(at.get('ui.skip'))}</a>
${bar(strings, at, `${lesson.slug}.html`)}
<main id="text">
<h1>${heading(at, lesson)}</h1>
<p class="lead">${inline(lead)}</p>
${at.items.length > 0 || at.scenes.size > 0 ? `<noscript><p class="limits">${inline(at.get('ui.no-scripts'))}</p></noscript>` : ''}
${body}
</main>
${at.scenes.size > 0 ? words(at) : ''}
<footer><nav class="turn" aria-label="${plain(at.get('ui.turn'))}">${neighbour(at, lessons[i - 1], 'prev')}
${neighbour(at, lessons[i + 1], 'next')}</nav>
${print(at)}
<p>${inline(at.get('ui.sources'))}</p></footer>
</body>
</html>
`;
  return { html, scenes: at.scenes, items: at.items };
}

/** A question, and where it stands; what was answered is filled in by a script. */
function questionRow(at, slug, { id, number, choices = [] }) {
  const asked = number ? `${plain(at.get('ui.exercise'))} ${number}` : plain(at.get('ui.predict'));
  const text = number ? at.get(`${slug}.${id}-title`) : [at.get(`${slug}.${id}`)].flat().at(-1);
  const words = choices.map((key) => `<span data-choice="${key}" hidden>${inline(at.get(`${slug}.${id}-${key}`))}</span>`).join('');
  return `<tr data-item="${slug}/${id}"><td><a href="${slug}.html#${id}">${asked}</a> ${inline(quoted(text))}${words}</td><td class="state"></td><td class="given"></td></tr>`;
}

function questions(at, lessons, items) {
  const rows = lessons.filter(({ slug }) => items.get(slug).length > 0).map((lesson) => `<tbody>
<tr><th colspan="3" scope="rowgroup">${heading(at, lesson)}</th></tr>
${items.get(lesson.slug).map((item) => questionRow(at, lesson.slug, item)).join('\n')}</tbody>`);
  return `<details id="each"><summary>${inline(at.get('ui.each'))}</summary>
<div class="table" tabindex="0" role="group" aria-label="${plain(at.get('ui.each'))}"><table>
<thead><tr>${['question', 'state', 'given'].map((name) => `<th scope="col">${inline(at.get(`ui.column-${name}`))}</th>`).join('')}</tr></thead>
${rows.join('\n')}
</table></div></details>`;
}

const fileField = (at, id) => `<span class="file"><input type="file" id="${id}" class="sr-only" accept="application/json,.json"><label class="button${
  id === 'look' ? ' quiet' : ''}" for="${id}">${inline(at.get(`ui.${id}`))}</label></span>`;

/** What contents.js says. */
const PROGRESS_WORDS = ['loaded', 'not-loaded', 'forgotten', 'not-kept', 'looking', 'right', 'predicted', 'picture'];

function progressSection(at, lessons, items) {
  const words = PROGRESS_WORDS.map((word) => {
    const key = ['right', 'predicted', 'picture'].includes(word) ? `ui.mark-${word}` : `ui.${word}`;
    return `<span data-word="${word}">${inline(at.get(key))}</span>`;
  });
  return `<section class="progress" aria-labelledby="progress" hidden>
<h2 id="progress">${inline(at.get('ui.progress'))}</h2>
<p id="progress-text">${inline(at.get('ui.progress-text'))}</p>
<p class="do"><button type="button" id="save">${inline(at.get('ui.save'))}</button>
${fileField(at, 'load')}
<button type="button" class="quiet" id="forget">${inline(at.get('ui.forget'))}</button>
<button type="button" class="quiet" id="bring-back" hidden>${inline(at.get('ui.bring-back'))}</button></p>
${questions(at, lessons, items)}
<p>${inline(at.get('ui.look-text'))}</p>
<p class="do">${fileField(at, 'look')}
<button type="button" class="quiet" id="own" hidden>${inline(at.get('ui.own'))}</button></p>
<p role="status" id="progress-said"></p>
<div hidden id="progress-words">${words.join('')}</div>
</section>`;
}

/** @param {Map<string, import('./blocks.mjs').Item[]>} items by lesson */
export function contentsPage(strings, language, lessons, items) {
  const at = strings.reader(language);
  const rows = lessons.map((lesson) => `<li><a href="${lesson.slug}.html">${heading(at, lesson)}</a>
<p>${inline(at.get(`${lesson.slug}.lead`))}</p>
<p class="marks" data-items="${items.get(lesson.slug).map(({ id }) => `${lesson.slug}/${id}`).join(' ')}" hidden>
<meter min="0" max="${items.get(lesson.slug).length}" value="0" aria-label="${plain(at.get('ui.progress'))}"></meter> <span></span></p></li>`);
  const title = `${plain(at.get('ui.lessons'))} – ${plain(at.get('ui.name'))}`;
  return `${head({ language, title, description: plain(at.get('ui.about')), up: '../../', scripts: ['lessons/contents.js'] })}
<body>
<a class="skip" href="#text">${inline(at.get('ui.skip'))}</a>
${bar(strings, at, 'index.html')}
<main id="text">
<h1>${inline(at.get('ui.lessons'))}</h1>
<p class="lead">${inline(at.get('ui.about'))}</p>
<ol class="contents">
${rows.join('\n')}
</ol>
${progressSection(at, lessons, items)}
</main>
<footer><p>${inline(at.get('ui.sources'))}</p></footer>
</body>
</html>
`;
}

export function choicePage(strings) {
  const first = strings.reader(strings.languages[0]);
  const links = strings.languages.map((language) =>
    `<li><a href="${language}/index.html" lang="${language}" hreflang="${language}">${escape(strings.reader(language).get('ui.language'))}</a></li>`);
  return `${head({ language: strings.languages[0], title: plain(first.get('ui.lessons')), description: plain(first.get('ui.about')), up: '../' })}
<body><main><h1>${inline(first.get('ui.lessons'))}</h1><ul>
${links.join('\n')}
</ul></main></body>
</html>
`;
}

// The lessons as they are built: complete, well formed, and true to the scenes they show.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { answers, trained } from '../../tests/lessons/answers.mjs';
import { isEmpty, isReadable, judged, plain, readList, readNumber, understood } from '../../web/lessons/judge.js';
import { readFile } from '../../web/lessons/progress.js';
import { formula, inline } from '../lessons/markup.mjs';
import { makeLessons } from '../make_lessons.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = makeLessons(join(root, 'lessons'));
const program = process.env.LAB_CLI;
const skip = program ? false : 'set LAB_CLI to the path of lab-cli to run these tests';

const unescaped = (/** @type {string} */ text) => text.replace(/&quot;/g, '"').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
const attribute = (tag, name) => { const found = tag.match(new RegExp(` ${name}="([^"]*)"`)); return found ? unescaped(found[1]) : undefined; };

/** The JSON of a run; the same run is asked for once. */
const runs = new Map();
function run(block, { step = block.step ?? 0, set = {} } = {}) {
  // What a training reads is not in the repository; any text will do.
  const text = block.lab === 'train' ? { corpus: 'own', open: join(root, 'docs/model.md') } : {};
  const flags = Object.entries({ ...block.set, ...set, ...text }).flatMap(([key, value]) => [`--${key}`, String(value)]);
  const words = ['run', block.lab, ...flags, '--steps', String(step)];
  const key = words.join(' ');
  if (!runs.has(key)) {
    const done = spawnSync(program, words, { maxBuffer: 1 << 28 });
    if (done.status !== 0 || done.stderr.length > 0) throw new Error(`${key}: ${done.stderr}`);
    runs.set(key, JSON.parse(done.stdout.toString()));
  }
  return runs.get(key);
}

test('every lesson is built in every language, and no string is left over or missing', () => {
  assert.deepEqual(made.unused, []);
  assert.deepEqual(made.strangers, []);
  for (const language of made.languages) {
    assert.deepEqual([...made.missing.get(language)], [], language);
    for (const { slug } of made.lessons) assert.ok(made.pages.has(`${language}/${slug}.html`));
  }
  assert.ok(made.languages.includes('en') && made.languages.includes('es'));
});

test('a language that lacks a string shows the English one, and says which', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
  try {
    cpSync(join(root, 'lessons'), folder, { recursive: true });
    writeFileSync(join(folder, 'strings/fr.json'), JSON.stringify({ ui: { language: 'Français' }, hardmax: { title: 'Des tokens' } }));
    const { pages, missing } = makeLessons(folder);
    assert.match(pages.get('fr/hardmax.html'), /Des tokens/);
    assert.match(pages.get('fr/hardmax.html'), /<p lang="en">Put words/);
    assert.ok(missing.get('fr').has('hardmax.lead') && !missing.get('fr').has('hardmax.title'));
    writeFileSync(join(folder, 'strings/fr.json'), '{"ui": {"formula": "$\\frac12$"}}');
    assert.throws(() => makeLessons(folder), /control character/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('pages and formulas are well formed, with nothing inline', () => {
  const empty = new Set(['meta', 'link', 'input', 'br', '!doctype']);
  for (const [name, html] of made.pages) {
    const open = [];
    for (const [, slash, tag, rest] of html.matchAll(/<(\/?)([a-zA-Z!][\w-]*)((?:"[^"]*"|[^">])*)>/g)) {
      if (empty.has(tag.toLowerCase()) || rest.endsWith('/')) continue;
      if (slash) assert.equal(open.pop(), tag, `${name}: </${tag}>`);
      else open.push(tag);
      assert.doesNotMatch(rest, / (style|on[a-z]+)=/, `${name}: ${tag}`);
    }
    assert.deepEqual(open, [], name);
    assert.doesNotMatch(html, /<script(?![^>]* src=)/, name);
    assert.doesNotMatch(html, /<merror|undefined|\$[^<]*\$/, name);
    assert.match(html, /Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self';/);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, `${name}: an id twice`);
  }
});

test('links between the pages lead somewhere', () => {
  const there = (name) => made.pages.has(name) || existsSync(join(root, 'web/lessons', name)) || existsSync(join(root, 'web', name.replace(/^\.\.\//, '')));
  for (const [name, html] of made.pages) {
    for (const [, link] of html.matchAll(/ (?:href|src)="([^"#]+)[^"]*"/g)) {
      if (/^https:/.test(link) || link.endsWith('attention-lab.js')) continue;
      const target = join('lessons', dirname(name), link);
      assert.ok(there(target.startsWith('lessons/') ? target.slice(8) : `../${target}`), `${name}: ${link}`);
    }
  }
});

test('every scene of a lesson runs, and knows the keys that the page asks it for', { skip }, () => {
  const described = new Map();
  const keysOf = (lab) => {
    if (!described.has(lab)) {
      const text = spawnSync(program, ['describe', lab]).stdout.toString();
      described.set(lab, new Set([...text.matchAll(/^\| `(?:--)?([a-z0-9-]+)` \|/gm)].map(([, key]) => key)));
    }
    return described.get(lab);
  };
  for (const [slug, scenes] of made.scenes) {
    const page = made.pages.get(`en/${slug}.html`);
    for (const [id, block] of scenes) {
      const result = run(block);
      assert.equal(result.step, block.step ?? 0, `${slug}, ${id}: the step is there`);
      const keys = keysOf(block.lab);
      for (const key of [...Object.keys(block.set ?? {}), ...`${block.controls ?? ''} ${block.locked ?? ''}`.split(' ').filter(Boolean), ...(block.watch ?? [])]) {
        assert.ok(keys.has(key), `${slug}, ${id}: ${block.lab} has no ${key}`);
      }
    }
    for (const [, text] of page.matchAll(/ data-judge="([^"]*)"/g)) {
      const judge = JSON.parse(unescaped(text));
      for (const [, key] of JSON.stringify(judge.checks).matchAll(/"get":"([^"]*)"/g)) {
        assert.ok(keysOf(scenes.get(judge.scene).lab).has(key), `${slug}: ${judge.scene} has no ${key}`);
      }
    }
    for (const [, scene, text] of page.matchAll(/<li id="[^"]*" data-show="([^"]*)">[^]*?data-scene="([^"]*)"/g)) {
      const { k = 0, ...set } = JSON.parse(unescaped(scene));
      run(scenes.get(text), { step: k, set });
    }
  }
});

test('numbers in the text are the numbers of the scenes', { skip }, () => {
  let count = 0;
  for (const [name, html] of made.pages) {
    for (const [tag] of html.matchAll(/<data [^>]*>/g)) {
      const printed = attribute(tag, 'value');
      const [slug] = name.split('/')[1].split('.');
      const block = made.scenes.get(slug).get(attribute(tag, 'data-scene'));
      const { observables } = run(block, { step: Number(attribute(tag, 'data-step') ?? block.step ?? 0) });
      let value = observables[attribute(tag, 'data-observable')];
      for (const i of (attribute(tag, 'data-part') ?? '').split(',').filter(Boolean)) value = value[i - 1];
      const [mantissa, exponent = '0'] = printed.split('e');
      const unit = 10 ** (Number(exponent) - (mantissa.split('.')[1] ?? '').length);
      assert.ok(Math.abs(Number(printed) - value) <= unit * 0.5000001, `${name}: printed ${printed}, measured ${value}`);
      count += 1;
    }
  }
  assert.ok(count > 20);
});

/** Training takes long here: the numbers are made up, and one run for each outcome. */
async function checkTrained({ compare, choices }, judge) {
  const world = (values, answer) => judged(judge.checks, { answer, get: async (key) => values[key] });
  const [low, high] = [{ entropy: 2, 'entropy-2': 1, accuracy: 0.4, 'accuracy-2': 0.3 }, { entropy: 1, 'entropy-2': 2, accuracy: 0.3, 'accuracy-2': 0.4 }];
  for (const numbers of [low, high]) {
    const values = { compare, iteration: 1001, ...numbers };
    for (const [answer, isRight] of choices) assert.equal((await world(values, answer)).right, isRight((key) => values[key]), answer);
  }
  assert.equal((await world({ ...low, compare, iteration: 0 }, choices[0][0])).hint, 'run');
  assert.equal((await world({ ...low, compare: 'none', iteration: 1001 }, choices[0][0])).hint, 'compare');
}

test('every question has a right answer, and each mistake gets its hint', { skip }, async () => {
  for (const { slug } of made.lessons) {
    const scenes = made.scenes.get(slug);
    const forms = [...made.pages.get(`en/${slug}.html`).matchAll(/<form [^>]*>/g)].map(([tag]) => tag);
    for (const tag of forms) {
      const item = attribute(tag, 'data-item');
      const judge = JSON.parse(attribute(tag, 'data-judge'));
      const found = answers[item];
      if (trained[item]) {
        await checkTrained(trained[item], judge);
        continue;
      }
      assert.ok(found, `${item} has answers`);
      const ask = ({ texts = {}, set = {} }) => {
        const answer = understood(judge.kind, texts);
        const get = async (key, now) => {
          const { observables, values } = run(scenes.get(judge.scene), { step: judge.step, set });
          return key in values && !now ? values[key] : observables[key];
        };
        return judged(judge.checks, { answer, get });
      };
      assert.deepEqual(await ask(found.right), { right: true }, item);
      for (const [given, hint] of found.wrong) {
        const said = await ask(given);
        assert.equal(said.right, false, `${item}: ${JSON.stringify(given)}`);
        assert.equal(said.hint ?? (judge.kind === 'choice' ? `${given.texts.answer}-hint` : undefined), hint, `${item}: ${JSON.stringify(given)}`);
      }
      const hints = new Set(judge.checks.map(({ hint }) => hint).filter(Boolean));
      for (const hint of hints) assert.ok(made.pages.get(`en/${slug}.html`).includes(`data-hint="${hint}"`), `${item}: ${hint}`);
    }
  }
});

test('numbers and lists are read as people write them', () => {
  assert.deepEqual(['0,125', '1234,567', '10000'].map(readNumber), [0.125, 1234.567, 10000]);
  assert.deepEqual([' 1,5 ', '3/88', '-2', '−2', '1e-6', '.5', ''].map(readNumber), [1.5, 3 / 88, -2, -2, 1e-6, 0.5, NaN]);
  for (const bad of ['1/2/3', 'x', '1..2', '--1', '0x10', 'Infinity', '1e400', '1/0', '0/0', '45 %', '10,000', '−1,250', '1/2,000']) assert.ok(Number.isNaN(readNumber(bad)), bad);
  assert.deepEqual(readList('{5; 2, 13}'), [5, 2, 13]);
  assert.deepEqual(plain('1,0;0,9'), [[1, 0], [0, 9]]);
  assert.deepEqual(plain('[2,4]'), [2, 4]);
  assert.equal(plain('0.1'), 0.1);
  assert.deepEqual(['pending', 'e', '-', '.'].map(plain), ['pending', 'e', '-', '.']);
});

test('what cannot be read is told apart from what is wrong', () => {
  const read = (/** @type {string} */ kind, /** @type {Record<string, string>} */ texts) => isReadable(kind, understood(kind, texts));
  for (const text of ['0,5', '1/3', '≈ 45.26', '-1e-3']) assert.ok(read('number', { answer: text }), text);
  for (const text of ['abc', '1e400', '1/0', '']) assert.ok(!read('number', { answer: text }), text);
  assert.ok(read('number', { x: '1', y: '0,5' }) && !read('number', { x: '1', y: 'half' }));
  assert.ok(read('list', { answer: '2; 5' }) && !read('list', { answer: '2 and 5' }) && !read('list', { answer: ',' }));
  assert.ok(read('choice', { answer: 'abc' }) && read('state', {}));
  assert.ok(isEmpty('number', { x: '1', y: ' ' }) && isEmpty('choice', {}) && !isEmpty('state', {}));
  for (const [name, html] of made.pages) {
    for (const [form] of html.matchAll(/<form [^]*?<\/form>/g)) {
      const asks = /<input name=/.test(form);
      assert.equal(/data-said="unread"/.test(form), asks, `${name}: ${attribute(form, 'id')}`);
    }
  }
});

test('a file of progress is taken only as a whole, and only if it is one', () => {
  const file = (/** @type {object} */ marks, more = {}) => JSON.stringify({ lab: 'attention-lab-lessons', version: 1, marks, ...more });
  const mark = { state: 'right', answer: { answer: '1' } };
  assert.deepEqual(readFile(file({ 'hardmax/e5a': mark })), { 'hardmax/e5a': mark });
  for (const bad of ['', 'x', 'null', '[]', '{}', file({}, { version: 2 }), file({}, { lab: 'other' }), file({ 'a b': mark }),
    file({ 'hardmax/e5a': { state: 'won' } }), file({ 'hardmax/e5a': mark, '../x': mark })]) assert.equal(readFile(bad), null, bad);
});

test('a line never ends between a formula and its full stop; numbers of a pair stand apart', () => {
  assert.match(inline('so $x$. Then ($y$), and $z$'), /^so <span class="whole"><math>.*?<\/math>\.<\/span> Then <span class="whole">\(<math>.*?<\/math>\),<\/span> and <math>/);
  assert.doesNotMatch(formula('z=(2,0)'), /<mn>2,0/);
  for (const [name, html] of made.pages) assert.doesNotMatch(html.replace(/<span class="whole">[^]*?<\/span>/g, ''), /<\/math>[.,;:!?)]/, name);
});

test('every step of a proof changes the picture', () => {
  let steps = 0;
  for (const html of made.pages.values()) {
    for (const [proof] of html.matchAll(/<section class="proof"[^]*?<\/section>/g)) {
      const shows = [...proof.matchAll(/<li ([^>]*)>/g)].map(([, tag]) => attribute(` ${tag}`, 'data-show'));
      shows.forEach((show, i) => assert.ok(show && show !== shows[i - 1], `${attribute(proof, 'id')}: step ${i + 1}`));
      steps += shows.length;
    }
  }
  assert.ok(steps >= 22);
});

test('a prediction is asked before its answer is told', () => {
  // Headings and leads above a question that would give it away.
  const told = { 'two-facts': [/hull shrinks|lies inside/, /leaders? stay/i], 'self-attention': [/costs n²|n\^2/], block: [/moves each token alone/] };
  for (const [slug, words] of Object.entries(told)) {
    const [before] = made.pages.get(`en/${slug}.html`).split('<section class="predict"');
    for (const word of words) assert.doesNotMatch(before.replace(/<[^>]*>/g, ''), word, slug);
  }
});

// The lessons in the browser: predict, run, see; answers right and wrong; progress.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers, trained } from '../lessons/answers.mjs';
import { openPage, PATIENCE, useLab } from './support/lab.mjs';

const site = useLab();
const asking = [...new Set(Object.keys(answers).map((item) => item.split('/')[0]))];

const open = (/** @type {string} */ path, options = {}) => openPage(site, { path: `/lessons/${path}`, ready: false, ...options });

/** Waits until `test` holds in the page; it may be asynchronous. */
async function eventually(page, test, patience = PATIENCE) {
  for (const end = Date.now() + patience; Date.now() < end;) {
    if (await page.evaluate(test)) return;
    await page.waitForTimeout(200);
  }
  throw new Error(`not within ${patience} ms: ${test}`);
}

const plain = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim();

/** Answers one form: fields first, then the scene, then the button. */
async function answer(page, item, { texts = {}, set = {} }) {
  const form = page.locator(`form[data-item="${item}"]`);
  for (const [name, text] of Object.entries(texts)) {
    const field = form.locator(`[name="${name}"]`);
    if (await field.first().getAttribute('type') === 'radio') await form.locator(`[value="${text}"]`).check();
    else await field.fill(text);
  }
  const judge = JSON.parse(await form.getAttribute('data-judge'));
  await page.evaluate(async ([id, keys]) => {
    for (const [key, text] of Object.entries(keys)) await document.getElementById(`scene-${id}`).set(key, text);
  }, [judge.scene, set]);
  await form.locator('[type=submit]').click();
  await form.locator('[type=submit]:not([disabled])').waitFor();
  return {
    mood: await form.locator('.reply').getAttribute('data-mood'),
    // Not innerText: it loses a blank where a line ends before a formula.
    words: plain(await form.locator('.reply').textContent()),
    hint: async (/** @type {string} */ name) => plain(await form.locator(`[data-hint="${name}"]`).textContent()),
    done: () => form.evaluate((element) => element.parentElement.classList.contains('done')),
  };
}

for (const slug of asking) {
  test(`${slug}: each question takes a wrong answer with its hint, and a right one`, { timeout: 600000 }, async () => {
    const { page, complaints, strangers } = await open(`en/${slug}.html`);
    for (const [item, { right, wrong }] of Object.entries(answers).filter(([name]) => name.startsWith(`${slug}/`))) {
      const [given, hint] = wrong[0];
      const before = await answer(page, item, given);
      assert.equal(before.mood, 'wrong', item);
      assert.equal(before.words, await before.hint(hint), item);
      const after = await answer(page, item, right);
      assert.equal(after.mood, 'right', `${item}: ${after.words}`);
      assert.ok(await after.done(), item);
    }
    assert.deepEqual(complaints, []);
    assert.deepEqual(strangers, []);
  });
}

test('masked: exercises 1 to 4 are judged by the training that has run here', { timeout: 600000 }, async () => {
  const { page } = await open('en/masked.html');
  const small = { corpus: 'lesson', width: '16', window: '16', batch: '4', iterations: '300', every: '100' };
  for (const [item, { compare, choices }] of Object.entries(trained)) {
    const before = await answer(page, item, { texts: { answer: choices[0][0] }, set: { ...small, compare } });
    assert.equal(before.words, await before.hint('run'), item);
    // As the reader does: the button has to be there, and it works while it is seen.
    await page.locator('#scene-training').scrollIntoViewIfNeeded();
    await page.frameLocator('#scene-training iframe').locator('#twin [data-key="start"]').dispatchEvent('click');
    await eventually(page, async () => {
      const scene = document.getElementById('scene-training');
      const runs = (await scene.state()).tables.find(({ title }) => title === 'Runs')?.rows ?? [];
      return runs.length === 2 && runs.every((row) => row[1].text === 'done') && await scene.get('accuracy') > 0 && await scene.get('accuracy-2') > 0;
    }, 120000);
    const read = await page.evaluate(async () => {
      const scene = document.getElementById('scene-training');
      return Object.fromEntries(await Promise.all(['entropy', 'entropy-2', 'accuracy', 'accuracy-2'].map(async (key) => [key, await scene.get(key)])));
    });
    for (const [choice, isRight] of choices) {
      const after = await answer(page, item, { texts: { answer: choice } });
      assert.equal(after.mood, isRight((key) => read[key]) ? 'right' : 'wrong', `${item}, ${choice}: ${JSON.stringify(read)}: ${after.words}`);
    }
  }
});

test('predict, then see: the answer opens what it was about, and the scene runs', async () => {
  const { page } = await open('en/hardmax.html');
  const fold = page.locator('#rest details.reveal');
  assert.equal(await fold.getAttribute('open'), null);
  await page.locator('#rest [type=submit]').click();
  assert.equal(await page.locator('#rest .reply').getAttribute('data-mood'), 'empty');
  await answer(page, 'hardmax/rest', answers['hardmax/rest'].right);
  assert.notEqual(await fold.getAttribute('open'), null);
  await eventually(page, async () => (await document.getElementById('scene-tied').state()).step > 0);
  await page.locator('#rest [data-watch=limit-kinds]', { hasText: 'face' }).waitFor();
});

test('a proof shows its steps in the picture, and the picture goes back to the start', async () => {
  const { page } = await open('en/two-facts.html');
  const read = (/** @type {string} */ key) => page.evaluate((name) => document.getElementById('scene-cloud').get(name), key);
  await page.locator('#proof-1-nested .show').click();
  await eventually(page, async () => await document.getElementById('scene-cloud').get('k') === 40);
  await page.locator('#proof-1-pick .show').click();
  await eventually(page, async () => await document.getElementById('scene-cloud').get('k') === 0);
  assert.equal(await read('selected'), '11');
  await page.locator('#proof-1-pick.shown').waitFor();
  await page.evaluate(() => document.getElementById('scene-cloud').set('alpha', '1'));
  await page.locator('.restore[data-scene=cloud]').click();
  await eventually(page, async () => await document.getElementById('scene-cloud').get('alpha') === '0.1');
});

test('progress is kept, saved as a file, forgotten and loaded again', async () => {
  // Files that the page saves are kept in the page, since not every driver hands out downloads.
  const { page } = await open('en/hardmax.html', {
    init: () => {
      window.kept = [];
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob) => { window.kept.push(blob); return createObjectURL.call(URL, blob); };
    },
  });
  await answer(page, 'hardmax/e5a', answers['hardmax/e5a'].right);
  await page.locator('header a', { hasText: 'Contents' }).click();
  await page.locator('.marks[data-items*="hardmax/e5a"] span', { hasText: /^1 \// }).waitFor();
  await page.locator('#save').click();
  const file = await page.evaluate(() => window.kept[0].text());
  const saved = JSON.parse(file);
  assert.deepEqual(saved.marks['hardmax/e5a'], { state: 'right', answer: { answer: 'schwarz' } });
  const marked = (count) => page.locator('.marks[data-items*="hardmax/e5a"] span', { hasText: `${count} /` }).waitFor();
  await page.locator('#forget').click();
  await marked(0);
  await page.locator('#bring-back').click();
  await marked(1);
  await page.locator('#forget').click();
  await marked(0);
  // Another tab answers: it is seen here.
  const other = await page.context().newPage();
  await other.goto(`${site.url}/lessons/en/hardmax.html`, { waitUntil: 'domcontentloaded' });
  await answer(other, 'hardmax/e5c', answers['hardmax/e5c'].right);
  await other.close();
  await marked(1);
  // What a newer edition has left is not destroyed, and the page says that it keeps nothing.
  const newer = JSON.stringify({ lab: 'attention-lab-lessons', version: 2, marks: {} });
  await page.evaluate((text) => localStorage.setItem('attention-lab-lessons', text), newer);
  await page.locator('#forget').click();
  await page.locator('#progress-text', { hasText: 'keeps no answers' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('attention-lab-lessons')), newer);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator('#load').setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"marks": {}}') });
  await page.locator('#progress-said', { hasText: 'Nothing was changed' }).waitFor();
  await page.locator('#load').setInputFiles({ name: 'progress.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await page.locator('#progress-said', { hasText: 'taken from the file: 1' }).waitFor();
  await page.locator('.marks[data-items*="hardmax/e5a"] span', { hasText: /^1 \// }).waitFor();
  await page.goto(`${site.url}/lessons/en/hardmax.html`);
  assert.ok(await page.locator('#e5a.done').isVisible());
  assert.ok(await page.locator('#e5a [value=schwarz]').isChecked());
  // An answer is kept whole, however long: the link of a picture with many tokens is.
  assert.equal(await page.evaluate(async () => {
    const { exported, imported, marks } = await import('../progress.js');
    const table = JSON.parse(exported());
    table.marks['hardmax/e5b'] = { state: 'right', answer: { link: 'x'.repeat(20000) } };
    imported(JSON.stringify(table));
    return marks()['hardmax/e5b'].answer.link.length;
  }), 20000);
});

test('what is no number is answered politely, and is not counted as wrong; what cannot be kept is said', async () => {
  const { page } = await open('en/two-facts.html', {
    init: () => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; },
  });
  for (const [text, mood] of [['abc', 'unread'], ['1e400', 'unread'], ['', 'empty'], ['145,5', 'wrong'], ['145', 'right']]) {
    const { mood: found, words } = await answer(page, 'two-facts/e10a', { texts: { answer: text } });
    assert.equal(found, mood, text);
    if (mood === 'unread') assert.match(words, /cannot be read as a number/);
    if (mood === 'empty') assert.match(words, /First give an answer/);
    assert.equal(/keeps no answers/.test(words), mood === 'right', text);
  }
});

test('what was built is kept, and a teacher sees it in the file without taking it over', async () => {
  const { page } = await open('en/hardmax.html');
  await answer(page, 'hardmax/e5b', { set: { tokens: '2,0;0,1;1,0.4' } });
  await answer(page, 'hardmax/where', answers['hardmax/where'].right);
  const file = await page.evaluate(() => localStorage.getItem('attention-lab-lessons'));
  await page.reload();
  await eventually(page, async () => (await document.getElementById('scene-three-leaders').get('tokens')) === '2,0;0,1;1,0.4');
  await page.locator('.restore[data-scene=three-leaders]').click();
  await eventually(page, async () => (await document.getElementById('scene-three-leaders').get('tokens')).startsWith('1.6,'));
  const other = await open('en/index.html');
  await other.page.locator('#look').setInputFiles({ name: 'ana.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await other.page.locator('#progress-said', { hasText: 'answers in ana.json' }).waitFor();
  const row = (/** @type {string} */ item) => other.page.locator(`tr[data-item="${item}"]`);
  assert.equal(await row('hardmax/where').locator('.given').innerText(), '1.09, 0,45');
  assert.equal(await row('hardmax/where').locator('.state').innerText(), 'right');
  assert.match(await row('hardmax/e5b').locator('.given a').getAttribute('href'), /index\.html#v=1&scene=hardmax&.*tokens=2,0;0,1;1,0\.4/);
  assert.equal(await other.page.evaluate(() => localStorage.getItem('attention-lab-lessons')), null);
  await other.page.locator('#own').click();
  assert.equal(await row('hardmax/where').locator('.state').innerText(), '');
});

test('a picture that would tell the answer is covered until there is one', async () => {
  const { page } = await open('en/clustering.html');
  const seen = () => page.locator('#scene-twins').evaluate((element) => getComputedStyle(element).visibility);
  assert.equal(await seen(), 'hidden');
  assert.equal((await answer(page, 'clustering/e7c', answers['clustering/e7c'].wrong[0][0])).mood, 'wrong');
  assert.equal(await seen(), 'hidden');
  assert.equal((await answer(page, 'clustering/e7c', answers['clustering/e7c'].right)).mood, 'right');
  assert.equal(await seen(), 'visible');
  await page.locator('#e7c .uncover').waitFor({ state: 'hidden' });
});

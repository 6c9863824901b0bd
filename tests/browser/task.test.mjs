// A whole task without a mouse and without looking: open exercise 9, place leaders, run 400 layers, read the verdict, copy
// the link. Once with the keyboard alone, once by roles and names alone; from the lab's first page and from the lessons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFirefox } from './support/browser.mjs';
import { lab, until, useLab } from './support/lab.mjs';
import { frameNamed, seen, withKeys, withRoles } from './support/reader.mjs';

const site = useLab();
/** Three leaders at distance 2; the ten tokens of the disc stay. */
const LEADERS = '0, 2\n-1.7, -1\n1.7, -1\n';
const DISC = '-0.0369,0.0338;0.0087,-0.0996;0.0913,0.119;-0.1969,-0.0348;0.2109,-0.1342;-0.0779,0.2897;-0.1613,-0.3106;0.3757,0.1372;-0.416,0.1717;0.2119,-0.4529';
const PLACED = `0,2;-1.7,-1;1.7,-1;${DISC}`;
const VERDICT = /Clustering theorem:[^:]*: holds\./;

const context = isFirefox ? {} : { permissions: ['clipboard-read', 'clipboard-write'] };
/** What was copied; Firefox lets no driver read the clipboard, so there the page notes what it gives to it. */
const noteCopies = () => {
  const { clipboard } = navigator;
  if (!clipboard) return;
  const write = clipboard.writeText.bind(clipboard);
  clipboard.writeText = async (text) => { await write(text); window.copied = text; };
};
const copied = (page) => page.evaluate(() => window.copied);
const start = async (path) => (await site.open({ path, ready: false, context, init: noteCopies })).page;

/** The link opens the same state in a fresh page. */
async function opensTheSame(address) {
  const { page } = await site.open({ path: address.slice(site.url.length), context: {} });
  await until(page, 'step', 400);
  const { values } = await lab(page, 'state');
  assert.equal(values.tokens, PLACED);
  assert.deepEqual([await lab(page, 'observe', 'leaders')].flat(3), [1, 2, 3]);
  assert.equal(await page.getByRole('alert').count(), 0);
}

/** What the lab says under "Verdicts", once the theorem holds. */
const labVerdict = (page) => seen(page, async () => (await page.getByRole('region', { name: 'Verdicts' }).textContent()).replace(/\s+/g, ' '), (text) => VERDICT.test(text));
/** The same below the experiment of a lesson, where readings are terms with their definitions. */
async function lessonVerdict(page) {
  const exercise = page.getByRole('region', { name: EXERCISE });
  const read = async () => {
    const [terms, values] = [await exercise.getByRole('term').allTextContents(), await exercise.getByRole('definition').allTextContents()];
    return Object.fromEntries(terms.map((term, i) => [term, values[i]]));
  };
  await seen(page, read, (readings) => readings['clustering theorem'] === 'holds' && readings.layer === '400');
}
const PLANT = /yours to place/;
const EXERCISE = /Plant three leaders/;

/** Presses Enter on a link and waits for the page behind it. */
async function follow(keys, page, address) {
  const title = await page.title();
  await keys.press('Enter');
  await page.waitForURL(address, { waitUntil: 'load' });
  await seen(page, () => page.title().catch(() => title), (now) => now !== title);
}

/** From the contents of the lessons to exercise 9 (a). */
async function toExerciseByKeys(keys, page) {
  await keys.tabTo('link', /^15 Exercises/);
  await follow(keys, page, /exercises\.html/);
  await keys.tabTo('link', '9 (a) plant them');
  await follow(keys, page, /laboratory\.html#e9a/);
}

/** Writes over the first three rows, and goes to the last layer. */
async function placeAndRunByKeys(keys) {
  await keys.tabTo('textbox', 'Tokens');
  await keys.press('Control+Home');
  for (let i = 0; i < 3; i++) await keys.press('Shift+ArrowDown');
  await keys.type(LEADERS);
  await keys.press('Control+Enter');
  await keys.tabTo('textbox', 'Go to layer', { back: true });
  await keys.press('Control+a');
  await keys.type('400');
  await keys.press('Enter');
}

async function placeAndRunByRoles(reader) {
  const tokens = (await (await reader.find('textbox', 'Tokens')).inputValue()).split('\n');
  await reader.enter('textbox', 'Tokens', LEADERS + tokens.slice(3).join('\n'), 'Control+Enter');
  await reader.enter('textbox', 'Go to layer', '400', 'Enter');
}

test('keyboard alone, from the first page of the lab', { timeout: 240000 }, async () => {
  const page = await start('/');
  const keys = withKeys(page);
  await seen(page, () => page.getByRole('combobox', { name: 'Experiment' }).count(), (n) => n > 0);
  await keys.tabTo('link', /^Lessons/, { most: 3 });
  await follow(keys, page, /lessons\/index\.html/);
  await keys.tabTo('link', 'English');
  await follow(keys, page, /lessons\/en\//);
  await toExerciseByKeys(keys, page);
  await keys.tabTo('link', 'Open this experiment in the lab');
  await follow(keys, page, /index\.html#/);
  await seen(page, () => page.getByRole('textbox', { name: 'Tokens', exact: true }).count(), (n) => n > 0);
  await placeAndRunByKeys(keys);
  assert.match(await labVerdict(page), /Fact 2[^:]*:[^:]*: holds\./);
  await keys.tabTo('button', 'Share', { back: true });
  await keys.press('Enter');
  await seen(page, async () => (await keys.focus()).name, (name) => name === 'Copy link');
  await keys.press('Enter');
  await seen(page, () => page.getByText('Copied.').count(), (n) => n > 0);
  const address = await copied(page);
  await keys.press('Escape');
  await seen(page, async () => (await keys.focus()).name, (name) => name === 'Share');
  await opensTheSame(address);
});

test('keyboard alone, from the lessons, in the experiment on the page', { timeout: 240000 }, async () => {
  const page = await start('/lessons/en/index.html');
  const keys = withKeys(page);
  await toExerciseByKeys(keys, page);
  await seen(page, async () => (await frameNamed(page, PLANT))?.getByRole('textbox', { name: 'Tokens', exact: true }).count(), (n) => n === 1);
  await placeAndRunByKeys(keys);
  await lessonVerdict(page);
  await keys.tabTo('button', 'Copy a link to what it shows');
  await keys.press('Enter');
  await seen(page, () => page.getByText('The link is copied.').and(page.getByRole('status')).count(), (n) => n > 0);
  const address = await copied(page);
  await keys.tabTo('button', 'Check the picture');
  await keys.press('Enter');
  await seen(page, () => page.getByRole('status').allTextContents(), (texts) => texts.some((text) => text.trim() === 'Right.'));
  await opensTheSame(address);
});

test('roles and names alone, from the first page of the lab', { timeout: 240000 }, async () => {
  const page = await start('/');
  const reader = withRoles(page);
  await reader.activate('link', /^Lessons/);
  await reader.activate('link', 'English');
  await reader.activate('link', /^15 Exercises/);
  await reader.activate('link', '9 (a) plant them');
  reader.inside({ region: EXERCISE });
  await reader.activate('link', 'Open this experiment in the lab');
  reader.inside({});
  await placeAndRunByRoles(reader);
  assert.match(await labVerdict(page), /Fact 2[^:]*:[^:]*: holds\./);
  await reader.activate('button', 'Share');
  await reader.activate('button', 'Copy link');
  await seen(page, () => page.getByText('Copied.').count(), (n) => n > 0);
  const address = await (await reader.find('textbox', 'Link to this experiment')).inputValue();
  assert.equal(await copied(page), address);
  await opensTheSame(address);
});

test('roles and names alone, from the lessons, in the experiment on the page', { timeout: 240000 }, async () => {
  const page = await start('/lessons/en/index.html');
  const reader = withRoles(page);
  await reader.activate('link', /^15 Exercises/);
  await reader.activate('link', '9 (a) plant them');
  await (await reader.find('heading', EXERCISE)).scrollIntoViewIfNeeded();
  reader.inside({ frame: PLANT });
  await placeAndRunByRoles(reader);
  await lessonVerdict(page);
  reader.inside({ region: EXERCISE });
  await reader.activate('button', 'Copy a link to what it shows');
  await seen(page, () => page.getByText('The link is copied.').and(page.getByRole('status')).count(), (n) => n > 0);
  const address = await copied(page);
  await reader.activate('button', 'Check the picture');
  await seen(page, () => page.getByRole('status').allTextContents(), (texts) => texts.some((text) => text.trim() === 'Right.'));
  await opensTheSame(address);
});

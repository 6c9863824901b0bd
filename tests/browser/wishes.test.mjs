// What the reader wishes, kept: the theme, less motion, the system's own colours, a way back, Escape, a decimal comma.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFirefox } from './support/browser.mjs';
import { atRest, isReady, lab, until, useLab } from './support/lab.mjs';

const site = useLab();
const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme);
const themeIs = (page, name) => page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, name);

test('a chosen theme is kept for the next visit; an embed has its page\'s; who chooses what the system has goes with it again', async () => {
  const { page } = await site.open({ context: { colorScheme: 'dark' } });
  // Not every driver lets a test choose what the system wants.
  const system = await page.evaluate(() => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'));
  const other = system === 'dark' ? 'light' : 'dark';
  assert.equal(await theme(page), system);
  await page.getByRole('radio', { name: 'Projector' }).press('Space');
  await themeIs(page, 'projector');
  assert.ok(await page.getByRole('radio', { name: 'Projector' }).isChecked());
  await page.reload();
  await isReady(page);
  await themeIs(page, 'projector');
  await until(page, 'theme', 'projector');
  await page.goto(`${site.url}/index.html?embed=full&theme=${other}`);
  await isReady(page);
  await themeIs(page, other);
  await page.goto(`${site.url}/index.html?embed=full`);
  await isReady(page);
  await themeIs(page, system);
  await page.goto(site.url);
  await isReady(page);
  await themeIs(page, 'projector');
  await page.getByRole('radio', { name: system === 'dark' ? 'Dark' : 'Light' }).press('Space');
  await themeIs(page, system);
  await page.waitForFunction(() => localStorage.getItem('attention-lab-theme') === null);
});

test('Back returns from another experiment to the one before, as it was left; small changes are no steps', async () => {
  const { page } = await site.open({ hash: 'preset=collection-2&k=7' });
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await lab(page, 'set', 'alpha', '0.25');
  await lab(page, 'transport', 'scrub', 9);
  await page.waitForFunction(() => location.hash.includes('alpha=0.25') && location.hash.includes('k=9'));
  assert.equal(await steps(), before);
  await page.getByRole('combobox', { name: 'Experiment' }).selectOption('softmax');
  await until(page, 'slug', 'softmax');
  await page.waitForFunction(() => location.hash.includes('scene=softmax'));
  assert.equal(await steps(), before + 1);
  await lab(page, 'set', 'beta', '3');
  await page.waitForFunction(() => location.hash.includes('beta=3'));
  assert.equal(await steps(), before + 1);
  await page.goBack();
  await until(page, 'slug', 'hardmax');
  await until(page, 'step', 9);
  await until(page, 'values.alpha', '0.25');
  await until(page, 'values.preset', 'collection-2');
  await page.goForward();
  await until(page, 'slug', 'softmax');
  await until(page, 'values.beta', '3');
});

test('Escape closes what opens: a half typed value, the form, the dialog, a notice', async () => {
  const { page } = await site.open();
  const toggle = page.getByRole('button', { name: 'Show all controls as a form' });
  await toggle.press('Enter');
  const hide = page.getByRole('button', { name: 'Hide the form' });
  const alpha = page.getByRole('spinbutton', { name: 'Step α' });
  await alpha.fill('7');
  await page.keyboard.press('Escape');
  assert.equal(await alpha.inputValue(), '0.1');
  assert.equal(await hide.count(), 1, 'the first Escape was for the field');
  await page.keyboard.press('Escape');
  await toggle.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'panel-toggle');
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => { location.hash = '#wrong=1'; });
  await page.getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('the form leaves the buttons of the top bar free', async () => {
  const { page } = await site.open();
  await page.locator('#panel-toggle').press('Enter');
  const covered = await page.evaluate(() => {
    const form = document.getElementById('twin').getBoundingClientRect();
    // Where they are drawn is known before the form lies open; the bar's height is what counts.
    return form.top;
  });
  assert.ok(covered >= 48, `the form begins at ${covered}`);
  for (const x of [1145, 1183, 1217, 1251]) {
    assert.equal(await page.evaluate((at) => document.elementFromPoint(at, 28).id, x), 'canvas');
  }
});

test('a decimal comma is read, and a refusal names the control by its label', async () => {
  const { page } = await site.open();
  const alpha = page.getByRole('spinbutton', { name: 'Step α' });
  await alpha.fill('0,3');
  await alpha.press('Enter');
  await until(page, 'values.alpha', '0.3');
  await alpha.fill('0,5');
  await alpha.press('ArrowUp');
  await until(page, 'values.alpha', '0.55');
  const said = async (text) => {
    await alpha.fill(text);
    await alpha.press('Enter');
    return page.locator('#status').textContent();
  };
  assert.equal(await said('99'), 'Step α must lie between 0.001 and 10, but 99 was given.');
  assert.match(await said('10,000'), /"10,000"; please write 10 or 10000\.$/);
  await alpha.fill('');
  await alpha.pressSequentially('2,000');
  await alpha.press('Enter');
  assert.match(String(await page.locator('#status').textContent()), /"2,000"; please write 2 or 2000\.$/);
  await until(page, 'values.alpha', '0.55');
});

test('the keyboard selects a token, moves it by round steps, and moves the view', async () => {
  const { page } = await site.open({ hash: 'tokens=2,0;0,1;1,0.5' });
  await page.getByRole('application').focus();
  await page.keyboard.press('t');
  await until(page, 'values.selected', '1');
  await page.keyboard.press('t');
  await until(page, 'values.selected', '2');
  await page.keyboard.press('Shift+T');
  await until(page, 'values.selected', '1');
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForFunction(() => !window.attentionLab.state().values.tokens.startsWith('2,0;'));
  const [x, y] = (await lab(page, 'state')).values.tokens.split(';')[0].split(',').map(Number);
  assert.equal(x, 2);
  assert.ok(y > 0 && String(y).length <= 5, `moved up by a round step: ${y}`);
  await page.keyboard.press('Escape');
  await until(page, 'values.selected', '0');
  const { tokens } = (await lab(page, 'state')).values;
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForFunction(() => /centre=/.test(window.attentionLab.link()));
  assert.equal((await lab(page, 'state')).values.tokens, tokens);
  await page.keyboard.press('f');
  await page.waitForFunction(() => !/centre=/.test(window.attentionLab.link()));
});

test('what is drawn beside the scene\'s own controls has twins that work', async () => {
  const { page } = await site.open();
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await page.waitForFunction(() => /zoom=1\.4/.test(window.attentionLab.link()));
  await page.getByRole('button', { name: 'Fit the picture' }).press('Enter');
  await page.waitForFunction(() => !/zoom=/.test(window.attentionLab.link()));
  // The panel shows another tab: the controls of the first are no longer drawn.
  await page.waitForFunction(() => document.getElementById('p-seed').classList.contains('placed'));
  await page.getByRole('button', { name: 'Show the verdicts' }).press('Enter');
  await page.waitForFunction(() => !document.getElementById('p-seed').classList.contains('placed'));
  await page.getByRole('button', { name: 'Show the controls' }).press('Enter');
  await page.waitForFunction(() => document.getElementById('p-seed').classList.contains('placed'));
  const go = page.getByRole('textbox', { name: 'Go to layer' });
  await go.fill('401');
  await go.press('Enter');
  assert.equal(await page.locator('#status').textContent(), 'The layer must be a whole number from 0 to 400.');
  await go.fill('399');
  await go.press('Enter');
  await until(page, 'step', 399);
});

test('no drawn control is without a twin', { timeout: 240000 }, async () => {
  const { page } = await site.open();
  const { scenes } = await lab(page, 'schema');
  // Readings, which the report has; parts of a control that has one for all of it; headings that fold.
  const others = /^(plot|table|map|verdict|letter|slider|group|cell):|=|^(transport:|action:)?(play|back|forward|step|reset|scrub|speed|number)$|^theme$/;
  for (const { slug } of scenes) {
    await lab(page, 'open', `scene=${slug}`);
    await until(page, 'slug', slug);
    await atRest(page).catch(() => {});
    const missing = await page.evaluate(() => {
      const have = new Set([...document.querySelectorAll('#twin [data-key]')].filter((control) => !control.hidden).map((control) => control.dataset.key));
      return window.attentionLab.drawn().filter((key) => !have.has(key) && !have.has(key.replace(/^(action|transport):/, '')));
    });
    assert.deepEqual(missing.filter((key) => !others.test(key)), [], slug);
  }
});

/** Where the driver cannot wish it of the system: for scripts alone, not for styles. */
const lessMotion = () => {
  const real = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query.includes('prefers-reduced-motion') ? Object.assign(new EventTarget(), { matches: query.includes('reduce'), media: query }) : real(query));
};

test('with less motion nothing moves by itself, and what is asked for still runs', async () => {
  const still = isFirefox ? { init: lessMotion } : { context: { reducedMotion: 'reduce' } };
  const { page } = await site.open({ ...still, hash: 'preset=random&n=20&d=3&seed=1' });
  await atRest(page);
  const frames = await lab(page, 'frames');
  const link = await lab(page, 'link');
  await page.waitForTimeout(1500);
  assert.equal(await lab(page, 'frames'), frames);
  assert.equal(await lab(page, 'link'), link);
  assert.deepEqual(await page.evaluate(() => document.getAnimations().map((animation) => animation.animationName ?? animation.transitionProperty)), []);
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await page.waitForFunction(() => window.attentionLab.state().step > 2);
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  // The cover of the start stands still too, and a lesson moves no picture after a prediction.
  if (!isFirefox) {
    const early = await site.open({ ...still, ready: false, init: () => { WebAssembly.validate = () => false; } });
    await early.page.locator('#cover').getByRole('alert').waitFor();
    assert.deepEqual(await early.page.evaluate(() => document.getAnimations().length), 0);
  }
  const lesson = (await site.open({ ...still, ready: false, path: '/lessons/en/hardmax.html' })).page;
  await lesson.locator('#rest [value=nowhere]').check();
  await lesson.locator('#rest [type=submit]').click();
  await lesson.waitForFunction(() => document.querySelector('#rest .reply').dataset.mood === 'right');
  await lesson.waitForFunction(() => document.getElementById('scene-tied').live);
  await lesson.waitForTimeout(1000);
  assert.equal(await lesson.evaluate(async () => (await document.getElementById('scene-tied').state()).step), 0);
});

test('where the system chooses the colours, focus and borders are seen', { skip: isFirefox && 'this driver cannot force colours' }, async () => {
  const { page } = await site.open({ context: { forcedColors: 'active' } });
  const looks = (locator) => locator.evaluate((element) => {
    const style = getComputedStyle(element);
    return { outline: style.outlineStyle, border: style.borderTopStyle, colour: style.color };
  });
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await page.getByRole('application').focus();
  await page.keyboard.press('Tab');
  assert.equal((await looks(page.getByRole('combobox', { name: 'Experiment' }))).outline, 'solid');
  await play.focus();
  assert.deepEqual((({ outline, colour }) => [outline, colour])(await looks(play)), ['solid', 'rgba(0, 0, 0, 0)'], 'the drawn button shows through');
  await page.locator('#panel-toggle').press('Enter');
  for (const [role, name] of [['button', 'Play'], ['textbox', 'Seed'], ['combobox', 'Configuration'], ['button', 'New seed']]) {
    assert.equal((await looks(page.getByRole(role, { name, exact: true }))).border, 'solid', name);
  }
});

// The page driven by role and name through the HTML twin, as a screen reader's user would.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab, rows, until, useLab } from './support/lab.mjs';

const site = useLab();

test('every parameter, action and measurement of the table has a control of its role and name', async () => {
  const { page } = await site.open();
  const schema = await lab(page, 'schema');
  const role = { number: 'spinbutton', integer: 'spinbutton', switch: 'checkbox', choice: 'combobox', text: 'textbox', seed: 'textbox', matrix: 'textbox', tokens: 'textbox' };
  assert.ok(schema.params.length >= 10);
  for (const param of schema.params) {
    const control = page.getByRole(role[param.kind], { name: param.label, exact: true });
    assert.equal(await control.count(), 1, `${param.key}: one ${role[param.kind]} "${param.label}"`);
    const help = await control.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby')).textContent);
    assert.ok(help.startsWith(param.help), `${param.key} is described by its help line`);
  }
  for (const action of schema.actions) {
    assert.equal(await page.getByRole('button', { name: action.label, exact: true }).count(), 1, action.key);
  }
  const names = new Set();
  for (const item of schema.observables) {
    const reading = page.locator(`#o-${item.key}`);
    const name = await reading.evaluate((element) => document.getElementById(element.getAttribute('aria-labelledby')).textContent);
    assert.ok(name.startsWith(item.label) && !names.has(name), `${item.key} is named for itself: ${name}`);
    names.add(name);
  }
});

test('alpha is typed exactly, and stepped by arrow keys', async () => {
  const { page } = await site.open();
  const alpha = page.getByRole('spinbutton', { name: 'Step α' });
  assert.equal(await alpha.inputValue(), '0.1');
  await alpha.fill('0.30000000000000004');
  await alpha.press('Enter');
  await until(page, 'values.alpha', '0.30000000000000004');
  await alpha.press('ArrowUp');
  await until(page, 'values.alpha', '0.33');
  await alpha.press('ArrowDown');
  await until(page, 'values.alpha', '0.3');
  assert.equal(await alpha.getAttribute('aria-valuenow'), '0.3');
});

test('a bad value is answered by a sentence, put back, and changes nothing', async () => {
  const { page } = await site.open();
  const before = await lab(page, 'state');
  for (const [name, text, value] of [['Step α', '-1', '0.1'], ['Step α', 'two', '0.1'], ['Last layer K', '1.5', before.values.layers]]) {
    const field = page.getByRole('spinbutton', { name });
    await field.fill(text);
    await field.press('Enter');
    await page.locator('#status').filter({ hasText: /\S/ }).waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await field.inputValue(), value);
  }
  const tokens = page.getByRole('textbox', { name: 'Tokens', exact: true });
  const old = await tokens.inputValue();
  for (const text of ['1, 2\n3', '1, nan\n2, 3', '', 'inf, 1']) {
    await tokens.fill(text);
    await tokens.press('Control+Enter');
    assert.equal(await tokens.getAttribute('aria-invalid'), 'true', JSON.stringify(text));
    assert.match(await page.locator('#status').textContent(), /\w/);
    assert.equal(await tokens.inputValue(), old);
  }
  const now = await lab(page, 'state');
  assert.deepEqual(now.values, before.values);
  assert.equal(await lab(page, 'hash', 0), await lab(page, 'hash', 0));
});

test('a preset is chosen from the list', async () => {
  const { page } = await site.open();
  const preset = page.getByRole('combobox', { name: 'Configuration' });
  await preset.selectOption('collection-2');
  await until(page, 'values.preset', 'collection-2');
  assert.deepEqual([await lab(page, 'observe', 'leaders')].flat(3), [4, 7, 9, 11, 12, 13]);
});

test('play, pause, step forward, step back, reset', async () => {
  const { page } = await site.open();
  const button = (name) => page.getByRole('button', { name, exact: true });
  await button('Step forward').press('Enter');
  await until(page, 'step', 1);
  await button('Step forward').press(' ');
  await until(page, 'step', 2);
  await button('Step back').press('Enter');
  await until(page, 'step', 1);
  await button('Play').press('Enter');
  await button('Pause').waitFor({ state: 'attached' });
  await page.waitForFunction(() => window.attentionLab.state().step > 3);
  await button('Pause').press('Enter');
  await button('Play').waitFor({ state: 'attached' });
  const { step } = await lab(page, 'state');
  await page.waitForTimeout(400);
  assert.equal((await lab(page, 'state')).step, step);
  await button('Reset').press('Enter');
  await until(page, 'step', 0);
});

test('reset replays the same start; a new seed is another button', async () => {
  const { page } = await site.open({ hash: 'preset=random&n=20&d=2&seed=7' });
  const first = await lab(page, 'hash', 30);
  await page.getByRole('button', { name: 'Reset', exact: true }).press('Enter');
  assert.equal(await lab(page, 'hash', 30), first);
  await page.getByRole('button', { name: 'New seed', exact: true }).press('Enter');
  await page.waitForFunction(() => window.attentionLab.state().values.seed !== '7');
  assert.notEqual(await lab(page, 'hash', 30), first);
  await page.getByRole('textbox', { name: 'Seed', exact: true }).fill('7');
  await page.keyboard.press('Enter');
  await until(page, 'values.seed', '7');
  assert.equal(await lab(page, 'hash', 30), first);
});

test('tokens are typed as numbers, the matrix too', async () => {
  const { page } = await site.open();
  const tokens = page.getByRole('textbox', { name: 'Tokens', exact: true });
  await tokens.fill('2, 0\n0, 1\n1, 0.5');
  await tokens.press('Control+Enter');
  await until(page, 'values.tokens', '2,0;0,1;1,0.5');
  assert.deepEqual([await lab(page, 'observe', 'leaders')].flat(3), [1, 2]);
  const a = page.getByRole('textbox', { name: 'Attention matrix A' });
  await a.fill('1, 0\n0, 9');
  await a.press('Control+Enter');
  await until(page, 'values.a', '1,0;0,9');
  assert.deepEqual(rows((await lab(page, 'state')).values.tokens), [[2, 0], [0, 1], [1, 0.5]]);
});

test('a field that is being edited is not written over', async () => {
  const { page } = await site.open();
  const seed = page.getByRole('textbox', { name: 'Seed', exact: true });
  await seed.fill('1');
  await lab(page, 'transport', 'play');
  await page.waitForFunction(() => window.attentionLab.state().step > 3);
  assert.equal(await seed.inputValue(), '1');
  await seed.press('Escape');
  assert.notEqual(await seed.inputValue(), '1');
});

test('verdicts are a list with their finding in words', async () => {
  const { page } = await site.open();
  const { verdicts } = await lab(page, 'state');
  assert.ok(verdicts.length >= 4);
  const items = page.getByRole('region', { name: 'Verdicts' }).getByRole('listitem');
  assert.equal(await items.count(), verdicts.length);
  for (const [i, verdict] of verdicts.entries()) {
    assert.ok((await items.nth(i).textContent()).startsWith(`${verdict.claim}: ${verdict.finding}.`));
  }
});

test('the voice speaks at a pace that can be followed', async () => {
  const { page } = await site.open();
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver(() => window.said.push(performance.now())).observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true });
  });
  await lab(page, 'transport', 'play');
  await page.waitForFunction(() => window.said.length >= 3);
  const said = await page.evaluate(() => window.said);
  for (let i = 1; i < said.length; i++) assert.ok(said[i] - said[i - 1] > 1900, `${said[i] - said[i - 1]} ms between two announcements`);
});

test('a control lies over its drawn partner and shows itself when focused', async () => {
  const { page } = await site.open();
  const alpha = page.getByRole('spinbutton', { name: 'Step α' });
  await alpha.focus();
  await page.waitForFunction(() => document.activeElement?.classList.contains('placed'));
  const box = await alpha.boundingBox();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 720, JSON.stringify(box));
  assert.equal(await alpha.evaluate((element) => getComputedStyle(element).opacity), '1');
  assert.equal(await alpha.evaluate((element) => getComputedStyle(element).pointerEvents), 'none');
});

test('the whole twin can be shown as a form', async () => {
  const { page } = await site.open();
  const toggle = page.locator('#panel-toggle');
  await toggle.focus();
  await toggle.press('Enter');
  const alpha = page.getByRole('spinbutton', { name: 'Step α' });
  await alpha.click();
  await alpha.fill('0.5');
  await page.getByRole('textbox', { name: 'Seed', exact: true }).click();
  await until(page, 'values.alpha', '0.5');
  await toggle.focus();
  await toggle.press('Enter');
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
});

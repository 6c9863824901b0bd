// Every scene of the gallery, in this browser: it opens, draws, fits, says what it shows, and has the native bits.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { findings } from './support/axe.mjs';
import { atRest, lab, rows, until, useLab } from './support/lab.mjs';

const site = useLab();
const cli = process.env.LAB_CLI;
/** Scenes that wait for weights or a text; they have tests of their own. */
const WITH_MODEL = new Set(['fill-in', 'write', 'inside', 'from-scratch', 'train']);
const HANDLE_BANK = 2 ** 20;
/** Claims of a paper that a scene begins with because they fail: what the scene is about. @type {Record<string, string>} */
const FAILS = { contraction: 'Printed bound' };

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
async function pureScenes(page) {
  const { scenes } = await lab(page, 'schema');
  return scenes.map(({ slug }) => slug).filter((slug) => !WITH_MODEL.has(slug));
}

test('each scene opens, steps, and says in words what it shows; nothing is violated where it starts but what is meant to be', async () => {
  const { page, complaints, strangers } = await site.open();
  for (const slug of await pureScenes(page)) {
    await lab(page, 'open', `scene=${slug}`);
    await until(page, 'slug', slug);
    const { horizon } = await lab(page, 'state');
    for (const step of [0, 1, Math.min(horizon, 12)]) {
      if (horizon > 0) await lab(page, 'transport', 'scrub', step);
      const state = await lab(page, 'state');
      assert.ok(state.headline.length > 10 && state.description.length > 40, slug);
      for (const { claim, finding, measured } of state.verdicts) {
        const fails = FAILS[slug] !== undefined && claim.startsWith(FAILS[slug]);
        assert.equal(finding === 'violated', fails, `${slug}, step ${step}: ${claim}: ${measured}`);
      }
    }
  }
  assert.deepEqual(complaints, []);
  assert.deepEqual(strangers, []);
});

test('each scene has the hash of the native build', { skip: !(cli && existsSync(cli)) && 'LAB_CLI names no program' }, async () => {
  const { page } = await site.open();
  for (const slug of await pureScenes(page)) {
    await lab(page, 'open', `scene=${slug}`);
    await until(page, 'slug', slug);
    const steps = Math.min((await lab(page, 'state')).horizon, 40);
    await lab(page, 'transport', 'scrub', steps);
    const there = JSON.parse(execFileSync(cli, ['run', slug, '--steps', String(steps)], { encoding: 'utf8' }));
    assert.equal(await lab(page, 'hash', steps), there.hash, slug);
  }
});

test('on a phone and at twice the size the page does not scroll, whatever the scene', async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 640, height: 360 }]) {
    const { page, complaints, close } = await site.open({ context: { viewport } });
    for (const slug of await pureScenes(page)) {
      await lab(page, 'open', `scene=${slug}`);
      await until(page, 'slug', slug);
      await atRest(page);
      const over = await page.evaluate(() => [document.documentElement.scrollWidth - window.innerWidth, document.documentElement.scrollHeight - window.innerHeight]);
      assert.ok(over.every((by) => by <= 0), `${slug} at ${viewport.width}: ${over}`);
    }
    assert.deepEqual(complaints, []);
    await close();
  }
});

test('axe finds nothing in the forms of the scenes', async () => {
  const { page } = await site.open();
  await page.locator('#panel-toggle').focus();
  await page.keyboard.press('Enter');
  for (const slug of await pureScenes(page)) {
    await lab(page, 'open', `scene=${slug}`);
    await until(page, 'slug', slug);
    await atRest(page);
    assert.deepEqual(await findings(page), [], slug);
  }
});

test('beta is typed as infinity, stepped away from it, and kept in the link', async () => {
  const { page } = await site.open({ hash: 'scene=softmax' });
  const beta = page.getByRole('spinbutton', { name: 'Inverse temperature β' });
  assert.equal(await beta.inputValue(), '10');
  await beta.fill('inf');
  await beta.press('Enter');
  await until(page, 'values.beta', 'inf');
  assert.equal(await beta.getAttribute('aria-valuetext'), 'infinity');
  assert.equal(await lab(page, 'observe', 'deviation'), 0);
  await page.waitForFunction(() => location.hash.includes('beta=inf'));
  await beta.press('ArrowUp');
  await until(page, 'values.beta', 'inf');
  await beta.press('ArrowDown');
  await until(page, 'values.beta', '10000');
  await beta.press('ArrowUp');
  await until(page, 'values.beta', 'inf');
  await beta.fill('1e5');
  await beta.press('Enter');
  await page.locator('#status').filter({ hasText: /or be inf/ }).waitFor();
  await until(page, 'values.beta', 'inf');
});

test('a token of the second picture is dragged there', async () => {
  const { page } = await site.open({ hash: 'scene=softmax&selected=0' });
  await atRest(page);
  const before = rows((await lab(page, 'state')).values.tokens);
  const [left] = await lab(page, 'tokenScreen', 7);
  const [x, y] = await lab(page, 'tokenScreen', 7 + HANDLE_BANK);
  assert.ok(x > left + 200, 'the second picture is to the right of the first');
  await page.mouse.move(x, y);
  await atRest(page);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 30, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction((old) => window.attentionLab.state().values.tokens.split(';')[7] !== old, before[7].join(','));
  const after = rows((await lab(page, 'state')).values.tokens);
  assert.deepEqual(after.map((row, i) => (row.some((v, j) => v !== before[i][j]) ? i : -1)).filter((i) => i >= 0), [7]);
  assert.ok(after[7][0] > before[7][0] && after[7][1] < before[7][1], 'to the right and down');
});

test('where there is no room for three pictures, one is shown and the others are chosen', async () => {
  const { page } = await site.open({ hash: 'scene=softmax', context: { viewport: { width: 390, height: 844 } } });
  await atRest(page);
  assert.ok(await lab(page, 'tokenScreen', 7));
  assert.equal(await lab(page, 'tokenScreen', 7 + HANDLE_BANK), null);
  // The row to choose from lies at the lower edge of the picture, above the transport.
  const [, y] = await lab(page, 'tokenScreen', 7);
  for (let at = y + 100; at < 470 && (await lab(page, 'tokenScreen', 7 + HANDLE_BANK)) === null; at += 16) {
    await page.mouse.move(195, at);
    await atRest(page);
    await page.mouse.click(195, at);
    await atRest(page);
  }
  assert.ok(await lab(page, 'tokenScreen', 7 + HANDLE_BANK), 'the hardmax picture was chosen');
  assert.equal(await lab(page, 'tokenScreen', 7), null);
});

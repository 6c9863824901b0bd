// "B negative" in the page: clouds that are run while one looks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab, until, useLab } from './support/lab.mjs';

const site = useLab();
const counts = async (/** @type {import('playwright-core').Page} */ page) => (await lab(page, 'observe', 'cloud-counts'))[0];

test('ten more clouds a press, and those that a link asks for while the page goes on', async () => {
  const { page, complaints } = await site.open();
  await lab(page, 'open', 'scene=contraction');
  await until(page, 'slug', 'contraction');
  assert.equal((await lab(page, 'state')).playing, false);
  assert.equal((await counts(page))[0], 10);
  await lab(page, 'act', 'more-clouds');
  assert.deepEqual(await counts(page), [20, 20, 10, 0]);
  await lab(page, 'open', 'scene=contraction&clouds=30');
  await page.waitForFunction(() => window.attentionLab.observe('cloud-counts')[0][0] >= 30);
  assert.deepEqual(await counts(page), [30, 30, 15, 0]);
  assert.deepEqual(complaints, []);
});

// The page loads, and collection 1 of the notebook comes out with the notebook's numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab, printed, until, useLab } from './support/lab.mjs';

const site = useLab();

/** A measurement as it stands on the page. */
const reading = (page, name) => page.getByRole('status', { name, exact: true });

test('loads without an error and asks no other machine for anything', async () => {
  const { page, complaints, strangers } = await site.open();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(complaints, []);
  assert.deepEqual(strangers, []);
  assert.equal(await page.title(), 'Attention Lab');
});

test('draws something: the canvas is not one colour', async () => {
  const { page } = await site.open();
  const size = (await page.locator('#canvas').screenshot()).length;
  assert.ok(size > 20000, `a screenshot of ${size} bytes is nearly empty`);
});

test('sends a strict policy as a header and runs under it', async () => {
  const { page } = await site.open();
  const reply = await page.request.get(site.url + '/');
  const policy = reply.headers()['content-security-policy'] ?? await page.locator('meta[http-equiv]').getAttribute('content');
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(;|$)/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
});

test('collection 1 reaches 5 clusters at layer 400, with the printed numbers', async () => {
  const { page } = await site.open({ hash: 'preset=collection-1' });
  await until(page, 'step', 0);
  const slider = page.getByRole('slider', { name: 'Layer', exact: true });
  const measure = async (k) => {
    await slider.fill(String(k));
    await until(page, 'step', k);
    return {
      residual: printed(await lab(page, 'observe', 'residual')),
      clusters: await lab(page, 'observe', 'clusters'),
    };
  };
  assert.deepEqual([await lab(page, 'observe', 'leaders')].flat(3), [2, 4, 5, 6, 8]);
  assert.deepEqual(await measure(40), { residual: '1.4e-03', clusters: 13 });
  assert.equal((await measure(100)).clusters, 13);
  assert.equal((await measure(200)).clusters, 5);
  assert.deepEqual(await measure(400), { residual: '0.0e+00', clusters: 5 });
  // The same numbers, as a reader finds them on the page.
  await assert.doesNotReject(reading(page, 'clusters').filter({ hasText: /^5$/ }).waitFor({ state: 'attached' }));
  assert.equal(printed(await reading(page, 'residual').textContent()), '0.0e+00');
});

test('collection 2 ends in 6 clusters', async () => {
  const { page } = await site.open({ hash: 'preset=collection-2&k=40' });
  await until(page, 'step', 40);
  assert.equal(printed(await lab(page, 'observe', 'residual')), '1.7e-03');
  await lab(page, 'transport', 'scrub', 400);
  assert.equal(await lab(page, 'observe', 'clusters'), 6);
});

// Rests when nothing moves; survives the loss of the graphics context; keeps model time apart from frame time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atRest, isReady, lab, until, useLab } from './support/lab.mjs';

const site = useLab();

test('draws no frame while nothing moves', async () => {
  const { page } = await site.open();
  await page.mouse.move(640, 360);
  await atRest(page);
  const before = await lab(page, 'frames');
  await page.waitForTimeout(1000);
  assert.equal(await lab(page, 'frames'), before);
});

test('wakes for a change, an event and a resize, and rests again', async () => {
  const { page } = await site.open();
  const wakes = [
    () => lab(page, 'set', 'alpha', '0.2'),
    () => page.mouse.move(300, 300),
    () => page.setViewportSize({ width: 900, height: 600 }),
    () => page.getByRole('button', { name: 'Step forward' }).press('Enter'),
  ];
  for (const wake of wakes) {
    await atRest(page);
    const before = await lab(page, 'frames');
    await wake();
    await page.waitForFunction((n) => window.attentionLab.frames() > n, before);
  }
  await atRest(page);
  const size = await page.evaluate(() => [document.getElementById('canvas').width, innerWidth * devicePixelRatio]);
  assert.equal(size[0], size[1]);
});

test('rests after a run has come to its end', async () => {
  const { page } = await site.open({ hash: 'layers=20&speed=240' });
  await lab(page, 'transport', 'play');
  await page.waitForFunction(() => window.attentionLab.state().step === 20 && !window.attentionLab.state().playing);
  await atRest(page);
});

test('the context is lost and restored: the state is kept and drawn again', async () => {
  const { page, complaints } = await site.open({ hash: 'preset=collection-2&k=25' });
  await until(page, 'step', 25);
  await atRest(page);
  const hash = await lab(page, 'hash', 25);
  const before = await page.locator('#canvas').screenshot();
  await page.evaluate(() => {
    const gl = document.getElementById('canvas').getContext('webgl2');
    window.lose = gl.getExtension('WEBGL_lose_context');
    window.lose.loseContext();
  });
  await page.getByText('The graphics system took the drawing surface away').waitFor();
  // The program goes on without a surface.
  await lab(page, 'transport', 'scrub', 30);
  assert.equal((await lab(page, 'state')).step, 30);
  await lab(page, 'transport', 'scrub', 25);
  const frames = await lab(page, 'frames');
  await page.evaluate(() => window.lose.restoreContext());
  await page.waitForFunction((n) => window.attentionLab.frames() > n, frames);
  await isReady(page);
  assert.match(await page.locator('#status').textContent(), /nothing was lost/);
  assert.equal(await lab(page, 'hash', 25), hash);
  await page.locator('#status').filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
  await atRest(page);
  const after = await page.locator('#canvas').screenshot();
  assert.ok(Math.abs(after.length - before.length) < before.length * 0.1, `${before.length} bytes before, ${after.length} after`);
  // The screenshots' own style is refused by the policy in Firefox, which says so.
  assert.deepEqual(complaints.filter((text) => !/context|inline style/i.test(text)), []);
});

test('ten losses in a row do no harm', async () => {
  const { page } = await site.open();
  for (let i = 0; i < 10; i++) {
    await page.evaluate(async () => {
      const canvas = document.getElementById('canvas');
      const lose = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      const restored = new Promise((done) => canvas.addEventListener('webglcontextrestored', done, { once: true }));
      canvas.addEventListener('webglcontextlost', () => setTimeout(() => lose.restoreContext(), 20), { once: true });
      lose.loseContext();
      await restored;
    });
  }
  const frames = await lab(page, 'frames');
  await lab(page, 'transport', 'forward');
  await page.waitForFunction((n) => window.attentionLab.frames() > n, frames);
  await isReady(page);
});

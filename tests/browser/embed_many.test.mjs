// Many embeds on one page: few run, and what is out of sight costs nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONG, call, frameOf, head, isLive, withHost } from './support/host.mjs';
import { useLab } from './support/lab.mjs';
import { canMeasure, workBelow, workDuring } from './support/processes.mjs';

const site = useLab();

const many = (count) => `${head}<script type="module" src="/attention-lab.js"></script><style>body { margin: 8px; width: 800px }</style><h1>course</h1>
  ${Array.from({ length: count }, (_, i) => `<attention-lab id="e${i}" scene="hardmax" alpha="${(i + 1) / 100}" step="${i}" level="picture" height="300"></attention-lab><p>text ${i}</p>`).join('\n')}
  <div style="height: 3000px" id="end"></div>`;

/** Counts what a page does by itself, in every frame. */
const countWork = () => {
  window.work = 0;
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame']) {
    const real = window[name];
    window[name] = function (...args) { window.work++; return real.apply(window, args); };
  }
};
const liveOnes = (page) => page.evaluate(() => [...document.querySelectorAll('attention-lab')].filter((e) => e.shadowRoot.querySelector('iframe')).map((e) => e.id));

test('twenty on one page: few run, each goes on where it was, one download', { timeout: 600000 }, async () => {
  const COUNT = 20;
  await withHost(site, { '/': many(COUNT) }, async ({ page, answers, complaints }) => {
    const most = await page.evaluate(async () => (await customElements.whenDefined('attention-lab')).most);
    const digest = (i) => page.evaluate(async (id) => {
      const bytes = await (await document.querySelector(id).export('png')).arrayBuffer();
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join();
    }, `#e${i}`);
    const first = [];
    for (let i = 0; i < COUNT; i++) {
      await page.evaluate((id) => document.querySelector(id).scrollIntoView({ block: 'center' }), `#e${i}`);
      await isLive(page, `#e${i}`);
      assert.ok((await liveOnes(page)).length <= most, 'never more than allowed');
      // Something by the reader, which only the link can keep.
      if (i % 3 === 0) await call(page, `#e${i}`, 'step', i + 2);
      first.push([await call(page, `#e${i}`, 'link'), await digest(i)]);
    }
    assert.equal((await liveOnes(page)).length, most);
    const rested = await page.evaluate(() => document.querySelector('#e0').shadowRoot.querySelector('img').hidden);
    assert.equal(rested, false, 'one that was left stands as its picture');
    assert.equal(await page.evaluate(() => document.querySelector('#e0').shadowRoot.querySelector('img').naturalWidth > 100), true);
    for (let i = COUNT - 1; i >= 0; i--) {
      await page.evaluate((id) => document.querySelector(id).scrollIntoView({ block: 'center' }), `#e${i}`);
      await isLive(page, `#e${i}`);
      assert.equal((await call(page, `#e${i}`, 'state')).step, i % 3 === 0 ? i + 2 : i);
      assert.deepEqual([await call(page, `#e${i}`, 'link'), await digest(i)], first[i], `the picture of ${i}`);
      assert.ok((await liveOnes(page)).length <= most);
    }
    // Frames of the same site share what was loaded: the rest are answers of "not changed".
    for (const file of ['/index.wasm', '/index.js']) assert.equal(answers.get(file).filter((status) => status === 200).length, 1, `${file}: ${answers.get(file)}`);
    assert.deepEqual(complaints.filter((text) => !/Feature Policy|Permissions|WEBGL_lose_context|context/i.test(text)), []);

    // A command to one that does not run starts it.
    const away = await page.evaluate(() => [...document.querySelectorAll('attention-lab')].find((e) => !e.live).id);
    await call(page, `#${away}`, 'set', 'alpha', 0.5);
    assert.equal(await call(page, `#${away}`, 'get', 'alpha'), '0.5');
  });
});

test('off-screen nothing is drawn and no timer runs, also in the middle of a run', { timeout: 240000 }, async () => {
  await withHost(site, { '/': many(20) }, async ({ page }) => {
    await page.waitForFunction(() => [...document.querySelectorAll('attention-lab')].filter((e) => e.live).length >= 3, undefined, LONG);
    await call(page, '#e0', 'play');
    await (await frameOf(page, '#e0')).waitForFunction(() => window.attentionLab.state().step > 0);
    assert.ok((await call(page, '#e0', 'state')).playing);
    await page.evaluate(() => document.querySelector('#end').scrollIntoView({ block: 'end' }));
    const look = async () => {
      const seen = [];
      for (const id of await liveOnes(page)) {
        const frame = await frameOf(page, `#${id}`);
        seen.push(await frame.evaluate(() => [window.attentionLab.frames(), window.work, window.attentionLab.state().step]));
      }
      return seen;
    };
    // They are told a little later that they cannot be seen.
    let before = await look();
    for (let last; JSON.stringify(before) !== last; before = await look()) {
      last = JSON.stringify(before);
      await page.waitForTimeout(500);
    }
    assert.ok(before.length >= 3);
    await page.waitForTimeout(2000);
    assert.deepEqual(await look(), before);
    // Back on screen the run goes on, from the same step.
    const asleep = (await call(page, '#e0', 'state')).step;
    await page.evaluate(() => document.querySelector('#e0').scrollIntoView());
    const frame = await frameOf(page, '#e0');
    await frame.waitForFunction((k) => window.attentionLab.state().step > k, asleep);
  }, { init: countWork });
});

test('twenty off-screen take less than a twentieth of a processor', { timeout: 600000, skip: !canMeasure && 'no /proc here' }, async (t) => {
  await withHost(site, { '/': many(20) }, async ({ page }) => {
    for (let i = 0; i < 20; i += 2) {
      await page.evaluate((id) => document.querySelector(id).scrollIntoView({ block: 'center' }), `#e${i}`);
      await isLive(page, `#e${i}`);
      await call(page, `#e${i}`, 'play');
    }
    assert.ok((await liveOnes(page)).length >= 3, 'some run, and wait in the middle of a run');
    await page.evaluate(() => document.querySelector('#end').scrollIntoView({ block: 'end' }));
    await page.waitForTimeout(3000);
    const SECONDS = 10;
    const work = await workDuring(SECONDS * 1000);
    t.diagnostic(`${(100 * work / SECONDS).toFixed(1)} % of a processor`);
    assert.ok([...workBelow().values()].some((seconds) => seconds > 0.5), 'the browser was found at all');
    assert.ok(work / SECONDS < 0.05, `${work} s of work in ${SECONDS} s`);
  });
});

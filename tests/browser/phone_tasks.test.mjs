// Whole tasks on a phone, by touch alone: training on the bus, and exercise 9 of the course.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE, comeToRest } from './support/lab.mjs';
import { usePhone } from './support/phone.mjs';

const phone = usePhone();

test('a TinyBERT is trained by taps', async () => {
  const p = await phone.open({ hash: 'scene=train&corpus=lesson&width=16&window=16&batch=8&every=10&iterations=40' });
  await p.until(() => window.attentionLab.observe('characters') > 0);
  await p.tap('tab:controls');
  // Down the panel, by the finger, until the button is there.
  const there = async () => (await p.call('targets')).some(({ key, whole }) => key === 'action:start' && whole);
  for (let tries = 0; tries < 12 && !(await there()); tries++) {
    await p.drag([200, 760], [200, 560], { steps: 5, last: 200 });
    await p.rest();
  }
  await p.tapAt(...await p.middle('action:start'));
  await p.until(() => window.attentionLab.observe('state') === 'done');
  assert.equal(await p.call('observe', 'iteration'), 40);
  await p.tap('tab:plots');
  assert.ok(await p.area('##plot'), 'its loss can be looked at');
});

test('the three leaders of exercise 9 are placed by the finger, in the lesson', async () => {
  const p = await phone.open({ path: '/lessons/en/laboratory.html', ready: false });
  const { page } = p;
  await page.evaluate(() => document.getElementById('scene-plant').scrollIntoView({ block: 'center' }));
  await p.until(() => document.getElementById('scene-plant').live);
  const handle = await page.evaluateHandle(() => document.getElementById('scene-plant').shadowRoot.querySelector('iframe'));
  const frame = await handle.contentFrame();
  await frame.waitForFunction(() => window.attentionLab?.frames() > 0, { timeout: PATIENCE });
  await frame.evaluate(comeToRest, { patience: PATIENCE });
  /** Where a token is drawn on the page. */
  const place = async (token) => {
    const [x, y] = await frame.evaluate((i) => window.attentionLab.tokenScreen(i), token);
    const [left, top] = await page.evaluate(() => {
      const box = document.getElementById('scene-plant').shadowRoot.querySelector('iframe').getBoundingClientRect();
      return [box.left, box.top];
    });
    return [x + left, y + top];
  };
  // The first tap takes the picture in hand; until then the finger is the page's. On a busy machine it may lie so long
  // that the browser takes it for something else, or the page may still be moving: then it is done again.
  const inHand = () => document.getElementById('canvas').classList.contains('in-hand');
  let unit = 0;
  for (let tries = 0; tries < 6 && !(await frame.evaluate(inHand)); tries++) {
    const [one, three] = [await place(0), await place(2)];
    unit = (three[1] - one[1]) / 4.4;
    await p.tapAt(one[0] + 1.2 * unit, one[1] + 2.4 * unit);
    await frame.waitForFunction(inHand, { timeout: PATIENCE / 6 }).catch(() => {});
  }
  assert.ok(await frame.evaluate(inHand), 'a tap takes the picture in hand');
  await frame.evaluate(comeToRest, { patience: PATIENCE });
  for (const [token, [x, y]] of [[2, [1.9, -1.1]], [1, [-1.9, -1.1]]]) {
    const at = await place(token);
    const now = [await place(0), unit];
    const to = [now[0][0] + x * unit, now[0][1] + (2.2 - y) * unit];
    await p.drag(at, to, { steps: 10, last: 200, within: frame });
    await frame.waitForFunction((i, old) => window.attentionLab.tokenScreen(i)[0] !== old, { timeout: PATIENCE }, token, at[0]);
    await frame.evaluate(comeToRest, { patience: PATIENCE });
  }
  assert.match(await frame.evaluate(() => JSON.stringify(window.attentionLab.observe('strict-leader-list'))), /1.*2.*3/);
});

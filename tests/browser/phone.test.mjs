// Phone and tablet: the hand of touch on sheet, sliders and picture. Real touch events in both browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePhone } from './support/phone.mjs';

const phone = usePhone();
const near = (a, b, by, what) => assert.ok(Math.abs(a - b) <= by, `${what}: ${a} and ${b}`);
const moved = (one, two) => one.map((row, i) => (row.some((x, j) => x !== two[i]?.[j]) ? i : -1)).filter((i) => i >= 0);

/** A place of the picture where no token is near. */
const freePlace = (p) => p.page.evaluate(() => {
  const marks = window.attentionLab.state().values.tokens.split(';').map((_, i) => window.attentionLab.tokenScreen(i));
  const [x, y, w, h] = window.attentionLab.targets().find(({ key }) => key === '##picture').area;
  const over = window.attentionLab.targets().filter(({ ground }) => !ground).map(({ area }) => area);
  let best = [0, 0], most = 0;
  for (let a = x + 30; a < x + w - 30; a += 10) {
    for (let b = y + 30; b < y + h - 30; b += 10) {
      if (over.some(([l, t, v, u]) => a > l - 12 && a < l + v + 12 && b > t - 12 && b < t + u + 12)) continue;
      const away = Math.min(...marks.filter(Boolean).map(([c, d]) => Math.hypot(c - a, d - b)));
      if (away > most) [most, best] = [away, [a, b]];
    }
  }
  return most > 40 ? best : null;
});

/** In the page: two fingers come, move and go without a frame in between. */
const twoAtOnce = (from, to) => {
  const canvas = document.getElementById('canvas');
  const finger = (identifier, [clientX, clientY]) => new Touch({ identifier, target: canvas, clientX, clientY });
  const tell = (type, touches, changedTouches) => canvas.dispatchEvent(
    new TouchEvent(type, { bubbles: true, cancelable: true, touches, targetTouches: touches, changedTouches }));
  const [a, b] = from.map((at, i) => finger(11 + i, at)), [c, d] = to.map((at, i) => finger(11 + i, at));
  tell('touchstart', [a], [a]);
  tell('touchstart', [a, b], [b]);
  tell('touchmove', [c, d], [c, d]);
  tell('touchend', [c], [d]);
  tell('touchend', [], [c]);
};

for (const size of ['phone', 'small']) {
  test(`the sheet opens, closes and is drawn between its heights: ${size}`, async () => {
    const p = await phone.open({ size });
    const top = async () => (await p.area('tab:controls'))[1];
    const picture = async () => (await p.area('##picture'))[3];
    const half = await top();
    await p.tap('tab:controls');
    const up = await top();
    assert.ok(up < half - 40, 'a tap on the open tab draws it up');
    await p.tap('tab:controls');
    const closed = await top();
    assert.ok(closed > half + 40, 'another closes it');
    assert.ok(await picture() > 100);
    await p.tap('tab:plots');
    near(await top(), half, 1, 'a tap on another tab opens it half');

    // By the finger: from half to open, to closed, and back to where it is nearest.
    const [x, y] = await p.middle('tab:controls');
    await p.drag([x, y], [x, y - (half - up)], { last: 250, up: false });
    // A slow page draws it later; only the pull that tells it from a tap is not made up for.
    await p.until((y0) => Math.abs(window.attentionLab.targets().find((t) => t.key === 'tab:controls').area[1] - y0) <= 14, up);
    await p.fingers.up(1);
    await p.rest();
    near(await top(), up, 1, 'and stays there');
    await p.drag([x, up + 26], [x, closed + 26], { last: 250 });
    await p.rest();
    near(await top(), closed, 1, 'drawn down it is closed');
    await p.drag([x, closed + 26], [x, closed + 10], { last: 250 });
    await p.rest();
    near(await top(), closed, 1, 'a short pull goes back');
    const { values } = await p.call('state');
    await p.drag([x, closed + 26], [x, closed + 26 - 0.7 * (closed - half)], { last: 250 });
    await p.rest();
    near(await top(), half, 1, 'a pull over most of the way goes on to the next height');
    assert.deepEqual((await p.call('state')).values, values);
  });
}

for (const size of ['phone', 'side', 'tablet', 'small']) {
  test(`the panel scrolls under the finger and runs out without a jump: ${size}`, async () => {
    const p = await phone.open({ size });
    if (size === 'phone' || size === 'small') await p.tap('tab:controls');
    const label = 'alpha';
    await p.until((key) => window.attentionLab.targets().some((t) => t.key === key), 'preset');
    const at = async (key) => (await p.call('targets')).find((t) => t.key === key)?.area[1];
    const { values } = await p.call('state');
    const [x, y] = await p.middle('n');
    const before = await at('n');
    // Over a slider and fields: nothing of it may change.
    const path = [];
    await p.fingers.down(1, x, y);
    for (let i = 1; i <= 10; i++) {
      await p.wait(30);
      await p.fingers.move(1, x + i, y - 6 * i);
      path.push(await at('n'));
    }
    await p.drawn();
    path.push(await at('n'));
    const seen = path.filter((v) => v !== undefined);
    assert.ok(seen.at(-1) < before - 15 || seen.length < path.length, 'it follows the finger');
    for (let i = 1; i < seen.length; i++) assert.ok(seen[i] <= seen[i - 1] + 1, 'never back');
    await p.wait(250);
    await p.drawn();
    const held = await at('d') ?? await at(label);
    await p.fingers.up(1);
    await p.rest();
    if (held !== undefined) near(await at('d') ?? await at(label), held, 4, 'after a rest it stays');
    assert.deepEqual((await p.call('state')).values, values, 'no value was changed');
  });
}

test('a slider follows a finger that pulls sideways, and the panel does not scroll', async () => {
  const p = await phone.open();
  const place = async () => (await p.area('slider:n'));
  const [x, y, w, h] = await place();
  const before = Number(await p.value('n'));
  // A finger is not a ruler: it goes up and down a little meanwhile.
  await p.fingers.down(1, x + w * 0.4, y + h / 2);
  for (let i = 1; i <= 10; i++) {
    await p.wait(25);
    await p.fingers.move(1, x + w * (0.4 + 0.05 * i), y + h / 2 + (i > 3 ? 5 * (i - 3) : 0));
  }
  assert.equal((await place())[1], y, 'the panel stays');
  await p.fingers.up(1);
  await p.rest();
  const after = Number(await p.value('n'));
  assert.ok(after > before, `${before}, then ${after}`);
  assert.equal((await place())[1], y);
});

test('a finger that goes up over a slider scrolls, however fast it begins', async () => {
  for (const sideways of [0, 12]) {
    const p = await phone.open();
    const [x, y, w, h] = await p.area('slider:n');
    const before = await p.value('n');
    await p.fingers.down(1, x + w * 0.7, y + h / 2);
    for (let i = 1; i <= 6; i++) {
      await p.wait(25);
      await p.fingers.move(1, x + w * 0.7 + sideways * i, y + h / 2 - 24 * i);
    }
    await p.drawn();
    assert.notEqual((await p.area('slider:n'))?.[1], y, 'the panel scrolls');
    await p.fingers.up(1);
    await p.rest();
    assert.equal(await p.value('n'), before);
    await p.page.close();
  }
});

for (const size of ['phone', 'side', 'tablet']) {
  test(`a drag over the picture takes a token only where it begins on one: ${size}`, async () => {
    const p = await phone.open({ size });
    const before = await p.tokens();
    const [x, y] = await freePlace(p);
    const [tx, ty] = await p.call('tokenScreen', 3);
    const [l, t, w, h] = await p.area('##picture');
    const way = [l + w / 2 - tx, t + h / 2 - ty].map((v) => 60 * Math.sign(v));
    await p.drag([x, y], [x + way[0], y + way[1]]);
    await p.rest();
    assert.deepEqual(await p.tokens(), before, 'the picture was moved, no token');
    const [nx, ny] = await p.call('tokenScreen', 3);
    assert.ok(Math.hypot(nx - tx, ny - ty) > 20, 'by the finger');
    await p.drag([nx, ny], [nx + 30, ny + 24]);
    await p.rest();
    assert.deepEqual(moved(before, await p.tokens()), [3]);
  });
}

test('two fingers zoom about their middle and move the picture; nothing jumps when one is lifted', async () => {
  const p = await phone.open();
  const before = await p.tokens();
  const [x, y, w, h] = await p.area('##picture');
  const [mx, my] = [x + w / 2, y + h / 2];
  const place = (i) => p.call('tokenScreen', i);
  const marks = async () => Promise.all([0, 1, 2, 3, 4].map(place));
  const old = await marks();
  const start = [[mx - 40, my], [mx + 40, my]];
  await p.two(start, [[mx - 80, my], [mx + 80, my]], { up: false });
  await p.drawn();
  const zoomed = await marks();
  // All places are twice as far from the middle of the fingers.
  old.forEach(([a, b], i) => {
    near(zoomed[i][0] - mx, 2 * (a - mx), 6, 'across');
    near(zoomed[i][1] - my, 2 * (b - my), 6, 'down');
  });
  for (let i = 1; i <= 8; i++) {
    await p.fingers.move(1, mx - 80 + 5 * i, my - 4 * i);
    await p.fingers.move(2, mx + 80 + 5 * i, my - 4 * i);
    await p.wait(25);
  }
  await p.drawn();
  const panned = await marks();
  zoomed.forEach(([a, b], i) => {
    near(panned[i][0], a + 40, 6, 'moved across');
    near(panned[i][1], b - 32, 6, 'moved up');
  });
  await p.fingers.up(2);
  await p.drawn();
  await p.fingers.move(1, mx - 90, my + 60);
  await p.drawn();
  assert.deepEqual(await marks(), panned, 'one finger that is left does nothing');
  // The second finger again: it begins where things are.
  await p.fingers.down(2, mx + 60, my + 60);
  await p.drawn();
  assert.deepEqual(await marks(), panned);
  await p.fingers.up(2);
  await p.fingers.up(1);
  await p.rest();
  assert.deepEqual(await marks(), panned);
  assert.deepEqual(await p.tokens(), before, 'no token was taken along');
  assert.equal(await p.page.evaluate(() => visualViewport.scale), 1);
});

test('in space one finger turns and two move', async () => {
  const p = await phone.open({ hash: 'preset=random&n=20&d=3&seed=4' });
  const [x, y, w, h] = await p.area('##picture');
  const [mx, my] = [x + w / 2, y + h / 2];
  const marks = () => Promise.all([0, 1, 2, 3, 4, 5].map((i) => p.call('tokenScreen', i)));
  const old = await marks();
  await p.two([[mx - 40, my], [mx + 40, my]], [[mx - 10, my + 30], [mx + 70, my + 30]]);
  await p.rest();
  const panned = await marks();
  const are = (now, then, [across, down]) => then.forEach(([a, b], i) => {
    near(now[i][0], a + across, 1, 'across');
    near(now[i][1], b + down, 1, 'down');
  });
  are(panned, old, [30, 30]);
  // The same back, with all of it between two frames.
  await p.page.evaluate(twoAtOnce, [[mx - 10, my + 30], [mx + 70, my + 30]], [[mx - 40, my], [mx + 40, my]]);
  await p.rest();
  are(await marks(), old, [0, 0]);
  const free = await freePlace(p);
  await p.drag(free, [free[0] + 60, free[1]]);
  await p.rest();
  const turned = await marks();
  const by = turned.map(([a], i) => a - old[i][0]);
  assert.ok(Math.max(...by) - Math.min(...by) > 10, 'a turn moves near and far differently');
});

test('a double tap zooms neither the page nor anything else', async () => {
  const p = await phone.open();
  const link = await p.call('link');
  const free = await freePlace(p);
  for (let i = 0; i < 2; i++) {
    await p.tapAt(...free);
    await p.wait(60);
  }
  await p.rest();
  assert.equal(await p.page.evaluate(() => visualViewport.scale), 1);
  assert.equal(await p.page.evaluate(() => [scrollX, scrollY].join()), '0,0');
  assert.equal((await p.call('link')).replace(/&selected=\d+/, ''), link.replace(/&selected=\d+/, ''));
});

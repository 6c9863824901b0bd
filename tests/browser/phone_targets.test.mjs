// What a finger presses: large enough, apart from each other, and not where notch or gestures are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFirefox } from './support/browser.mjs';
import { usePhone } from './support/phone.mjs';

const phone = usePhone();
const TARGET = 44;
/** Letters of a text stand as a text does: a finger chooses them by the line, 44 px high, and by 24 px across. */
const LETTER = 24;
const ROUNDING = 0.6;

/** What is wrong with the targets on the canvas, as lines. @param {any[]} targets */
function findings(targets) {
  const wrong = [];
  // What a scroll or the edge cuts off is pressed where it shows once it is scrolled to.
  const whole = targets.filter(({ whole: all, ground }) => all && !ground);
  for (const { key, area: [x, y, w, h] } of whole) {
    const least = key === '##letter' ? LETTER : TARGET;
    if (w < least - ROUNDING || h < TARGET - ROUNDING) wrong.push(`${key}: ${w} x ${h} at ${x}, ${y}`);
  }
  for (let i = 0; i < whole.length; i++) {
    for (let j = i + 1; j < whole.length; j++) {
      const [a, b] = [whole[i].area, whole[j].area];
      const across = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
      const down = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
      if (across > 1 && down > 1) wrong.push(`${whole[i].key} and ${whole[j].key} overlap by ${across} x ${down}`);
    }
  }
  return wrong;
}

// Where things are drawn is the program's own doing, the same in every browser: one size shows that it is.
for (const size of isFirefox ? ['phone'] : ['phone', 'side', 'long']) {
  test(`every target of every scene is 44 px each way and apart from the others: ${size}`, async () => {
    const p = await phone.open({ size });
    const { scenes } = await p.call('schema');
    const wrong = [];
    for (const { slug } of scenes) {
      await p.call('open', `scene=${slug}`);
      await p.until((name) => window.attentionLab.state().slug === name, slug);
      for (const tab of ['tab:verdicts', 'tab:table', 'tab:controls']) {
        // By its twin, which the lab takes for a press; that a tap does the same is tested in phone.test.mjs.
        if (await p.area(tab)) await p.page.evaluate((key) => document.querySelector(`#twin [data-key="${key}"]`).click(), tab);
        await p.rest();
        wrong.push(...findings(await p.call('targets')).map((line) => `${slug}, ${tab}: ${line}`));
      }
    }
    assert.deepEqual([...new Set(wrong)], []);
  });
}

/** The insets of a phone with a notch, by the variables that env() is read into. */
function notched() {
  document.addEventListener('DOMContentLoaded', () => {
    const side = innerWidth > innerHeight;
    const insets = side ? { top: 0, right: 47, bottom: 21, left: 47 } : { top: 47, right: 0, bottom: 34, left: 0 };
    for (const [name, px] of Object.entries(insets)) document.documentElement.style.setProperty(`--safe-${name}`, `${px}px`);
  });
}

for (const [size, [top, right, bottom, left]] of Object.entries({ phone: [47, 0, 34, 0], side: [0, 47, 21, 47] })) {
  test(`nothing to be touched lies under notch or gestures: ${size}`, async () => {
    const p = await phone.open({ size, init: notched });
    const [width, height] = await p.page.evaluate(() => [innerWidth, innerHeight]);
    const inside = ([x, y, w, h]) => x >= left - 1 && y >= top - 1 && x + w <= width - right + 1 && y + h <= height - bottom + 1;
    for (const tab of ['tab:controls', 'tab:verdicts']) {
      await p.tap(tab);
      const out = (await p.call('targets')).filter(({ area }) => !inside(area));
      assert.deepEqual(out, []);
    }
    // The canvas itself goes to the edges.
    assert.deepEqual(await p.page.evaluate(() => {
      const { x, y, width: w, height: h } = document.getElementById('canvas').getBoundingClientRect();
      return [x, y, w, h];
    }), [0, 0, width, height]);
    // Notices, form and dialog of the page too.
    await p.call('open', 'wrong=1');
    await p.page.evaluate(() => { document.getElementById('panel-toggle').hidden = false; document.getElementById('panel-toggle').click(); });
    const html = await p.page.evaluate(() => [...document.querySelectorAll('button, a, input, select, textarea, summary')]
      .filter((e) => e.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false && !e.classList.contains('placed') && e.id !== 'kbd')
      .map((e) => [e.id || e.textContent, ...['x', 'y', 'width', 'height'].map((k) => e.getBoundingClientRect()[k])])
      .filter(([, x, y, w, h]) => w > 1 && h > 1 && x > -50 && y > -50 && y + h <= innerHeight));
    for (const [name, ...area] of html) assert.ok(area[0] >= left - 1 && area[0] + area[2] <= width - right + 1 && area[1] >= top - 1, `${name}: ${area}`);
  });
}

/** Sizes of what can be pressed in the page, that are too small, as lines. */
function small(target, selector) {
  const names = [];
  for (const e of document.querySelectorAll(selector)) {
    if (e.classList.contains('placed') || e.classList.contains('sr-only') || e.closest('.sr-only, [hidden]')) continue;
    let box = e.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    // A box to tick is pressed with its label.
    const label = /** @type {any} */ (e).labels?.[0];
    if (['checkbox', 'radio'].includes(e.type) && label) {
      const of = label.getBoundingClientRect();
      const [l, t] = [Math.min(box.left, of.left), Math.min(box.top, of.top)];
      box = new DOMRect(l, t, Math.max(box.right, of.right) - l, Math.max(box.bottom, of.bottom) - t);
    }
    // One without is pressed for itself, and what is around it is left to it.
    if (['checkbox', 'radio'].includes(e.type) && !label) {
      const m = Number.parseFloat(getComputedStyle(e).marginLeft);
      box = new DOMRect(box.x - m, box.y - m, box.width + 2 * m, box.height + 2 * m);
    }
    // A link within a line of text is as high as the line.
    const inline = e.tagName === 'A' && getComputedStyle(e).display === 'inline';
    if (!inline && (box.width < target - 0.6 || box.height < target - 0.6)) names.push(`${e.tagName} ${e.id || e.className || e.textContent.slice(0, 30)}: ${box.width.toFixed()} x ${box.height.toFixed()}`);
  }
  return names;
}
const PRESSED = 'button, a[href], input, select, textarea, summary';

test('form, notice and dialog of the page have targets of 44 px', async () => {
  const p = await phone.open({ hash: 'wrong=1' });
  await p.until(() => document.querySelector('.notice'));
  assert.deepEqual(await p.page.evaluate(small, TARGET, '.notice button'), []);
  await p.page.evaluate(() => document.getElementById('panel-toggle').click());
  await p.until(() => document.getElementById('twin').classList.contains('pinned'));
  assert.deepEqual(await p.page.evaluate(small, TARGET, PRESSED), []);
  await p.page.evaluate(() => { document.getElementById('panel-toggle').click(); document.querySelector('.notice button').click(); });
  await p.rest();
  await p.tap('share');
  await p.until(() => document.getElementById('share')?.open);
  assert.deepEqual(await p.page.evaluate(small, TARGET, '#share :is(button, a[href], input, select, textarea, summary)'), []);
});

test('the lessons have targets of 44 px', async () => {
  for (const path of ['/lessons/en/index.html', '/lessons/en/exercises.html', '/lessons/en/hardmax.html']) {
    const p = await phone.open({ path, ready: false });
    // It is loaded, and its scripts have run; letters and a frame come after.
    await p.page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => { requestAnimationFrame(done); })));
    assert.deepEqual(await p.page.evaluate(small, TARGET, PRESSED), [], path);
    await p.page.close();
  }
});

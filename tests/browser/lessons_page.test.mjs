// The pages of the lessons as pages: colours, paper, fingers, languages, without scripts, access.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from '../lessons/answers.mjs';
import { findings } from './support/axe.mjs';
import { isFirefox } from './support/browser.mjs';
import { openPage, useLab } from './support/lab.mjs';

const site = useLab();
const lessons = [...new Set(Object.keys(answers).map((item) => item.split('/')[0])), 'exercises'];

const open = (/** @type {string} */ path, options = {}) => openPage(site, { path: `/lessons/${path}`, ready: false, ...options });

test('colours are the system\'s or the reader\'s, for the page and its experiments, and stay', async () => {
  const { page } = await open('en/control.html', { context: { colorScheme: 'dark' } });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = (/** @type {string} */ name) => page.locator('.theme select').selectOption(name);
  const grounds = { dark: 'rgb(16, 21, 28)', light: 'rgb(253, 253, 252)', projector: 'rgb(255, 255, 255)' };
  // Not every driver lets a test choose what the system wants.
  const system = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  assert.equal(await ground(), grounds[system]);
  for (const name of ['light', 'dark', 'projector']) {
    await choose(name);
    assert.equal(await ground(), grounds[name]);
  }
  await page.reload();
  assert.equal(await ground(), grounds.projector);
  assert.equal(await page.locator('#scene-flock').getAttribute('theme'), 'projector');
  await choose('');
  assert.equal(await ground(), grounds[system]);
  assert.equal(await page.locator('#scene-flock').getAttribute('theme'), system);
});

/** Does `what` until it is true, which the page's own time decides. */
const eventually = (/** @type {any} */ page, /** @type {() => boolean} */ what) =>
  page.waitForFunction(what, undefined, { timeout: 30000, polling: 200 });
const pictures = (/** @type {any} */ page) => page.locator('.pictured img.printed').count();

test('on paper experiments are pictures, and answers are there or not', async () => {
  // As in browsers that come back from print() at once.
  const { page } = await open('en/control.html', { init: () => { window.print = () => { window.asked = true; }; } });
  const asked = async (/** @type {string} */ answers) => {
    await page.locator(`.print [data-answers=${answers}]`).click();
    await page.locator(`.print [data-answers=${answers}]:not([disabled])`).waitFor();
    return page.evaluate(() => ({
      asked: window.asked,
      pictures: [...document.querySelectorAll('img.printed')].filter((image) => image.naturalWidth > 100 && image.alt).length,
      open: [...document.querySelectorAll('main details')].every((fold) => fold.open),
      shut: [...document.querySelectorAll('main details')].every((fold) => !fold.open),
    }));
  };
  assert.deepEqual(await asked('on'), { asked: true, pictures: 1, open: true, shut: false });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await pictures(page), 0);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll('main details')].every((fold) => !fold.open)));
  assert.deepEqual(await asked('off'), { asked: true, pictures: 1, open: false, shut: true });
  // A browser that never says that it is done: the reader goes on.
  await page.keyboard.press('Shift');
  assert.equal(await pictures(page), 0);
  await page.locator('.print [data-answers=on]').evaluate((button) => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      window.within = document.querySelectorAll('img.printed').length;
      window.dispatchEvent(new Event('afterprint'));
    };
    button.click();
  });
  await page.waitForFunction(() => window.within !== undefined, undefined, { timeout: 30000 });
  assert.deepEqual([await page.evaluate(() => window.within), await pictures(page)], [1, 0]);
  if (!isFirefox) await page.emulateMedia({ media: 'print' });
  else return;
  // A page hears of another medium with its next frame.
  await page.locator('.pictured img.printed').waitFor();
  assert.ok(await page.locator('#differs .choice').first().isVisible());
  assert.ok(!await page.locator('#differs [type=submit]').isVisible());
  await page.emulateMedia({ media: 'screen' });
  await page.locator('.pictured img.printed').waitFor({ state: 'detached' });
});

test('the browser\u2019s own command finds the pictures of what has run', async () => {
  const { page } = await open('en/clustering.html', {});
  await page.locator('attention-lab').first().scrollIntoViewIfNeeded();
  await eventually(page, () => {
    window.dispatchEvent(new Event('beforeprint'));
    const found = document.querySelectorAll('.pictured img.printed').length > 0;
    const twins = document.getElementById('scene-twins')?.parentElement;
    if (twins?.classList.contains('pictured')) throw new Error('a picture that tells the answer is printed');
    if (!found) window.dispatchEvent(new Event('afterprint'));
    return found;
  });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await pictures(page), 0);
});

test('on paper a picture that tells the answer is there with the answers only', async () => {
  const { page } = await open('en/clustering.html', {
    init: () => {
      window.printed = [];
      window.print = () => {
        const twins = document.getElementById('scene-twins');
        window.printed.push([twins.parentElement.classList.contains('pictured'), getComputedStyle(twins).visibility]);
        window.dispatchEvent(new Event('afterprint'));
      };
    },
  });
  for (const answers of ['off', 'on']) {
    await page.locator(`.print [data-answers=${answers}]`).click();
    await page.locator(`.print [data-answers=${answers}]:not([disabled])`).waitFor();
  }
  assert.deepEqual(await page.evaluate(() => window.printed), [[false, 'hidden'], [true, 'visible']]);
  assert.equal(await page.locator('#scene-twins').evaluate((element) => getComputedStyle(element).visibility), 'hidden');
});

test('a finger finds 44 pixels', { skip: isFirefox && 'this driver has no coarse pointer' }, async () => {
  for (const path of ['en/two-facts.html', 'en/index.html']) {
    const { page, close } = await open(path, { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });
    const small = await page.evaluate(() => [...document.querySelectorAll('button, .button, select, summary, .choice, header a, .tools a, .turn a')]
      .map((element) => ({ height: element.getBoundingClientRect().height, text: element.outerHTML.slice(0, 80) }))
      .filter(({ height }) => height > 0 && height < 43.5));
    assert.deepEqual(small, [], path);
    await close();
  }
});

test('the other language opens at the same place', async () => {
  const { page } = await open('en/two-facts.html');
  await page.locator('#fact-2, #stay').first().evaluate((element) => element.scrollIntoView());
  await page.evaluate(() => document.querySelector('a.language').click());
  await page.waitForURL(/\/es\/two-facts\.html#stay$/);
  assert.equal(await page.locator('html').getAttribute('lang'), 'es');
  await page.locator('h2#stay', { hasText: 'líderes' }).waitFor();
  assert.ok(await page.locator('h2#stay').evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 100));
});

test('formulas have a typeface of their own, wherever they are read', async () => {
  const { page } = await open('en/two-facts.html');
  assert.deepEqual(await page.evaluate(async () => (await document.fonts.load('16px "Lessons Math"', 'α')).map(({ status }) => status)), ['loaded']);
});

test('without scripts everything can be read', { skip: isFirefox && 'scripts cannot be switched off by this driver' }, async () => {
  const { page } = await open('en/two-facts.html', { context: { javaScriptEnabled: false } });
  assert.ok(await page.locator('#proof-2-below math').first().isVisible());
  assert.ok(await page.locator('#scene-lead a').isVisible());
  await page.locator('#e10a summary').click();
  assert.ok(await page.getByText('144.95').first().isVisible());
  // Choices belong to the question; what needs a script is not there.
  assert.ok(await page.locator('#hull .choice').first().isVisible());
  assert.ok(!await page.locator('#hull [type=submit]').isVisible());
  assert.ok(await page.locator('noscript p').isVisible());
});

test('a scene that cannot be loaded leaves a link to the lab, and says so when it is asked', async () => {
  const { page } = await open('en/laboratory.html', { init: () => {} });
  await page.route('**/attention-lab.js', (route) => route.abort());
  await page.reload();
  assert.match(await page.locator('#scene-second a').getAttribute('href'), /index\.html#scene=hardmax&preset=collection-2&k=40$/);
  assert.ok(await page.locator('#scene-second a').isVisible());
});

/** Formulas in the text that reach out of their paragraph; in the page. */
const reachingOut = () => [...document.querySelectorAll('math:not(.tml-display)')].flatMap((math) => {
  const block = math.closest('p, li, td, h3, figcaption, .choice > span');
  const over = (math.closest('.whole') ?? math).getBoundingClientRect().right - block.getBoundingClientRect().right;
  return over > 1 ? [`${Math.round(over)}: ${block.textContent.slice(0, 80)}`] : [];
});

for (const path of ['en/index.html', 'es/index.html', 'index.html', ...lessons.flatMap((slug) => [`en/${slug}.html`, `es/${slug}.html`])]) {
  test(`${path}: axe finds nothing, and a phone need not scroll sideways`, async () => {
    for (const [colorScheme, width] of [['light', 390], ['dark', 1280]]) {
      const { page, close } = await open(path, { context: { colorScheme, viewport: { width, height: 844 } } });
      await page.evaluate(() => { for (const fold of document.querySelectorAll('details')) fold.open = true;
        for (const hint of document.querySelectorAll('.hint, .said')) hint.hidden = false;
      });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
      await page.evaluate(() => document.fonts.ready);
      assert.deepEqual(await page.evaluate(reachingOut), [], `${width}`);
      assert.deepEqual(await findings(page, { exclude: [['attention-lab']] }), [], `${colorScheme}, ${width}`);
      await close();
    }
  });
}

// The address holds the whole state, and what it cannot say is said to the reader.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab, until, useLab } from './support/lab.mjs';

const site = useLab();
const fragment = (page) => page.evaluate(() => location.hash.slice(1));

test('a link restores the state in a fresh profile, to the last bit', async () => {
  const one = await site.open({ hash: 'preset=random&n=9&d=2' });
  await lab(one.page, 'set', 'alpha', '0.30000000000000004');
  await lab(one.page, 'set', 'a', '2,0.5;0.5,1');
  await lab(one.page, 'set', 'seed', '[3,4]');
  await lab(one.page, 'set', 'trails', false);
  await lab(one.page, 'transport', 'scrub', 37);
  const link = await lab(one.page, 'link');
  await one.page.waitForFunction((text) => location.hash === `#${text}`, link);
  const want = [await lab(one.page, 'hash', 37), (await lab(one.page, 'state')).values];

  const two = await site.open({ hash: link });
  await until(two.page, 'step', 37);
  assert.deepEqual([await lab(two.page, 'hash', 37), (await lab(two.page, 'state')).values], want);
  assert.equal(await lab(two.page, 'link'), link);
  assert.equal(await two.page.getByRole('alert').count(), 0);
});

test('the address holds only what differs from the defaults, and its version', async () => {
  const { page } = await site.open();
  assert.equal(await fragment(page), '');
  await lab(page, 'set', 'alpha', '0.5');
  await page.waitForFunction(() => location.hash.includes('alpha'));
  const query = new URLSearchParams(await fragment(page));
  assert.deepEqual([...query.keys()].filter((key) => key !== 'scene').sort(), ['alpha', 'v']);
  await lab(page, 'set', 'alpha', '0.1');
  await page.waitForFunction(() => !location.hash.includes('alpha'));
});

test('a broken link is reported, each bad key in a sentence, and the defaults are used', async () => {
  const { page, complaints } = await site.open({ hash: 'v=1&scene=hardmax&alpha=-3&bogus=1&layers=many&trails=perhaps&tie=1e-9' });
  const notice = page.getByRole('alert');
  await notice.waitFor();
  const sentences = await notice.getByRole('listitem').allTextContents();
  assert.equal(sentences.length, 4, sentences.join(' | '));
  for (const key of ['alpha', 'bogus', 'layers', 'trails']) {
    assert.ok(sentences.some((sentence) => sentence.toLowerCase().includes(key)), `${key} is named in: ${sentences.join(' | ')}`);
  }
  const { values } = await lab(page, 'state');
  assert.equal(values.alpha, '0.1');
  assert.equal(Number(values.tie), 1e-9);
  await notice.getByRole('button', { name: /^Close/ }).click();
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.deepEqual(complaints, []);
});

test('the notice closes by Escape and gives the focus back', async () => {
  const { page } = await site.open({ hash: 'bogus=1' });
  const notice = page.getByRole('alert');
  await notice.waitFor();
  await page.locator('#canvas').focus();
  await notice.getByRole('button').focus();
  await page.keyboard.press('Escape');
  assert.equal(await notice.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
});

test('nonsense of every kind in the link harms nothing', async () => {
  const { page, complaints } = await site.open();
  const links = ['%', '%E0%A4%A', '=', '&&&', 'v=99&alpha=0.5', 'scene=nowhere', 'alpha=0.5&alpha=0.6', 'k=-1', 'k=99999999999', 'k=x',
    'tokens=1,2;3', 'tokens=' + '9'.repeat(5000), 'a=1,2,3', 'seed=[1,', 'zoom=-1&yaw=nan', '<script>alert(1)</script>', 'alpha=0.5#alpha=0.7'];
  for (const link of links) {
    const problems = await lab(page, 'open', link);
    if (link !== '&&&') assert.ok(problems.length > 0, `nothing is said about ${link}`);
    for (const sentence of problems) assert.match(sentence, /\w.*\./s);
    assert.equal(typeof (await lab(page, 'state')).step, 'number');
  }
  assert.deepEqual(complaints, []);
});

test('an address edited by hand is applied', async () => {
  const { page } = await site.open();
  await page.evaluate(() => { location.hash = '#v=1&scene=hardmax&preset=collection-2&alpha=0.25'; });
  await until(page, 'values.preset', 'collection-2');
  await until(page, 'values.alpha', '0.25');
  await page.evaluate(() => { location.hash = '#wrong=1'; });
  await page.getByRole('alert').waitFor();
  await until(page, 'values.preset', 'collection-1');
  // A link without fault takes the notice away.
  await page.evaluate(() => { location.hash = '#k=3'; });
  await until(page, 'step', 3);
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('the address is not written more often than a browser allows', async () => {
  const { page, complaints } = await site.open({
    init: () => {
      window.writes = 0;
      const write = history.replaceState;
      history.replaceState = function (...args) { window.writes++; return write.apply(this, args); };
    },
  });
  const seconds = await page.evaluate(async () => {
    const start = performance.now();
    for (let i = 1; i <= 60; i++) {
      window.attentionLab.transport('scrub', i);
      await new Promise((done) => setTimeout(done, 20));
    }
    return (performance.now() - start) / 1000;
  });
  await page.waitForFunction(() => /(^|&)k=60(&|$)/.test(location.hash.slice(1)));
  const writes = await page.evaluate(() => window.writes);
  assert.ok(writes <= seconds * 2.5 + 3, `${writes} writes in ${seconds} s`);
  assert.deepEqual(complaints, []);
});

test('works where history and storage are closed', async () => {
  const { page, complaints } = await site.open({
    init: () => {
      history.replaceState = () => { throw new DOMException('closed', 'SecurityError'); };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('closed', 'SecurityError'); } });
      }
    },
  });
  await lab(page, 'set', 'alpha', '0.5');
  await page.waitForTimeout(700);
  await until(page, 'values.alpha', '0.5');
  assert.deepEqual(complaints, []);
});

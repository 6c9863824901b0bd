// The dialog that hands an experiment on, and the code that phones read.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { MOST_BYTES, qrCode } from '../../web/qr.js';
import { settingsList, snippets } from '../../web/share_snippets.js';
import { findings } from './support/axe.mjs';
import { isFirefox } from './support/browser.mjs';
import { withHost } from './support/host.mjs';
import { atRest, isDrawn, lab, useLab } from './support/lab.mjs';

const site = useLab();

const open = async (page) => {
  await page.getByRole('button', { name: 'Share', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share this experiment' });
  await dialog.waitFor();
  return dialog;
};
const previewRuns = (page) => page.waitForFunction(() => document.querySelector('#share attention-lab')?.live, undefined, { timeout: 60000 });

test('codes are those that other readers have read', () => {
  // Read back by jsQR 1.4.0 when they were first made, and from then on held.
  const known = { 10: '21 417c275a90589eb8', 100: '41 07e35da1f801fb8a', 300: '69 3549b626daf30503', 500: '77 599ef715b792af88', 900: '101 0c6f158d0c0f81da', 1200: '117 b2cb6e61dd9ae043' };
  for (const [length, want] of Object.entries(known)) {
    const text = Array.from({ length: Number(length) }, (_, i) => 'abcdefghijklmnopqrstuvwxyz0123456789=&#/.,;:-'[(7 * i + (i * i) % 11) % 45]).join('');
    const code = qrCode(text);
    const digest = createHash('sha256').update(code.map((row) => row.map(Number).join('')).join('\n')).digest('hex').slice(0, 16);
    assert.equal(`${code.length} ${digest}`, want, length);
  }
  assert.equal(qrCode('x'.repeat(MOST_BYTES + 1)), null);
  assert.equal(qrCode('x'.repeat(MOST_BYTES)).length, 117);
});

test('the dialog: link, code, copying, keyboard', async () => {
  const { page, complaints } = await site.open({ hash: 'v=1&scene=hardmax&preset=collection-2&alpha=0.25&k=5' });
  const dialog = await open(page);
  const address = await dialog.getByRole('textbox', { name: 'Link to this experiment' }).inputValue();
  assert.equal(address, `${site.url}/#${await lab(page, 'link')}`);
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copy link');
  if (!isFirefox) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Enter');
    await dialog.getByText('Copied.').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
  }
  // Letters typed here are not commands there.
  const step = (await lab(page, 'state')).step;
  await dialog.getByRole('spinbutton', { name: 'Height (px)' }).fill('500');
  await page.keyboard.press('End');
  assert.equal((await lab(page, 'state')).step, step);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'share');
  assert.deepEqual(complaints.filter((text) => !/Feature Policy/i.test(text)), []);
});

test('the button on the canvas opens it too', async () => {
  const { page } = await site.open();
  await page.waitForFunction(() => document.querySelector('#twin [data-key="share"]').classList.contains('placed'));
  const box = await page.locator('#twin [data-key="share"]').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await atRest(page);
  await page.mouse.down();
  await isDrawn(page);
  await page.mouse.up();
  await page.getByRole('dialog', { name: 'Share this experiment' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.locator('#share').waitFor({ state: 'detached' });
});

test('a link that no code holds is said politely', async () => {
  const tokens = Array.from({ length: 120 }, (_, i) => `${Math.sin(i).toFixed(6)},${Math.cos(2 * i).toFixed(6)}`).join(';');
  const { page } = await site.open({ hash: `v=1&scene=hardmax&tokens=${tokens}` });
  const dialog = await open(page);
  await dialog.getByText(/A code that a phone reads well holds at most 1\u202f273/).waitFor();
  assert.equal(await dialog.getByRole('img', { name: /QR/ }).count(), 0);
});

test('the preview follows the choices, and the code makes the same', { timeout: 180000 }, async () => {
  const { page } = await site.open({ hash: 'v=1&scene=hardmax&alpha=0.25&k=5' });
  const dialog = await open(page);
  await previewRuns(page);
  const frame = await (await page.evaluateHandle(() => document.querySelector('#share attention-lab').shadowRoot.querySelector('iframe'))).contentFrame();
  assert.equal((await lab(frame, 'state')).values.alpha, '0.25');
  await dialog.getByRole('button', { name: 'Show none' }).click();
  await dialog.getByRole('checkbox', { name: 'Show Step α' }).check();
  await dialog.getByRole('checkbox', { name: 'Lock Step α' }).check();
  await frame.waitForFunction(() => {
    const fields = [...document.querySelectorAll('#twin form [data-key]')];
    return fields.length === 1 && fields[0].dataset.key === 'alpha' && fields[0].disabled;
  });
  const code = dialog.getByRole('textbox', { name: 'Code to paste into a page' });
  const plain = await code.inputValue();
  assert.match(plain, /index\.html\?embed=controls&amp;controls=alpha&amp;locked=alpha#v=1&amp;scene=hardmax&amp;alpha=0\.25&amp;k=5"/);
  await dialog.getByRole('radio', { name: /Element/ }).check();
  const element = await code.inputValue();
  assert.match(element, /<attention-lab scene="hardmax" alpha="0.25" step="5" level="controls" controls="alpha" locked="alpha" height="420"/);
  await page.keyboard.press('Escape');

  // Both, pasted into a page.
  await withHost(site, { '/': `<!doctype html><link rel="icon" href="data:,">${plain}${element}` }, async ({ page: other }) => {
    await other.setViewportSize({ width: 1000, height: 1000 });
    await other.waitForFunction(() => document.querySelector('attention-lab')?.live, undefined, { timeout: 60000 });
    const state = await other.evaluate(() => document.querySelector('attention-lab').state());
    assert.deepEqual([state.values.alpha, state.step], ['0.25', 5]);
    const inner = await (await other.locator('iframe').first().elementHandle()).contentFrame();
    await inner.waitForFunction(() => window.attentionLab?.frames() > 0);
    assert.deepEqual([(await lab(inner, 'state')).values.alpha, (await lab(inner, 'state')).step], ['0.25', 5]);
  });
});

test('axe finds nothing, and a phone shows all of it', async () => {
  const { page } = await site.open({ context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } });
  await open(page);
  await page.locator('#share .preview').scrollIntoViewIfNeeded();
  await previewRuns(page);
  assert.deepEqual(await findings(page, '#share'), []);
  const wide = await page.evaluate(() => [...document.querySelectorAll('#share .body *')].filter((e) => !e.closest('.sr-only, .scroll') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80)));
  assert.deepEqual(wide, []);
});

test('attributes of a link: taken names get a prefix, a view stays a link', () => {
  const base = new URL('https://lab.example/lab/');
  const choice = { level: 'controls', controls: null, locked: [], theme: '', height: 300 };
  assert.deepEqual(settingsList('v=1&scene=scale&hidden=64&k=3', 'scale'), [['scene', 'scale'], ['param-hidden', '64'], ['step', '3']]);
  assert.deepEqual(settingsList('v=1&scene=hardmax&zoom=2', 'hardmax'), [['link', 'v=1&scene=hardmax&zoom=2']]);
  const { frame, element } = snippets(choice, settingsList('v=1&scene=scale&hidden=64&k=3', 'scale'), base, 'A "title" <b>');
  assert.match(frame, /src="https:\/\/lab\.example\/lab\/index\.html\?embed=controls#v=1&amp;scene=scale&amp;hidden=64&amp;k=3"/);
  assert.match(element, /src="https:\/\/lab\.example\/lab\/attention-lab\.js"/);
  assert.match(element, /param-hidden="64" step="3"/);
  assert.match(element, /label="Attention Lab: A &quot;title&quot; &lt;b>"/);
});

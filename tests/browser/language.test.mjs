// The lab in a second language: what the address asks for, what the reader chose, and what nobody has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCRIPT, call, frameOf, head, isLive, withHost } from './support/host.mjs';
import { isReady, lab, useLab } from './support/lab.mjs';

const site = useLab();
const SCENE = 'v=1&scene=hardmax&preset=collection-1&k=12';

/** Names of what the twin offers, by role. */
const named = (page, role, name) => page.getByRole(role, { name, exact: true, includeHidden: true }).count();
const tongue = (page) => page.evaluate(() => document.documentElement.lang);
const speaks = (page, code) => page.waitForFunction((wanted) => document.documentElement.lang === wanted
  && document.querySelector('#twin h2')?.textContent === { es: 'Laboratorio hardmax', en: 'Hardmax lab' }[wanted], code);

test('lang=es: controls, buttons, sentences and picture text are Spanish, the link is not', async () => {
  const { page, complaints, strangers, close } = await site.open({ path: '/?lang=es', hash: SCENE });
  assert.equal(await tongue(page), 'es');
  assert.equal(await named(page, 'spinbutton', 'Paso α'), 1);
  assert.equal(await named(page, 'combobox', 'Configuración'), 1);
  assert.equal(await named(page, 'button', 'Nueva semilla'), 1);
  assert.equal(await named(page, 'button', 'Reproducir'), 1);
  assert.equal(await named(page, 'slider', 'Capa'), 1);
  const state = await lab(page, 'state');
  assert.match(state.headline, /^capa 12 de 400 · 13 tokens en el plano · 5 líderes$/);
  assert.match(state.verdicts[0].claim, /^Hecho 1: la envolvente convexa/);
  assert.match(state.description, /lideran, dibujados como estrellas/);
  // Keys and findings are the program's, as everywhere.
  assert.equal(state.verdicts[0].finding, 'holds');
  assert.equal(state.values.preset, 'collection-1');
  assert.match(await page.locator('.verdicts').textContent(), /Hecho 1.*se cumple/);
  assert.match(await lab(page, 'svg'), /Grupos y líderes estrictos/);
  const link = await lab(page, 'link');
  assert.doesNotMatch(link, /lang/);
  assert.match(await page.locator('#lessons-link').textContent(), /^Lecciones/);
  // A refusal, in the line of status.
  const alpha = page.locator('#p-alpha');
  await alpha.evaluate((field) => { field.value = '-3'; for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind)); });
  assert.match(await page.locator('#status').textContent(), /^Paso α debe estar entre .* y .*, pero se dio -3\.$/);
  assert.deepEqual([complaints, strangers], [[], []]);
  await close();
});

test('there and back, with the same bits; the choice is remembered, and the address stands above it', async () => {
  const { page, context, close } = await site.open({ hash: SCENE });
  assert.equal(await tongue(page), 'en');
  const before = [await lab(page, 'link'), await lab(page, 'hash', 12), (await lab(page, 'state')).headline];
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.locator('#language-chooser').evaluate((select) => { select.value = 'es'; select.dispatchEvent(new Event('change')); });
  await speaks(page, 'es');
  assert.deepEqual(asked.filter((path) => path.includes('/lang/')), ['/lang/es.json']);
  assert.equal(await lab(page, 'link'), before[0]);
  assert.equal(await lab(page, 'hash', 12), before[1]);
  assert.match((await lab(page, 'state')).headline, /^capa 12/);

  const again = await context.newPage();
  await again.goto(`${site.url}/#${SCENE}`);
  await isReady(again);
  assert.equal(await tongue(again), 'es', 'remembered');
  await again.goto(`${site.url}/?lang=en#${SCENE}`);
  await isReady(again);
  assert.equal(await tongue(again), 'en', 'the address first');
  await again.close();

  await page.locator('#language-chooser').evaluate((select) => { select.value = 'en'; select.dispatchEvent(new Event('change')); });
  await speaks(page, 'en');
  assert.deepEqual([await lab(page, 'link'), await lab(page, 'hash', 12), (await lab(page, 'state')).headline], before);
  await close();
});

test('English fetches no table; a language nobody has and one that cannot be fetched are English', async () => {
  for (const [path, init] of [['/', undefined], ['/?lang=xx', undefined], ['/?lang=es', () => {
    const known = window.fetch;
    window.fetch = (what, how) => (String(what).startsWith('lang/') ? Promise.reject(new TypeError('no network')) : known(what, how));
  }]]) {
    const { page, complaints, strangers, close } = await site.open({ path, hash: SCENE, init });
    assert.equal(await tongue(page), 'en', path);
    assert.equal(await named(page, 'spinbutton', 'Step α'), 1, path);
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/lang/')).length);
    assert.equal(fetched, 0, path);
    assert.deepEqual([complaints, strangers], [[], []]);
    await close();
  }
});

test('a reader whose browser prefers Spanish is spoken to in Spanish', async () => {
  const { page, close } = await site.open({ hash: SCENE, context: { locale: 'es-MX' } });
  assert.equal(await tongue(page), 'es');
  await close();
});

test('an embed speaks as its attribute says, else as the page around it', async () => {
  const body = `${head}${SCRIPT}<attention-lab id="a" scene="hardmax" lang="es" controls="alpha"></attention-lab>
    <section lang="es-ES"><attention-lab id="b" scene="collapse" level="picture"></attention-lab></section>
    <attention-lab id="c" scene="hardmax"></attention-lab>`;
  await withHost(site, { '/': body }, async ({ page }) => {
    for (const [id, code] of [['#a', 'es'], ['#b', 'es'], ['#c', 'en']]) {
      await page.locator(id).scrollIntoViewIfNeeded();
      await isLive(page, id);
      assert.equal(await tongue(await frameOf(page, id)), code, id);
    }
    assert.equal(await named(await frameOf(page, '#a'), 'spinbutton', 'Paso α'), 1);
    assert.match((await call(page, '#b', 'state')).headline, /diámetro/);
    // Commands and their errors are for programs.
    assert.match((await call(page, '#a', 'set', 'alpha', -3)).error, /^alpha must lie between/);
    assert.doesNotMatch(await call(page, '#a', 'link'), /lang/);
  });
});

test('the dialog that shares speaks it too, and notices', async () => {
  const { page, close } = await site.open({ path: '/?lang=es', hash: `${SCENE}&nonsense=1` });
  assert.match(await page.locator('#notices').textContent(), /Una parte de este enlace no se usó/);
  await page.keyboard.press('Escape');
  await page.locator('#twin [data-key="share"]').evaluate((button) => button.click());
  await page.locator('#share[open]').waitFor();
  assert.equal(await named(page, 'heading', 'Enlace'), 1);
  await close();
});

test('while it plays, all that is said stays Spanish', async () => {
  const { page, close } = await site.open({ path: '/?lang=es', hash: 'v=1&scene=hardmax&preset=collection-2' });
  await lab(page, 'transport', 'play');
  await page.waitForFunction(() => window.attentionLab.state().step > 5);
  await lab(page, 'transport', 'pause');
  const { headline, description, notes, verdicts } = await lab(page, 'state');
  const said = [headline, description, ...notes, ...verdicts.flatMap(({ claim, hypothesis, prediction, measured }) => [claim, hypothesis, prediction, measured])];
  for (const text of said) assert.doesNotMatch(text, /\b(the|layer|leaders?|with|from|every)\b/);
  await close();
});

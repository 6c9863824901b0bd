// The lab inside pages of others: the element, its commands, what is shown and locked, and the pages of other programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONG, SCRIPT, call, frameOf, head, isLive, withHost } from './support/host.mjs';
import { atRest, isDrawn, isReady, lab, until, useLab } from './support/lab.mjs';

const site = useLab();

test('the element opens the scene of its attributes, and obeys its page', async () => {
  const body = `${head}${SCRIPT}<attention-lab id="a" scene="hardmax" preset="collection-2" alpha="0.25" step="7" controls="alpha"></attention-lab>
    <script type="module">window.news = []; window.changes = 0;
      addEventListener('lab-change', () => { window.changes++; });
      window.end = document.querySelector('#a').subscribe(['alpha', 'leaders'], (news) => window.news.push(news));</script>`;
  await withHost(site, { '/': body }, async ({ page, complaints }) => {
    await isLive(page, '#a');
    const state = await call(page, '#a', 'state');
    assert.deepEqual([state.slug, state.step, state.values.preset, state.values.alpha], ['hardmax', 7, 'collection-2', '0.25']);
    assert.equal(await call(page, '#a', 'get', 'alpha'), '0.25');
    const frame = await frameOf(page, '#a');
    assert.deepEqual(await call(page, '#a', 'get', 'leaders'), await lab(frame, 'observe', 'leaders'));
    assert.match((await call(page, '#a', 'get', 'nothing')).error, /no parameter or observable 'nothing'/);

    assert.equal(await call(page, '#a', 'step'), 8);
    assert.equal(await call(page, '#a', 'step', 20), 20);
    assert.match((await call(page, '#a', 'set', 'alpha', -3)).error, /^alpha must lie between/i);
    assert.equal(await call(page, '#a', 'get', 'alpha'), '0.25');
    await call(page, '#a', 'set', 'trails', false);
    assert.equal(await call(page, '#a', 'get', 'trails'), 'off');
    await call(page, '#a', 'act', 'reset-preset');
    assert.match((await call(page, '#a', 'act', 'no-such')).error, /no action 'no-such'/);
    await call(page, '#a', 'set', 'alpha', 0.5);
    assert.match(await call(page, '#a', 'link'), /alpha=0.5/);

    await page.waitForFunction(() => window.news.at(-1)?.values.alpha === '0.5');
    const news = await page.evaluate(() => window.news);
    assert.deepEqual(Object.keys(news.at(-1).values), ['alpha', 'leaders']);
    assert.ok(Array.isArray(news.at(-1).values.leaders) && await page.evaluate(() => window.changes) > 0);
    await page.evaluate(() => window.end());
    await call(page, '#a', 'set', 'alpha', 0.6);
    await page.waitForTimeout(400);
    assert.equal(await page.evaluate(() => window.news.at(-1).values.alpha), '0.5');

    await page.evaluate(() => document.querySelector('#a').setAttribute('alpha', '0.75'));
    await until(frame, 'values.alpha', '0.75');
    assert.deepEqual(complaints.filter((text) => !/Feature Policy|Permissions/i.test(text)), []);
  });
});

test('a preset chosen by hand leaves what is locked as it is', async () => {
  const body = `${head}${SCRIPT}<attention-lab id="a" tokens="1,0;0,2;1,1" controls="preset tokens" locked="tokens"></attention-lab>`;
  await withHost(site, { '/': body }, async ({ page }) => {
    await isLive(page, '#a');
    const frame = await frameOf(page, '#a');
    const before = (await lab(frame, 'state')).values.tokens;
    await frame.locator('#p-preset').selectOption('collection-2');
    await until(frame, 'values.preset', 'collection-2');
    assert.equal((await lab(frame, 'state')).values.tokens, before);
    await call(page, '#a', 'set', 'preset', 'collection-1');
    assert.notEqual((await lab(frame, 'state')).values.tokens, before);
  });
});

test('exports are the command line\u2019s files, and pictures', async () => {
  await withHost(site, { '/': `${head}${SCRIPT}<attention-lab id="a" scene="hardmax" step="3"></attention-lab>` }, async ({ page }) => {
    await isLive(page, '#a');
    const svg = await call(page, '#a', 'export', 'svg');
    assert.equal(svg.type, 'image/svg+xml');
    assert.ok(svg.size > 2000);
    assert.deepEqual((await call(page, '#a', 'export', 'png')).head, [137, 80, 78, 71, 13, 10, 26, 10]);
    assert.deepEqual((await call(page, '#a', 'export', 'npy')).head.slice(1, 6), [...'NUMPY'].map((letter) => letter.charCodeAt(0)));
    const csv = await page.evaluate(async () => (await (await document.querySelector('#a').export('csv')).text()).trim().split('\n'));
    assert.equal(csv[0], 'layer,token,x1,x2');
    const rows = await lab(await frameOf(page, '#a'), 'trajectory', 3);
    assert.deepEqual(csv.at(-1).split(',').slice(2).map(Number), rows.at(-1));
    assert.equal(csv.length, 1 + 4 * rows.length);
    assert.match((await call(page, '#a', 'export', 'pdf')).error, /not 'pdf'/);
    const size = await page.evaluate(async () => {
      const bitmap = await createImageBitmap(await document.querySelector('#a').export('png', { part: 'plot-1', width: 400, height: 300 }));
      return [bitmap.width, bitmap.height];
    });
    assert.deepEqual(size, [400, 300]);
    assert.ok((await call(page, '#a', 'parts')).some(({ name, csv }) => name === 'plot-1' && csv));
    assert.match((await call(page, '#a', 'export', 'csv', { part: 'plot-99' })).error, /There is: plot-1/);
  });
});

test('levels, chosen controls and locks: drawn, in the twin, and for the hand', async () => {
  const body = `${head}${SCRIPT}<attention-lab id="full" level="full" height="560"></attention-lab>
    <attention-lab id="some" controls="alpha seed layers" locked="alpha, tokens"></attention-lab><attention-lab id="bare" level="picture"></attention-lab>`;
  await withHost(site, { '/': body }, async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 1500 });
    for (const id of ['#full', '#some', '#bare']) await isLive(page, id);
    const twin = async (id) => (await frameOf(page, id)).evaluate(() => ({
      fields: [...document.querySelectorAll('#twin form [data-key]')].map((field) => field.dataset.key),
      locked: [...document.querySelectorAll('#twin [disabled]')].map((field) => field.dataset.key),
      scenes: document.querySelectorAll('#scene-chooser').length,
      verdicts: document.querySelectorAll('#twin .verdicts').length,
      play: document.querySelectorAll('#twin [data-key="play"]').length,
      share: document.querySelectorAll('#twin [data-key="share"]').length,
    }));
    const full = await twin('#full');
    assert.ok(full.fields.length > 10 && full.scenes === 1 && full.verdicts === 1 && full.share === 0);
    assert.deepEqual(await twin('#some'), { fields: ['layers', 'seed', 'alpha'], locked: ['alpha'], scenes: 0, verdicts: 0, play: 1, share: 0 });
    assert.deepEqual(await twin('#bare'), { fields: [], locked: [], scenes: 0, verdicts: 0, play: 1, share: 0 });

    // By hand on the canvas: where the field of alpha is drawn, and a token that would be dragged.
    const some = await frameOf(page, '#some');
    await some.waitForFunction(() => document.querySelector('#p-alpha').classList.contains('placed'));
    const before = (await lab(some, 'state')).values;
    const press = async (place) => {
      const box = await page.evaluate(() => document.querySelector('#some').getBoundingClientRect().toJSON());
      return [box.x + 1 + place[0], box.y + 1 + place[1]];
    };
    const field = await some.evaluate(() => {
      const box = document.querySelector('#p-alpha').getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
    await page.mouse.click(...await press(field));
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    const token = await lab(some, 'tokenScreen', 2);
    await drag(page, some, await press(token), [40, -30]);
    assert.deepEqual((await lab(some, 'state')).values, before);
    // Its page may: locks are for the hand.
    await call(page, '#some', 'set', 'alpha', 2);
    assert.equal(await call(page, '#some', 'get', 'alpha'), '2');
    // And with other controls, without starting anew.
    await page.evaluate(() => document.querySelector('#some').removeAttribute('locked'));
    await some.waitForFunction(() => !document.querySelector('#p-alpha').disabled);
    // The locked token was not dragged, but the view was.
    await drag(page, some, await press(await lab(some, 'tokenScreen', 2)), [40, -30]);
    await some.waitForFunction((text) => window.attentionLab.state().values.tokens !== text, before.tokens);
    await smallEmbeds(page);
  });
});

/** The part of a frame that its picture has, and what of the named controls is drawn whole. */
const drawnIn = (frame, ...keys) => frame.evaluate((names) => {
  const targets = window.attentionLab.targets();
  const picture = targets.find(({ key }) => key === '##picture')?.area ?? [0, 0, 0, 0];
  return { part: picture[2] * picture[3] / (innerWidth * innerHeight), whole: names.filter((name) => targets.some(({ key, whole }) => key === name && whole)) };
}, keys);

/** In a small frame the picture has most of the room, at every level; the rest is behind a switch, what starts a run is not. */
async function smallEmbeds(page) {
  await page.evaluate(() => {
    document.querySelector('#some').removeAttribute('controls');
    for (const element of document.querySelectorAll('attention-lab')) {
      element.style.width = '320px';
      element.setAttribute('height', '200');
    }
  });
  for (const [id, panel] of [['#full', true], ['#some', true], ['#bare', false]]) {
    const frame = await frameOf(page, id);
    await frame.waitForFunction(() => innerWidth < 330 && innerHeight < 210);
    await frame.waitForFunction(() => {
      const picture = window.attentionLab.targets().find(({ key }) => key === '##picture')?.area;
      return picture && picture[2] * picture[3] > 0.5 * innerWidth * innerHeight && picture[3] < innerHeight;
    });
    const { whole } = await drawnIn(frame, 'transport:play', 'panel', 'slider:alpha', 'tab:controls');
    assert.deepEqual(whole, panel ? ['transport:play', 'panel'] : ['transport:play'], id);
    if (!panel) continue;
    await frame.evaluate(() => document.querySelector('#twin [data-key="panel"]').click());
    await frame.waitForFunction(() => window.attentionLab.drawn().some((key) => key.startsWith('group:')));
    assert.deepEqual((await drawnIn(frame, 'transport:play')).whole, ['transport:play'], id);
  }
  // As on a phone: a training is begun without a scroll.
  await page.evaluate(() => {
    document.querySelector('#some').style.width = '358px';
    document.querySelector('#some').setAttribute('height', '420');
  });
  const frame = await frameOf(page, '#some');
  await lab(frame, 'open', 'scene=train&corpus=lesson');
  await frame.waitForFunction(() => ['transport:play', 'action:start'].every((name) => window.attentionLab.targets().some(({ key, whole }) => key === name && whole)));
}

/** A hand rests where it presses, until a frame has seen it there. */
async function drag(page, frame, [x, y], [dx, dy]) {
  await page.mouse.move(x, y);
  await atRest(frame);
  await page.mouse.down();
  await isDrawn(frame);
  await page.mouse.move(x + dx, y + dy, { steps: 5 });
  await page.mouse.up();
  await atRest(frame);
}

test('a plain frame obeys the origin that its address names, and no other', async () => {
  const frames = (own) => `${head}
    <iframe id="foreign" src="LAB/index.html?embed=controls&origin=https://elsewhere.example#v=1&scene=hardmax&alpha=0.25" width="600" height="300"></iframe>
    <iframe id="silent" src="LAB/index.html?embed=controls#v=1&scene=hardmax&alpha=0.25" width="600" height="300"></iframe>
    <iframe id="own" src="LAB/index.html?embed=controls&origin=${own}#v=1&scene=hardmax&alpha=0.25" width="600" height="300"></iframe>
    <script>window.heard = []; addEventListener('message', ({ data, source }) => window.heard.push([Array.from(window).indexOf(source), data]));</script>`;
  const pages = { '/': head, '/frames': '' };
  await withHost(site, pages, async ({ page, url }) => {
    pages['/frames'] = frames(url);
    page.setDefaultTimeout(LONG.timeout);  // three start at once
    await page.goto(`${url}/frames`, { waitUntil: 'domcontentloaded' });
    await page.setViewportSize({ width: 1000, height: 1100 });
    for (const id of ['#foreign', '#silent', '#own']) await isReady(await frameOf(page, id));
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll('iframe')) frame.contentWindow.postMessage({ lab: 1, id: 5, do: 'set', args: ['alpha', '0.5'] }, '*');
    });
    await page.waitForFunction(() => window.heard.some(([, data]) => data.id === 5));
    await page.waitForTimeout(500);
    const heard = await page.evaluate(() => window.heard);
    assert.deepEqual([...new Set(heard.map(([from]) => from))], [2], 'only the third speaks to this page');
    assert.equal(heard.find(([, data]) => data.id === 5)[1].ok, true);
    assert.ok(heard.some(([, data]) => data.event === 'change' && data.values.alpha === '0.5'));
    for (const [id, alpha] of [['#foreign', '0.25'], ['#silent', '0.25'], ['#own', '0.5']]) {
      assert.equal((await lab(await frameOf(page, id), 'state')).values.alpha, alpha, id);
    }
    // A frame beside it is not its parent, of whatever origin.
    await (await frameOf(page, '#foreign')).evaluate(() => parent.frames[2].postMessage({ lab: 1, id: 6, do: 'set', args: ['alpha', '0.9'] }, '*'));
    await page.evaluate(() => document.querySelector('#own').contentWindow.postMessage({ lab: 1, id: 7, do: 'no-such' }, '*'));
    await page.waitForFunction(() => window.heard.some(([, data]) => data.id === 7));
    assert.match(await page.evaluate(() => window.heard.find(([, data]) => data.id === 7)[1].error), /no command 'no-such'/);
    assert.equal((await lab(await frameOf(page, '#own'), 'state')).values.alpha, '0.5');
  });
});

test('on a page with a strict policy, and in a sandbox without an origin', async () => {
  const inner = `${head}<script type="module" src="/attention-lab.js"></script><attention-lab id="a" alpha="0.25"></attention-lab>`;
  const headers = { 'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'" };
  const pages = { '/': inner, '/box': `${head}<iframe id="box" sandbox="allow-scripts" width="900" height="600" src="/"></iframe>` };
  await withHost(site, pages, async ({ page, url, complaints }) => {
    await isLive(page, '#a');
    assert.equal(await call(page, '#a', 'get', 'alpha'), '0.25');
    assert.deepEqual(complaints.filter((text) => !/Feature Policy|Permissions/i.test(text)), []);
    await page.goto(`${url}/box`);
    const box = await frameOf(page, '#box');
    await isLive(box, '#a');
    assert.equal(await box.evaluate(() => self.origin), 'null');
    await call(box, '#a', 'set', 'alpha', 0.5);
    assert.equal(await call(box, '#a', 'get', 'alpha'), '0.5');
    const frame = await frameOf(box, '#a');
    assert.equal(await frame.evaluate(() => self.origin), 'null');
    await until(frame, 'values.alpha', '0.5');
  }, { headers });
});

test('a link of an unknown version, and unknown attributes, are said to the reader', async () => {
  const body = `${head}${SCRIPT}<attention-lab id="a" link="v=99&amp;scene=hardmax&amp;alpha=0.5"></attention-lab>
    <attention-lab id="b" bogus="1" param-alpha="0.5" level="ful" theme="drak" controls="alhpa beta" locked="presett"></attention-lab>`;
  await withHost(site, { '/': body }, async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 1000 });
    for (const [id, words] of [['#a', /version/], ['#b', /level must be .*"ful".*theme must be .*"drak".*"alhpa".*"beta".*"presett".*bogus/]]) {
      await isLive(page, id);
      const notice = (await frameOf(page, id)).getByRole('alert');
      await notice.waitFor();
      assert.match(await notice.textContent(), words);
    }
    assert.equal(await call(page, '#a', 'get', 'alpha'), '0.1');
    assert.equal(await call(page, '#b', 'get', 'alpha'), '0.5');

    // A script is told, and nothing is changed; an address from the Share dialog is a link too.
    assert.deepEqual(await call(page, '#a', 'open', 'https://a.example/lab/#v=1&scene=softmax&k=3'), []);
    const refusal = async (...command) => (await call(page, '#a', ...command))?.error ?? '';
    assert.match(await refusal('step', 'x'), /step is not a number: "x"/);
    assert.match(await refusal('set', 'tokens', [[1, 2], [3, 4]]), /must be a text as links have it/);
    const commands = [['show', ['full', null, ['beta']]], ['show', ['all', null, '']], ['theme', ['pink']], ['watch', ['gap']]];
    const replies = await page.evaluate(async ([source, origin]) => {
      const frame = document.querySelector('#a').shadowRoot.querySelector('iframe').contentWindow;
      return Promise.all(source.map(([name, args], i) => new Promise((done) => {
        addEventListener('message', ({ data }) => { if (data.id === 1000 + i) done(data.error ?? 'ok'); });
        frame.postMessage({ lab: 1, id: 1000 + i, do: name, args }, origin);
      })));
    }, [commands, site.url]);
    assert.deepEqual(replies, ['ok', 'level must be one of full, controls, picture, not "all".',
      'theme must be one of dark, light, projector, not "pink".', 'ok']);
    const { slug, step } = await call(page, '#a', 'state');
    assert.deepEqual([slug, step], ['softmax', 3]);
    await (await frameOf(page, '#a')).locator('#p-beta[disabled]').waitFor({ state: 'attached' });
  });
});

// ---- as other programs make pages

test('in a scaled slide, a closed tab, an output that scrolls, a page from a text, and by a new fragment', { timeout: 180000 }, async () => {
  const body = `${head}${SCRIPT}<style>.slides { width: 960px; height: 500px; transform: scale(.6); transform-origin: 0 0; margin-bottom: -200px }
      #tab { display: none } #tab.open { display: block } .output { height: 260px; overflow: auto; border: 1px solid }</style>
    <div class="slides"><section><attention-lab id="slide" controls="alpha" height="460"></attention-lab></section></div>
    <button id="open">tab</button><div id="tab"><attention-lab id="inside" step="4"></attention-lab></div>
    <div class="output"><p style="height: 300px">printed</p><attention-lab id="output" step="5"></attention-lab></div>
    <iframe id="text" width="900" height="460" srcdoc='<script type="module" src="LAB/attention-lab.js"></script><attention-lab id="a" step="6"></attention-lab>'></iframe>
    <iframe id="plain" width="900" height="420" src="LAB/index.html?embed=controls#v=1&scene=hardmax&k=7"></iframe>`;
  await withHost(site, { '/': body }, async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 1700 });
    // reveal.js scales its slides: a press must land where it is seen.
    await isLive(page, '#slide');
    const slide = await frameOf(page, '#slide');
    await slide.waitForFunction(() => document.querySelector('[data-key="forward"]').classList.contains('placed'));
    const step = await slide.evaluate(() => { const box = document.querySelector('[data-key="forward"]').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; });
    const at = await page.evaluate(() => { const box = document.querySelector('#slide').getBoundingClientRect(); return [box.x + 0.6, box.y + 0.6]; });
    await page.mouse.move(at[0] + 0.6 * step[0], at[1] + 0.6 * step[1]);
    await atRest(slide);
    await page.mouse.click(at[0] + 0.6 * step[0], at[1] + 0.6 * step[1]);
    await until(slide, 'step', 1);
    // Quarto's tabs: not shown, it does not run; shown, it has the size of its place.
    assert.equal(await page.evaluate(() => document.querySelector('#inside').live), false);
    await page.evaluate(() => document.querySelector('#tab').classList.add('open'));
    await isLive(page, '#inside');
    assert.equal(await call(page, '#inside', 'get', 'alpha'), '0.1');
    const inside = await frameOf(page, '#inside');
    await inside.waitForFunction(() => document.getElementById('canvas').width > 600);
    await page.evaluate(() => document.querySelector('#tab').classList.remove('open'));
    // It is told a little later that it cannot be seen.
    let frames = -1;
    for (let now; (now = await call(page, '#inside', 'frames')) !== frames; frames = now) await page.waitForTimeout(300);
    await call(page, '#inside', 'play');
    await page.waitForTimeout(700);  // nothing may happen in it
    assert.equal(await call(page, '#inside', 'frames'), frames, 'closed again, it sleeps');
    // A notebook's output: below the fold of a box that scrolls.
    await page.evaluate(() => { document.querySelector('.output').scrollTop = 500; });
    await isLive(page, '#output');
    assert.equal((await call(page, '#output', 'state')).step, 5);
    const text = await frameOf(page, '#text');
    await isLive(text, '#a');
    assert.equal((await call(text, '#a', 'state')).step, 6);
    // A link within an embed, as an address with another fragment.
    const plain = await frameOf(page, '#plain');
    await isReady(plain);
    await until(plain, 'step', 7);
    await page.evaluate(() => { const frame = document.querySelector('#plain'); frame.src = frame.src.replace('k=7', 'k=9&alpha=0.25'); });
    await until(plain, 'step', 9);
    await until(plain, 'values.alpha', '0.25');
  });
});

test('more on the screen than may run: the rest wait with a button', async () => {
  const body = `${head}${SCRIPT}<attention-lab id="a" step="1" height="200"></attention-lab><attention-lab id="b" step="2" height="200"></attention-lab>
    <script type="module">(await customElements.whenDefined('attention-lab')).most = 1;</script>`;
  await withHost(site, { '/': body }, async ({ page }) => {
    await page.waitForFunction(() => [...document.querySelectorAll('attention-lab')].filter((e) => e.live).length === 1, undefined, LONG);
    const [runs, waits] = await page.evaluate(() => [...document.querySelectorAll('attention-lab')].sort((x, y) => y.live - x.live).map((e) => `#${e.id}`));
    const start = page.locator(waits).getByRole('button', { name: /^Start/ });
    await start.click();
    await isLive(page, waits);
    assert.equal((await call(page, waits, 'state')).step, waits === '#a' ? 1 : 2);
    await page.waitForFunction((text) => !document.querySelector(text).live, runs);
    await page.locator(runs).getByRole('img').waitFor();
    await page.locator(runs).getByRole('button', { name: /^Start/ }).waitFor();
    assert.equal(await page.evaluate(() => [...document.querySelectorAll('attention-lab')].filter((e) => e.shadowRoot.querySelector('iframe')).length), 1);
  });
});

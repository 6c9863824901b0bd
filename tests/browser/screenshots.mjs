// Not a test: a picture of every preset of the hardmax lab and of the other scenes, for looking at.
// node tests/browser/screenshots.mjs [NAME...]; LAB_LANGUAGE=es in another language.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startAll } from './support/browser.mjs';
import { atRest, lab, openPage } from './support/lab.mjs';

const folder = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));
const rooms = [
  ['1280x720', { viewport: { width: 1280, height: 720 } }],
  ['1280x720@2', { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 }],
  ['390x844@2', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }],
];
const themes = process.env.LAB_THEMES ? process.env.LAB_THEMES.split(',') : ['dark', 'light', 'projector'];
const language = process.env.LAB_LANGUAGE;
/** Far enough to see where it goes, not so far that nothing is left to see. */
const LAYER = 12;

/** The other scenes: name of the picture, link, step. @type {[string, string, number][]} */
const others = [
  ['softmax', 'scene=softmax', 0],
  ['softmax-later', 'scene=softmax', 24],
  ['softmax-gaps', 'scene=softmax&preset=close-leaders', 300],
  ['softmax-infinite', 'scene=softmax&preset=tie&beta=inf&show=overlay', 12],
  ['frank-wolfe', 'scene=frank-wolfe', 0],
  ['frank-wolfe-saddle', 'scene=frank-wolfe&preset=saddle', 5],
  ['frank-wolfe-out', 'scene=frank-wolfe&preset=leaves-hull', 0],
  ['contraction', 'scene=contraction', 0],
  ['contraction-later', 'scene=contraction', 3],
  ['contraction-line', 'scene=contraction&preset=counterexample', 2],
  ['contraction-symmetric', 'scene=contraction&preset=symmetric', 3],
  ['collapse', 'scene=collapse', 0],
  ['collapse-stairs', 'scene=collapse', 110],
  ['collapse-end', 'scene=collapse&selected=3', 144],
  ['collapse-two', 'scene=collapse&preset=two', 70],
  ['collapse-hand', 'scene=collapse&preset=one-step', 1],
  ['collapse-symmetric', 'scene=collapse&preset=symmetric', 80],
  ['chain', 'scene=chain', 0],
  ['chain-exit', 'scene=chain', 1],
  ['chain-later', 'scene=chain', 60],
  ['chain-pair', 'scene=chain&preset=pair', 40],
  ['chain-arrival', 'scene=chain&preset=arrival', 24],
  ['chain-far', 'scene=chain&preset=triangle-far', 300],
  ['chain-unequal', 'scene=chain&preset=unequal', 30],
  ['attention', 'scene=attention', 0],
  ['attention-turned', 'scene=attention&preset=turned&row=6', 0],
  ['attention-drawn', 'scene=attention&preset=drawn', 0],
  ['why-sqrt', 'scene=why-sqrt', 0],
  ['why-sqrt-wide', 'scene=why-sqrt', 9],
  ['why-sqrt-equal', 'scene=why-sqrt&draw=equal&show=bars', 7],
  ['positions', 'scene=positions', 20],
  ['positions-clocks', 'scene=positions&show=clocks', 20],
  ['positions-decades', 'scene=positions&show=clocks&preset=decades', 23],
  ['positions-offset', 'scene=positions&show=offset', 20],
  ['positions-rope', 'scene=positions&show=rope', 20],
  ['positions-beyond', 'scene=positions&show=beyond', 80],
  ['block', 'scene=block', 0],
  ['block-after', 'scene=block', 7],
  ['block-post', 'scene=block&preset=post-ln', 4],
  ['block-small', 'scene=block&preset=small-step', 60],
  ['block-mlp', 'scene=block&preset=mlp-only', 6],
  ['heads', 'scene=heads', 0],
  ['heads-forms', 'scene=heads&heads=8&width=16&show=forms&head=3', 0],
  ['scale', 'scene=scale', 0],
  ['scale-llama', 'scene=scale&preset=llama-405b&context=131072', 0],
  ['scale-tinybert', 'scene=scale&preset=tinybert', 0],
  ['flash', 'scene=flash', 6],
  ['flash-start', 'scene=flash', 0],
  ['flash-causal', 'scene=flash&preset=causal', 5],
  ['flash-long', 'scene=flash&preset=long&size=1000', 29],
  ['cells', 'scene=cells', 12],
  ['cells-fifty', 'scene=cells&preset=fifty', 12],
  ['cells-many', 'scene=cells&preset=five-hundred', 12],
  ['cells-solid', 'scene=cells&preset=solid', 12],
  ['cells-solid-many', 'scene=cells&preset=solid-500', 12],
  ['cells-leaves', 'scene=cells&preset=leaves', 20],
  ['cells-field', 'scene=cells&field=softmax', 0],
  ['cells-field-solid', 'scene=cells&preset=solid&field=hardmax', 0],
  ['fill-in', 'scene=fill-in', 0],
  ['fill-in-vowels', 'scene=fill-in&preset=vowels&head=1&arithmetic=int8', 0],
  ['write', 'scene=write', 60],
  ['write-long', 'scene=write&preset=gloucester', 300],
  ['inside', 'scene=inside', 2],
  ['inside-tokens', 'scene=inside&show=tokens', 2],
  ['inside-again', 'scene=inside&show=tokens&model=shared&times=8&flat=off', 24],
  ['ode-limit', 'scene=ode-limit', 24],
  ['ode-limit-coarse', 'scene=ode-limit&preset=triangle&gamma-1=0.5&gamma-2=0.2&gamma-3=0.05', 30],
  ['ode-limit-blunt', 'scene=ode-limit&preset=blunt', 40],
  ['worlds', 'scene=worlds', 23],
  ['worlds-start', 'scene=worlds', 0],
  ['worlds-groups', 'scene=worlds&preset=groups', 33],
  ['worlds-pair', 'scene=worlds&preset=pair', 31],
  ['from-scratch', 'scene=from-scratch', 0],
  ['from-scratch-positions', 'scene=from-scratch&positions=on', 0],
];

await mkdir(folder, { recursive: true });
const all = await startAll();
const names = process.argv.slice(2);
for (const [size, context] of rooms) {
  const { page, close } = await openPage(all, { context, path: language ? `/?lang=${language}` : '/' });
  const choices = (await lab(page, 'schema')).params.find((param) => param.key === 'preset').choices;
  const wanted = [...choices.map(({ key }) => [key, `preset=${key}`, LAYER]), ...others]
    .filter(([name]) => names.length === 0 || names.includes(name));
  for (const [name, link, step] of wanted) {
    await lab(page, 'open', link);
    // Weights are fetched when a scene asks for them.
    await page.waitForFunction(() => !/loaded|carg/.test(window.attentionLab.state().headline));
    const { horizon } = await lab(page, 'state');
    if (horizon > 0) await lab(page, 'transport', 'scrub', Math.min(step, horizon));
    for (const theme of themes) {
      await lab(page, 'theme', theme);
      await atRest(page);
      await page.screenshot({ path: `${folder}${name}-${size}-${theme}.png` });
    }
    console.log(`${name} ${size}`);
  }
  await close();
}
await all.close();
console.log(`pictures in ${folder}`);

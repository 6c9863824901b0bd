// The ensemble of the metastable chain in the page: by workers, with the numbers of the native program; without them in the page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { lab, until, useLab } from './support/lab.mjs';

const site = useLab();
const cli = process.env.LAB_CLI;
const complete = (page) => page.waitForFunction(() => window.attentionLab.observe('known') === 14 * 300);

test('workers fill the plot with the numbers of the native program', { skip: !(cli && existsSync(cli)) && 'LAB_CLI names no program' }, async () => {
  const { page, complaints, strangers } = await site.open({ hash: 'scene=chain', init: () => {
    const Real = window.Worker;
    window.begun = [];
    window.Worker = class extends Real {
      constructor(script) {
        super(script);
        window.begun.push(script);
      }
    };
  } });
  await complete(page);
  assert.deepEqual(await page.evaluate(() => window.begun), ['ensemble_worker.js', 'ensemble_worker.js']);
  const native = JSON.parse(execFileSync(cli, ['run', 'chain', '--steps', '0', '--print', 'exits,slope,ks'], { encoding: 'utf8' })).observables;
  assert.equal(await lab(page, 'observe', 'slope'), native.slope);
  assert.deepEqual(await lab(page, 'observe', 'exits'), native.exits);
  assert.ok(JSON.stringify((await lab(page, 'state')).plots).includes('measured'));
  assert.deepEqual(complaints, []);
  assert.deepEqual(strangers, []);
});

test('another parameter gives the ensemble up; it is run again when asked for', async () => {
  const { page, complaints } = await site.open({ hash: 'scene=chain&preset=triangle-far' });
  await page.waitForFunction(() => window.attentionLab.observe('known') > 0);
  await lab(page, 'set', 'radius', '0.15');
  await until(page, 'values.radius', '0.15');
  assert.equal(await lab(page, 'observe', 'known'), 0);
  await page.waitForTimeout(500);
  assert.equal(await lab(page, 'observe', 'known'), 0);
  await lab(page, 'act', 'run-ensemble');
  await page.waitForFunction(() => window.attentionLab.observe('known') === 5 * 60);
  assert.deepEqual(complaints, []);
});

test('without workers the page does the ensemble itself', async () => {
  const { page } = await site.open({ hash: 'scene=chain', init: () => { window.Worker = class { constructor() { throw new Error('refused'); } }; } });
  await page.locator('#status').filter({ hasText: 'the ensemble runs in the page itself' }).waitFor();
  await complete(page);
  await until(page, 'playing', false);
});

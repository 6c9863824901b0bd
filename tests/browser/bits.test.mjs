// The same bits everywhere: each preset's trajectory hashes in this browser as it does natively.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { lab, until, useLab } from './support/lab.mjs';

const site = useLab();
/** The native program; `lab test` names it. */
const cli = process.env.LAB_CLI;

/** The hash that the native build finds. */
function native(preset, layers) {
  const output = execFileSync(cli, ['run', 'hardmax', '--preset', preset, '--steps', String(layers)], { encoding: 'utf8' });
  return JSON.parse(output).hash;
}

test('every preset has the hash of the native build', { skip: !(cli && existsSync(cli)) && 'LAB_CLI names no program' }, async () => {
  const { page, complaints } = await site.open();
  const { params } = await lab(page, 'schema');
  const { choices } = params.find((param) => param.key === 'preset');
  assert.ok(choices.length >= 10);
  for (const { key } of choices) {
    await lab(page, 'open', `preset=${key}`);
    await until(page, 'values.preset', key);
    const { horizon } = await lab(page, 'state');
    const layers = Math.min(horizon, 400);
    await lab(page, 'transport', 'scrub', layers);
    assert.equal(await lab(page, 'hash', layers), native(key, layers), `${key} at layer ${layers}`);
  }
  assert.deepEqual(complaints, []);
});

test('going back and forth, playing and jumping change no bit', async () => {
  const { page } = await site.open({ hash: 'preset=collection-2&speed=240' });
  await lab(page, 'transport', 'scrub', 100);
  const straight = await lab(page, 'hash', 100);
  for (const k of [3, 77, 0, 100]) await lab(page, 'transport', 'scrub', k);
  assert.equal(await lab(page, 'hash', 100), straight);
  await lab(page, 'transport', 'reset');
  await lab(page, 'transport', 'play');
  await page.waitForFunction(() => window.attentionLab.state().step >= 100);
  assert.equal(await lab(page, 'hash', 100), straight);
});

test('a hash differs when the last bit of a token does', async () => {
  const { page } = await site.open();
  await lab(page, 'set', 'tokens', '1,0;0,1;0.5,0.5');
  const one = await lab(page, 'hash', 0);
  await lab(page, 'set', 'tokens', '1,0;0,1;0.5,0.5000000000000001');
  assert.notEqual(await lab(page, 'hash', 0), one);
});

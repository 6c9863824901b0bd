// The command itself: what it says and how it ends, without building anything.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lab = (...parameters) => spawnSync(join(root, 'lab'), parameters, { encoding: 'utf8' });

test('help lists every subcommand', () => {
  for (const words of [['help'], ['--help'], []]) {
    const { status, stdout } = lab(...words);
    assert.equal(status, 0);
    for (const name of ['setup', 'build', 'serve', 'package', 'test', 'cli', 'bench']) assert.match(stdout, new RegExp(`\\./lab ${name}`));
  }
});

const WRONG = [['frobnicate'], ['build', 'no-such-preset'], ['build', 'web-release', 'more'], ['serve', '--port', 'http'],
  ['serve', '--port', '70000'], ['serve', '--port'], ['serve', 'here'], ['test', '--slow'], ['setup', 'now'], ['package', 'all']];
for (const words of WRONG) {
  test(`"lab ${words.join(' ')}" is refused in one sentence`, () => {
    const { status, stdout, stderr } = lab(...words);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^lab: [^\n]+\.\n$/);
  });
}

test('each folder of src/ includes only what stands below it', () => {
  const rank = { core: 0, model: 1, worker: 2, scenes: 2, views: 3, cli: 4, gui: 4, app: 5 };
  const wrong = [];
  for (const folder of readdirSync(join(root, 'src'))) {
    assert.ok(folder in rank, `src/${folder} has no place in the order of the layers`);
    for (const file of readdirSync(join(root, 'src', folder)).filter((name) => /\.(h|cpp)$/.test(name))) {
      const text = readFileSync(join(root, 'src', folder, file), 'utf8');
      for (const [, other] of text.matchAll(/^\s*#include "([a-z]+)\/[^"]+"/gm)) {
        if (other in rank && other !== folder && rank[other] >= rank[folder]) wrong.push(`src/${folder}/${file} includes ${other}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test('the lock files name no registry', () => {
  for (const file of ['package-lock.json', 'bench/package-lock.json']) {
    const lock = JSON.parse(readFileSync(join(root, file), 'utf8'));
    for (const [name, entry] of Object.entries(lock.packages)) {
      assert.equal(entry.resolved, undefined, name);
      if (name) assert.match(entry.integrity, /^sha512-/, name);
    }
  }
});

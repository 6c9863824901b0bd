// How sums and parts of suites are made: tools/test.sh with test files that fail always, or only the first time.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const suites = fileURLToPath(new URL('../test.sh', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lab-suites-'));
after(() => rmSync(folder, { recursive: true }));

const head = "import { test } from 'node:test'; import { existsSync, writeFileSync } from 'node:fs';\n";
const FILES = {
  good: "test('good', () => {});",
  once: "test('once', () => { if (existsSync('been')) return; writeFileSync('been', ''); throw new Error('busy'); }); test('too', () => {});",
  bad: "test('bad', () => { throw new Error('always'); }); test('fine', () => {});",
  broken: "throw new Error('no test at all');",
  lost: "import './support.mjs';",
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, `${name}.test.mjs`), head + text);
writeFileSync(join(folder, 'support.mjs'), "import { test } from 'node:test'; test('elsewhere', () => { throw new Error('not in a test file'); });");

/** The last lines of the suite over these files. */
function sum(...names) {
  rmSync(join(folder, 'been'), { force: true });
  const script = `set -euo pipefail; LAB_ROOT=$PWD; say() { echo "$@"; }; source "$0"; suite_browser s "$@"; echo "$TOTAL_FAILED in all"`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout, status } = spawnSync('bash', ['-c', script, suites, ...names.map((name) => `${name}.test.mjs`)], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  return stdout.split('\n').filter((line) => /passed only alone|passed, |in all/.test(line)).map((line) => line.trim());
}

test('what fails beside another file is run once more, alone, and named', () => {
  assert.deepEqual(sum('good', 'once'), ['passed only alone: once.test.mjs', 's: (3 passed, 0 failed)', '0 in all']);
});

test('what fails alone fails', () => {
  assert.deepEqual(sum('good', 'once', 'bad'), ['passed only alone: once.test.mjs', 's: (4 passed, 1 failed)', '1 in all']);
  assert.deepEqual(sum('good', 'broken'), ['s: (1 passed, 1 failed)', '1 in all']);
  assert.deepEqual(sum('lost', 'once'), ['s: (1 passed, 2 failed)', '2 in all']);
});

test('where many files fail there is no second run', () => {
  for (const name of ['two', 'three', 'four']) writeFileSync(join(folder, `${name}.test.mjs`), head + FILES.bad);
  assert.deepEqual(sum('once', 'two', 'three', 'four'), ['s: (4 passed, 4 failed)', '4 in all']);
});

test('every file of unit tests is in one part, however many there are', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(join(root, 'tests/unit')).filter((name) => name.endsWith('_test.cpp'));
  for (const count of [1, 2, 3, 8]) {
    const script = `set -euo pipefail; LAB_ROOT=$1; source "$0"; for ((i = 0; i < $2; i++)); do unit_shard $i $2; echo; done`;
    const { stdout, status } = spawnSync('bash', ['-c', script, suites, root, `${count}`], { encoding: 'utf8' });
    assert.equal(status, 0);
    const parts = stdout.trim().split('\n').map((line) => line.replace('-sf=', '').split(','));
    assert.equal(parts.length, count);
    assert.deepEqual(parts.flat().sort(), files.map((name) => `*/${name}`).sort());
    // The part with the fuzzer takes as long as the others with fewer files.
    assert.ok(parts[0].includes('*/fuzz_test.cpp'));
    for (const part of parts.slice(1)) assert.ok(part.length > parts[0].length);
  }
});

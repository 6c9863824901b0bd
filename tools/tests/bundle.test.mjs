// The bundler of the one-file edition: what it joins runs as the modules would, and what it does not know it refuses.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const tools = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = 'import sys; sys.path.insert(0, sys.argv[1]); from bundle_modules import bundle, NotBundled\n'
  + 'try: print(bundle(sys.argv[2], ["main.js"]))\nexcept NotBundled as problem: sys.exit(str(problem))';

/** Joins modules given as name -> text. */
function bundle(files) {
  const folder = mkdtempSync(join(tmpdir(), 'lab-bundle-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return spawnSync('python3', ['-B', '-c', PROGRAM, tools, folder], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('modules run once each, in order, and those for later only when they are asked for', async () => {
  const { status, stdout, stderr } = bundle({
    'main.js': "import {\n  one, two as second,\n} from './a.js';\nimport './b.js';\nsay(one(), second, new Third().name);\n"
      + "import { Third } from './a.js';\nwork = import('./later.js').then(({ last }) => say(last));\n",
    'a.js': "/** @typedef {import('./b.js').Lab} Lab */\nimport { b } from './b.js';\nexport function one() { return b; }\nexport const two = 2;\nexport class Third { name = 'third'; }\n",
    'b.js': "say('b');\nexport const b = 'from b';\n",
    'later.js': "import { b } from './b.js';\nsay('later');\nexport const last = `${b}, at ${import.meta.url}`;\n",
  });
  assert.equal(status, 0, stderr);
  const said = [];
  const context = vm.createContext({ say: (...words) => said.push(words.join(' ')), document: { baseURI: 'here' }, work: null });
  vm.runInContext(stdout, context);
  assert.deepEqual(said, ['b', 'from b 2 third']);
  await context.work;
  assert.deepEqual(said.slice(2), ['later', 'from b, at here']);
});

test('a module of a folder and one beside the folder share a third', () => {
  const { status, stdout, stderr } = bundle({
    'main.js': "import './in/a.js';\nimport { b } from './b.js';\nsay(b);\n",
    'in/a.js': "import { b } from '../b.js';\nimport { c } from './c.js';\nsay(b, c);\n",
    'in/c.js': "export const c = 'c';\n",
    'b.js': "say('once');\nexport const b = 'b';\n",
  });
  assert.equal(status, 0, stderr);
  const said = [];
  vm.runInNewContext(stdout, { say: (...words) => said.push(words.join(' ')) });
  assert.deepEqual(said, ['once', 'b c', 'b']);
});

for (const [what, text] of [['a default export', 'export default 1;\n'], ['a list of exports', 'const a = 1;\nexport { a };\n'], ['a variable', 'export let a = 1;\n'],
  ['a module from elsewhere', "import { a } from 'https://example.org/a.js';\n"], ['a name that is computed', 'import(name);\n'],
  ['a circle', "import { b } from './b.js';\nexport const a = 1;\n"]]) {
  test(`refuses ${what} in one sentence`, () => {
    const { status, stderr } = bundle({ 'main.js': "import { a } from './a.js';\n", 'a.js': text, 'b.js': "import { a } from './a.js';\nexport const b = 1;\n" });
    assert.equal(status, 1);
    assert.match(stderr, /^[^\n]*(cannot be put into one file|in a circle)[^\n]*\n$/);
  });
}

// The typefaces: every sign that the program writes is in what is embedded, so that none is drawn as "?".
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The code points that make_fonts.py keeps. The system's python is the one that Debian's fonttools belongs to. */
function kept() {
  const program = 'import json, sys; sys.path.insert(0, sys.argv[1]); import make_fonts; print(json.dumps(sorted(make_fonts.wanted())))';
  return new Set(JSON.parse(execFileSync('/usr/bin/python3', ['-c', program, join(root, 'tools')], { encoding: 'utf8' })));
}

/** Signs beyond ASCII in the string literals of a C++ source. @param {string} source */
function signs(source) {
  const literals = source.match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
  const text = literals.join('').replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return [...text].filter((sign) => sign > '~');
}

test('every sign of a language is in the typefaces', () => {
  const known = kept();
  for (const file of readdirSync(join(root, 'lang'))) {
    const { name, texts } = JSON.parse(readFileSync(join(root, 'lang', file), 'utf8'));
    const lacking = new Set([...name, ...Object.values(texts).join('')].filter((sign) => sign > '~' && !known.has(sign.codePointAt(0))));
    assert.deepEqual([...lacking], [], file);
  }
});

test('every sign in a literal of the program is in the typefaces', () => {
  const known = kept();
  const lacking = new Map();
  let seen = 0;
  for (const folder of ['core', 'model', 'scenes', 'views', 'gui', 'app']) {
    for (const file of readdirSync(join(root, 'src', folder)).filter((name) => /\.(cpp|h)$/.test(name))) {
      for (const sign of signs(readFileSync(join(root, 'src', folder, file), 'utf8'))) {
        seen += 1;
        // U+FFFD stands for bytes that are no text; it is meant to look unknown.
        if (!known.has(sign.codePointAt(0)) && sign !== '\uFFFD') lacking.set(sign, file);
      }
    }
  }
  assert.ok(seen > 500, 'the literals were found');
  assert.deepEqual([...lacking], []);
});

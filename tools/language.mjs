// What a language of the lab still lacks: node tools/language.mjs es [LAB-CLI]
// lang/es.json holds English texts and what they are called; `lab-cli words` opens every scene, tries every choice and
// says which texts a table does not know. How keys are made: src/views/language.h.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const LABELS = new Set(['label', 'refusal']);

/** The languages that have a table. */
export const languages = () => readdirSync(join(root, 'lang')).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));

/** @param {string} language @returns {{name: string, texts: Record<string, string>}} */
export const readTable = (language) => JSON.parse(readFileSync(join(root, 'lang', `${language}.json`), 'utf8'));

/** The table as the program takes it. @param {Record<string, string>} texts */
export const lines = (texts) => Object.entries(texts).map(([english, other]) => `${english}\t${other}\n`).join('');

/** How many numbers and gaps of each kind a text has, and how it may refer to them. @param {string} text */
const places = (text) => [...text.matchAll(/#|\{=?\}/g)].map(([place]) => place).sort().join('');

/** Entries that would lose a number or a part of the text, or break the table. @param {Record<string, string>} texts */
export function faults(texts) {
  return Object.entries(texts).filter(([english, other]) => !other.trim() || /[\t\n]/.test(english + other)
    || places(english) !== places(other)).map(([english]) => english);
}

/**
 * What the program says that the table lacks, as [kind, key].
 * @param {string} program lab-cli
 * @param {Record<string, string>} [texts] without it: all that is said
 * @returns {[string, string][]}
 */
export function lacking(program, texts) {
  const folder = mkdtempSync(join(tmpdir(), 'language-'));
  try {
    const table = join(folder, 'table.tsv');
    writeFileSync(table, texts ? lines(texts) : '');
    const said = execFileSync(program, texts ? ['words', table] : ['words'], { encoding: 'utf8', maxBuffer: 1 << 26 });
    // A refusal at the command line begins with a key, which has no language; the page puts the label in its place.
    return said.split('\n').filter((line) => line && !/^refusal\t[a-z0-9#-]+$/.test(line)).map((line) => /** @type {[string, string]} */ (line.split('\t')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Texts of the window's own parts and of the page's, by where they stand in the sources. @returns {[string, string][]} */
export function chrome() {
  const found = /** @type {[string, string][]} */ ([]);
  for (const [folder, ends, pattern] of /** @type {[string, string, RegExp][]} */ ([
    ['src/gui', '.cpp', /"((?:[A-Z][a-z]|[a-z]+ [a-z])[^"\\]*)"/g],
    ['web', '.js', /(?:translate|status|showCover|coverText|offer)\('([^'\\]*[a-z]{2}[^'\\]*)'/g],
  ])) {
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith(ends))) {
      const source = readFileSync(join(root, folder, file), 'utf8').replace(/^\s*\/\/.*$|^#.*$/gm, '');
      for (const [, text] of source.matchAll(pattern)) found.push([`${folder}/${file}`, text]);
    }
  }
  return found;
}

/** Whether a table knows a text of the sources: whole, by its sentences, or as the beginning of an entry. @param {Record<string, string>} texts */
export function knows(texts) {
  const keys = Object.keys(texts);
  const one = (/** @type {string} */ text) => keys.some((key) => key === text || key.startsWith(text) || (text.length > 6 && key.includes(text)));
  return (/** @type {string} */ text) => text.replace(/\d+/g, '#').split('. ').every((sentence) => one(sentence.replace(/\.$/, '')));
}

/** Labels of the tables and sentences of refusal; all else is said by scenes as they run. @param {[string, string][]} list */
export const byKind = (list) => ({
  labels: list.filter(([kind]) => LABELS.has(kind)),
  scenes: list.filter(([kind]) => !LABELS.has(kind)),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [language, program = join(root, 'build/native-release/lab-cli')] = process.argv.slice(2);
  const { texts } = readTable(language);
  for (const english of faults(texts)) console.log(`numbers or gaps differ: ${english}`);
  for (const [file, text] of chrome()) if (!knows(texts)(text)) console.log(`${file}\t${text}`);
  const all = byKind(lacking(program));
  const left = byKind(lacking(program, texts));
  for (const [kind, key] of [...left.labels, ...left.scenes]) console.log(`${kind}\t${key}`);
  for (const kind of /** @type {const} */ (['labels', 'scenes'])) {
    const part = 100 * (1 - left[kind].length / all[kind].length);
    console.log(`${language}, ${kind}: ${left[kind].length} of ${all[kind].length} missing, ${part.toFixed(1)} % there`);
  }
}

// Languages of the lab: nothing is lost in a translation, and what a table has to know it knows.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { byKind, chrome, faults, knows, lacking, languages, readTable } from '../language.mjs';

const program = process.env.LAB_CLI ?? fileURLToPath(new URL('../../build/native-release/lab-cli', import.meta.url));
/** Sentences of scenes that may still be English in a language that is looked after. */
const MOST_LEFT = 15;

test('there is a language, with a name of its own', () => {
  assert.ok(languages().includes('es'));
  for (const language of languages()) assert.ok(readTable(language).name, join('lang', `${language}.json`));
});

test('every entry keeps its numbers and gaps, and has one line', () => {
  for (const language of languages()) assert.deepEqual(faults(readTable(language).texts), [], language);
});

test('a fault is found', () => {
  assert.deepEqual(faults({ 'layer # of #': 'capa #', '{}: met': 'se cumple', 'a # b': 'b # a', '# of #': '#2 y #1' }), ['layer # of #', '{}: met']);
});

test('Spanish: words of the window and the page', () => {
  const known = knows(readTable('es').texts);
  const said = chrome();
  assert.ok(said.length > 60, 'the texts were found');
  assert.deepEqual(said.filter(([, text]) => !known(text)), []);
});

test('Spanish: every label, choice, help line and refusal; nearly all that scenes say', () => {
  const { labels, scenes } = byKind(lacking(program, readTable('es').texts));
  assert.deepEqual(labels, []);
  assert.ok(scenes.length <= MOST_LEFT, scenes.map((entry) => entry.join(': ')).join('\n'));
});

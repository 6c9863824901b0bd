#!/usr/bin/env node
// Builds the lessons: pages of HTML with formulas in MathML, one folder a language.
// node tools/make_lessons.mjs LESSONS OUT. LESSONS has structure/*.json (free of language) and strings/LANGUAGE.json.
// A string that a language lacks is taken from English and listed; a string that nobody uses ends the build.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choicePage, contentsPage, lessonPage } from './lessons/page.mjs';
import { readStrings } from './lessons/strings.mjs';

/** Structures in the order of the sections; the files are named after them. */
export function readLessons(folder) {
  return readdirSync(folder).filter((name) => name.endsWith('.json')).sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/**
 * All pages, not written yet.
 * @param {string} source
 * @returns {{pages: Map<string, string>, lessons: any[], languages: string[], scenes: Map<string, Map<string, any>>,
 *   unused: string[], strangers: string[], missing: Map<string, Set<string>>}}
 */
export function makeLessons(source) {
  const strings = readStrings(join(source, 'strings'));
  const lessons = readLessons(join(source, 'structure'));
  const pages = new Map([['index.html', choicePage(strings)]]);
  const scenes = new Map();
  for (const language of strings.languages) {
    const items = new Map();
    for (const [i, { slug }] of lessons.entries()) {
      const made = lessonPage(strings, language, lessons, i);
      pages.set(`${language}/${slug}.html`, made.html);
      scenes.set(slug, made.scenes);
      items.set(slug, made.items);
    }
    pages.set(`${language}/index.html`, contentsPage(strings, language, lessons, items));
  }
  return { pages, lessons, languages: strings.languages, scenes, unused: strings.unused(), strangers: strings.strangers(), missing: strings.missing() };
}

function main([source, out]) {
  if (!source || !out) throw new Error('make_lessons.mjs wants two folders: LESSONS OUT');
  const made = makeLessons(source);
  if (made.unused.length > 0) throw new Error(`strings that no lesson uses: ${made.unused.join(', ')}`);
  if (made.strangers.length > 0) throw new Error(`strings that English does not have: ${made.strangers.join(', ')}`);
  for (const [language, keys] of made.missing) {
    if (keys.size > 0) console.warn(`${language}: English stands in for ${keys.size} strings: ${[...keys].join(', ')}`);
  }
  rmSync(out, { recursive: true, force: true });
  for (const [name, html] of made.pages) {
    const file = join(out, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, html);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`lessons: ${error.message}`);
    process.exit(1);
  }
}

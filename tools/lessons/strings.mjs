// The tables of strings: one file a language. English is complete; what another language lacks is taken from English.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const FIRST = 'en';

/** Flat keys "hardmax.title" of a nested table. A list of strings stays a list. */
function flat(table, before = '', out = new Map()) {
  for (const [key, value] of Object.entries(table)) {
    const name = before + key;
    if (typeof value === 'string' || Array.isArray(value)) out.set(name, value);
    else flat(value, `${name}.`, out);
  }
  return out;
}

/** A backslash that was not doubled makes \frac a form feed and "rac". */
function checked(name, value) {
  for (const text of [value].flat()) {
    if (typeof text !== 'string') throw new Error(`${name} is not a string`);
    // eslint-disable-next-line no-control-regex
    if (/[\u0000-\u001f]/.test(text)) throw new Error(`${name} has a control character: a backslash is written twice`);
    if ((text.match(/\$/g) ?? []).length % 2) throw new Error(`${name} has a $ without its second`);
  }
}

/** @returns {string[]} languages that have a table, English first */
export function languages(folder) {
  const found = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5)).sort();
  return [FIRST, ...found.filter((name) => name !== FIRST)];
}

/** Reads all tables. */
export function readStrings(folder) {
  const tables = new Map(languages(folder).map((language) => {
    const table = flat(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')));
    for (const [name, value] of table) checked(`${language}: ${name}`, value);
    return [language, table];
  }));
  const first = tables.get(FIRST);
  const used = new Set();
  const missing = new Map([...tables.keys()].map((language) => [language, new Set()]));

  /** @param {string} language */
  const reader = (language) => {
    const table = tables.get(language);
    /** The value of a key; undefined where no language has it. */
    const find = (key) => {
      if (!first.has(key)) return undefined;
      used.add(key);
      const own = table.get(key);
      if (own === undefined) missing.get(language).add(key);
      return own ?? first.get(key);
    };
    return {
      language,
      find,
      get(key) {
        const value = find(key);
        if (value === undefined) throw new Error(`${FIRST}.json has no string ${key}`);
        return value;
      },
      /** Whether the text comes from English although the page is not. */
      borrowed: (key) => language !== FIRST && first.has(key) && !table.has(key),
    };
  };

  return {
    languages: [...tables.keys()],
    reader,
    /** Keys that no page uses. */
    unused: () => [...first.keys()].filter((key) => !used.has(key)),
    /** Keys that only other languages have. */
    strangers: () => [...tables].flatMap(([language, table]) =>
      [...table.keys()].filter((key) => !first.has(key)).map((key) => `${language}: ${key}`)),
    /** @returns {Map<string, Set<string>>} by language, the keys that English stands in for */
    missing: () => missing,
  };
}

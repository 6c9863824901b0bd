// The lab inside a page of others: what the address asks for, and sleep while nobody can see it.
// The commands of the page around it are in embed_commands.js, its hand in embed_hand.js.

import { THEMES } from './theme_kept.js';

/**
 * @typedef {{whole: boolean, share: boolean, take: boolean, shows: (key: string) => boolean, locks: (key: string) => boolean}} Shown
 * @typedef {{level: string, controls: string|null, locked: string, theme: string, origin: string}} Wanted
 *   `controls`: keys, null for all; `origin`: whose commands are obeyed
 */

export const LEVELS = new Set(['full', 'controls', 'picture']);

/** @param {string} list @returns {string[]} */
export const keysOf = (list) => list.split(/[\s,;]+/).filter(Boolean);

/** A list of keys as scripts may give it, in the form that addresses have. @param {string|string[]|null|undefined} list */
export const listOf = (list) => [list ?? []].flat().map(String).join(' ');

/** @param {string} name @param {string} given @param {Set<string>} known @returns {string} "" where it is known, else why it is not used */
export const unknown = (name, given, known) => (known.has(given) ? '' : `${name} must be one of ${[...known].join(', ')}, not "${given}".`);

/**
 * What the page around asks for and this experiment does not have: a misspelt key would hide or free a control without a
 * word. The whole lab may be given keys of its other experiments.
 * @param {Pick<Wanted, 'level'|'controls'|'locked'>} want
 * @param {import('./bridge.js').Schema} schema
 * @param {string} [search]
 * @returns {string[]} a sentence each
 */
export function unread({ level, controls, locked }, { params, actions }, search = location.search) {
  const query = new URLSearchParams(search);
  const words = [unknown('level', query.get('embed') || level, LEVELS)];
  if (query.get('theme')) words.push(unknown('theme', query.get('theme') ?? '', THEMES));
  const known = new Set([...params, ...actions].map(({ key }) => key));
  const strange = level === 'full' ? [] : keysOf(`${controls ?? ''} ${locked}`).filter((key) => !known.has(key));
  return [...words.filter(Boolean), ...[...new Set(strange)].map((key) => `There is no parameter "${key}".`)];
}

/**
 * The part of the address before '#': ?embed=controls&controls=alpha,beta&locked=beta&theme=dark&origin=https://…
 * @param {string} [search]
 * @returns {Wanted|null} null where the lab stands for itself
 */
export function wanted(search = location.search) {
  const query = new URLSearchParams(search);
  const level = query.get('embed');
  if (level === null) return null;
  const theme = query.get('theme') ?? '';
  return {
    level: LEVELS.has(level) ? level : 'controls',
    controls: query.get('controls'),
    locked: query.get('locked') ?? '',
    theme: THEMES.has(theme) ? theme : '',
    // Without a word about it only pages of the lab's own site are obeyed.
    origin: query.get('origin') ?? self.origin,
  };
}

/** What of the table an embed shows; the same rules as src/gui/embed.h. @param {Wanted} want @returns {Shown} */
export function shownBy({ level, controls, locked }) {
  const shown = controls === null ? null : new Set(keysOf(controls));
  const fixed = new Set(keysOf(locked));
  const picture = level === 'picture';
  return {
    whole: level === 'full',
    share: false,
    take: !picture,
    shows: (key) => !picture && (!shown || shown.has(key)),
    locks: (key) => picture || fixed.has(key),
  };
}

/** @param {import('./bridge.js').Lab} lab @param {Wanted} want */
export function applyTo(lab, { level, controls, locked }) {
  lab.embed(level, controls ?? '*', locked);
}

/**
 * No frame, no model time and no timer while the embed is off-screen. The observer sees through frames of any origin.
 * @param {import('./bridge.js').Lab} lab
 */
export function sleepOffScreen(lab) {
  new IntersectionObserver((entries) => {
    lab.sleep(!entries[entries.length - 1].isIntersecting);
  }).observe(document.documentElement);
}

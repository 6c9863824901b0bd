// The code that a teacher pastes into a page.
import { addressOf } from './embed_address.js';

/** @typedef {{level: string, controls: string[]|null, locked: string[], theme: string, lang?: string, height: number}} Choice */

/** @param {string} text */
const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Attributes of HTML that a parameter may not be written as; they go with "param-" before them. */
const TAKEN = new Set(['hidden', 'title', 'style', 'class', 'id', 'lang', 'step', 'link', 'level', 'height', 'label', 'theme', 'locked', 'controls']);
/** What a link says of the view has no attribute. */
const VIEW = ['centre', 'zoom', 'yaw', 'pitch'];

/**
 * A link as attributes; where it holds a view, or much text, it stays a link.
 * @param {string} link
 * @param {string} slug
 * @returns {[string, string][]}
 */
export function settingsList(link, slug) {
  const query = [...new URLSearchParams(link.replaceAll('+', '%2B'))];
  if (query.some(([key, value]) => VIEW.includes(key) || value.length > 200)) return [['link', link]];
  const settings = query.filter(([key]) => key !== 'v' && key !== 'scene')
    .map(([key, value]) => /** @type {[string, string]} */ ([key === 'k' ? 'step' : TAKEN.has(key) ? `param-${key}` : key, value]));
  return [['scene', slug], ...settings];
}

/**
 * @param {Choice} choice
 * @param {[string, string][]} settings
 * @param {URL} base folder of the lab
 * @param {string} title of the scene
 */
export function snippets({ level, controls, locked, theme, lang, height }, settings, base, title) {
  const own = /** @type {[string, string][]} */ ([['level', level]]);
  if (controls) own.push(['controls', controls.join(' ')]);
  if (locked.length > 0) own.push(['locked', locked.join(' ')]);
  if (theme) own.push(['theme', theme]);
  if (lang) own.push(['lang', lang]);
  const all = [...settings, ...own, ['height', String(height)], ['label', `Attention Lab: ${title}`]];
  const byName = new Map(all.map(([name, value]) => [name, value]));
  const element = { getAttribute: (/** @type {string} */ name) => byName.get(name) ?? null };
  const link = byName.get('link') ?? ['v=1', ...settings.map(([key, value]) => {
    const name = key === 'step' ? 'k' : key.replace(/^param-/, '');
    return `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%3A', ':')}`;
  })].join('&');
  const address = addressOf(base, element, '') + (link ? `#${link}` : '');
  const words = all.map(([name, value]) => ` ${name}="${quoted(value)}"`).join('');
  return {
    frame: `<iframe src="${quoted(address)}"\n  title="${quoted(`Attention Lab: ${title}`)}" width="100%" height="${height}" loading="lazy"\n` +
      '  style="border:0" allow="clipboard-write; fullscreen"></iframe>',
    element: `<script type="module" src="${quoted(new URL('attention-lab.js', base).href)}"></script>\n<attention-lab${words}></attention-lab>`,
  };
}

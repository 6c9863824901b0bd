// From attributes to an address: what is the element's own, and what is a parameter of the scene.

/** Attributes of the element itself; with those that any element of HTML may have. */
export const FIXED = new Set(['scene', 'link', 'step', 'level', 'controls', 'locked', 'theme', 'lang', 'height', 'label',
  'id', 'class', 'style', 'title', 'slot', 'part', 'is', 'hidden', 'tabindex', 'role', 'dir', 'nonce', 'translate', 'draggable',
  'spellcheck', 'inert', 'popover', 'autofocus', 'exportparts', 'itemprop', 'itemscope', 'itemtype', 'itemid', 'itemref']);

const isOthers = (/** @type {string} */ name) => FIXED.has(name) || /^(data-|aria-|on)|[^a-z0-9-]/.test(name);

/** Parameters of the scene, as [key, text]; the preset first, since it sets others. @param {Element} element @returns {[string, string][]} */
export function settingsOf(element) {
  const settings = /** @type {[string, string][]} */ ([]);
  for (const { name, value } of element.attributes) {
    // A parameter whose key is taken by HTML is written with "param-" before it.
    if (name.startsWith('param-')) settings.push([name.slice(6), value]);
    else if (!isOthers(name)) settings.push([name, value]);
  }
  return settings.sort(([a], [b]) => Number(b === 'preset') - Number(a === 'preset'));
}

/** The state in a link, with or without the address before it. @param {string} link */
export const stateIn = (link) => link.replace(/^(?:(?:\w+:|[./]|[^=&#]*\.html)[^#]*)?#/, '');

/** The state that the attributes name, as a link without '#'. @param {Element} element */
export function linkOf(element) {
  const whole = element.getAttribute('link');
  if (whole !== null) return stateIn(whole);
  const parts = [['v', '1'], ['scene', element.getAttribute('scene') ?? 'hardmax'], ...settingsOf(element)];
  const step = element.getAttribute('step');
  if (step) parts.push(['k', step]);
  return parts.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}

/**
 * The address of the frame, without the link.
 * @param {URL} base folder of the lab
 * @param {{getAttribute: (name: string) => string|null, closest?: (selector: string) => Element|null}} element
 * @param {string} origin whose commands the frame shall obey; "" for nobody's but its own site's
 */
export function addressOf(base, element, origin) {
  const query = new URLSearchParams({ embed: element.getAttribute('level') ?? 'controls' });
  const controls = element.getAttribute('controls');
  if (controls !== null) query.set('controls', controls.trim().replace(/[\s,;]+/g, ','));
  for (const name of ['locked', 'theme', 'lang']) {
    // A language is that of the page around, as anywhere in HTML.
    const value = element.getAttribute(name) ?? (name === 'lang' ? element.closest?.('[lang]')?.getAttribute(name) : null);
    if (value) query.set(name, value.trim().replace(/[\s,;]+/g, ','));
  }
  if (origin) query.set('origin', origin);
  // Signs that an address can hold as they are stay readable.
  const page = /** @type {any} */ (globalThis).labPage ?? 'index.html';  // the file itself, in the one-file edition
  return `${new URL(page, base).href}?${query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')}`;
}

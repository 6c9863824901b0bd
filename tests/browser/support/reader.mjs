// Hands of readers who do not point: one has a keyboard only, one a voice that knows roles and names. Both may look at
// anything; what they change goes through keys, or through controls found by role and name.
import assert from 'node:assert/strict';
import { PATIENCE } from './lab.mjs';

/** Runs in the page: what has the focus, its role and name, and whether that can be seen. */
function describe(/** @type {any} */ element) {
  const roles = { A: 'link', BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox', SUMMARY: 'summary', BODY: 'none', IFRAME: 'frame', CANVAS: 'application' };
  const types = { checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton' };
  const own = element.tagName === 'INPUT' ? types[element.type] ?? 'textbox' : roles[element.tagName] ?? element.tagName.toLowerCase();
  const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  const name = labelled || element.getAttribute('aria-label') || element.labels?.[0]?.textContent || (element.tagName === 'INPUT' ? '' : element.textContent);
  const box = element.getBoundingClientRect();
  // A file button is a label beside its field; the label is marked for it.
  const marked = element.type === 'file' ? document.querySelector(`label[for="${element.id}"]`) ?? element : element;
  const style = getComputedStyle(marked);
  const place = marked.getBoundingClientRect();
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 && !/rgba\(.*, 0\)|transparent/.test(style.outlineColor);
  const inside = place.width > 2 && place.height > 2 && place.right > 0 && place.bottom > 0 && place.left < innerWidth && place.top < innerHeight;
  return {
    role: element.getAttribute('role') ?? own,
    name: name.replace(/\s+/g, ' ').trim(),
    visible: ring && inside && Number(style.opacity) > 0.9,
    why: `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}, opacity ${style.opacity}, at ${[box.x, box.y, box.width, box.height].map(Math.round)}`,
  };
}

/** The focus, through shadow roots and frames. @param {import('playwright-core').Page} page */
async function focus(page) {
  let frame = page.mainFrame();
  for (;;) {
    const handle = await frame.evaluateHandle(() => {
      let active = document.activeElement ?? document.body ?? document.documentElement;
      while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active;
    });
    const inner = await handle.asElement()?.contentFrame();
    if (!inner) return { frame, ...await handle.evaluate(describe) };
    frame = inner;
  }
}

const matches = (/** @type {string} */ name, /** @type {string|RegExp} */ wanted) => (wanted instanceof RegExp ? wanted.test(name) : name === wanted);

/** Presses keys and nothing else. @param {import('playwright-core').Page} page */
export function withKeys(page) {
  return {
    press: (/** @type {string} */ key) => page.keyboard.press(key),
    type: (/** @type {string} */ text) => page.keyboard.type(text),
    focus: () => focus(page),
    /**
     * Goes on by Tab until the focus is on `name`. At each stop the focus must be visible, and each press must move it.
     * @param {string} role @param {string|RegExp} name
     * @param {{back?: boolean, most?: number}} [options] `most`: more stops than that are no way for a person
     */
    async tabTo(role, name, { back = false, most = 60 } = {}) {
      /** @type {string[]} */
      const passed = [];
      for (let i = 0; i < most; i++) {
        await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
        let stop = await focus(page);
        // The page may still be on its way to where the focus is.
        for (let tries = 0; !stop.visible && stop.role !== 'none' && stop.role !== 'frame' && tries < 20; tries++) {
          await page.waitForTimeout(100);
          stop = await focus(page);
        }
        const label = `${stop.role} “${stop.name.slice(0, 60)}”`;
        if (stop.role !== 'none' && stop.role !== 'frame') {
          assert.ok(stop.visible, `the focus on ${label} can be seen (${stop.why})`);
          assert.ok(stop.name, `${stop.role} has a name (after ${passed.at(-1)})`);
          assert.ok(passed.at(-1) !== label || stop.role === 'radio' || stop.role === 'group', `Tab leaves ${label}`);
          passed.push(label);
        }
        if (stop.role === role && matches(stop.name, name)) return { ...stop, passed };
      }
      assert.fail(`no ${role} “${name}” within ${most} stops: ${passed.join(', ')}`);
    },
  };
}

/** The page's frame of this name, as its title says it. @param {import('playwright-core').Page} page @param {RegExp} name */
export async function frameNamed(page, name) {
  for (const frame of page.frames().slice(1)) {
    const title = await frame.frameElement().then((element) => element.getAttribute('title')).catch(() => '');
    if (title && name.test(title)) return frame;
  }
  return null;
}

/**
 * Finds by role and name; each must be one and no more.
 * @param {import('playwright-core').Page} page
 */
export function withRoles(page) {
  /** @type {RegExp|undefined} */
  let frame;
  /** @type {RegExp|undefined} */
  let region;
  /** @param {string} role @param {string|RegExp} name */
  async function find(role, name) {
    const options = /** @type {any} */ ({ name, exact: typeof name === 'string' });
    let last = 0;
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      const inside = frame ? await frameNamed(page, frame) : region ? page.getByRole('region', { name: region }) : page;
      const found = inside?.getByRole(/** @type {any} */ (role), options);
      const count = await found?.count().catch(() => 0);
      // Two may be there while the page starts: a link stands for each experiment until it can run.
      if (found && count === 1) return found;
      last = count ?? 0;
      await page.waitForTimeout(100);
    }
    return assert.fail(`${last} of ${role} “${name}”`);
  }
  return {
    find,
    /** From now on in the region, or the frame, of this name. @param {{frame?: RegExp, region?: RegExp}} where */
    inside(where) { ({ frame, region } = where); },
    /** As a screen reader does it: the focus, then the key that presses. @param {string} role @param {string|RegExp} name */
    async activate(role, name) { await (await find(role, name)).press('Enter'); },
    /** @param {string} role @param {string|RegExp} name @param {string} text @param {string} key takes it over */
    async enter(role, name, text, key) {
      const field = await find(role, name);
      await field.fill(text);
      await field.press(key);
    },
    /** @param {string} role @param {string|RegExp} name */
    async read(role, name) { return (await (await find(role, name)).textContent() ?? '').replace(/\s+/g, ' ').trim(); },
  };
}

/** Waits until `look()` gives something that `test` takes; for what is only read. */
export async function seen(page, look, test) {
  let last;
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    last = await look();
    if (test(last)) return last;
    await page.waitForTimeout(100);
  }
  return assert.fail(`not seen; last: ${JSON.stringify(last)?.slice(0, 400)}`);
}

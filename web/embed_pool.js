// Which embeds of a page run. Browsers allow few drawing surfaces, so at most `most` do: those near the screen. Others
// stand as their last picture and go on from there when they come near again.

/**
 * @typedef {{element: HTMLElement, start: () => Promise<unknown>, rest: () => Promise<boolean>, idle: () => boolean,
 *   waiting: (on: boolean) => void}} Handle
 */

/** How far from the screen an embed is made ready. */
const NEAR = '300px';
/** A frame that has not started by then may be stuck; others need not wait for it, in ms. */
const START_TIME = 20000;

/** Small machines hold fewer. */
const small = (/** @type {any} */ (navigator).deviceMemory ?? 8) <= 2 || matchMedia('(pointer: coarse)').matches;

function makePool() {
  /** @type {Map<Element, Handle>} */
  const all = new Map();
  /** @type {Set<Handle>} */
  const near = new Set();
  /** In the order of their last use. @type {Set<Handle>} */
  const running = new Set();
  /** Asked for by a command or a press. @type {Map<Handle, {done: () => void, failed: (error: Error) => void}[]>} */
  const forced = new Map();
  let starting = 0;
  let started = false;
  let making = false;
  let again = false;
  let most = small ? 4 : 8;

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const handle = all.get(entry.target);
      if (!handle) continue;
      if (entry.isIntersecting) near.add(handle);
      else near.delete(handle);
    }
    tidy();
  }, { rootMargin: NEAR });

  const distance = (/** @type {Handle} */ { element }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.abs((top + bottom) / 2 - window.innerHeight / 2);
  };

  /** Who has to run next: those asked for, then those near, from the middle of the screen outwards. */
  const nextOne = () => {
    for (const handle of forced.keys()) if (!running.has(handle)) return handle;
    return [...near].filter((handle) => !running.has(handle)).sort((a, b) => distance(a) - distance(b))[0];
  };

  /** Whose place may be taken, the farthest first. @param {boolean} also those that are near */
  const leavers = (also) => [...running]
    .filter((other) => other.idle() && !forced.has(other) && (also || !near.has(other)))
    .sort((a, b) => Number(near.has(a)) - Number(near.has(b)) || distance(b) - distance(a));

  /** Whether at most `count` run now. @param {Handle[]} candidates @param {number} count */
  const leave = async (candidates, count) => {
    for (const leaver of candidates) {
      if (running.size <= count) break;
      if (await leaver.rest()) running.delete(leaver);
    }
    return running.size <= count;
  };

  const settle = (/** @type {Handle} */ handle, /** @type {Error} */ error) => {
    const waiting = forced.get(handle) ?? [];
    forced.delete(handle);
    for (const { done, failed } of waiting) {
      if (error) failed(error);
      else done();
    }
  };

  const launch = async (/** @type {Handle} */ handle) => {
    starting++;
    running.add(handle);
    handle.waiting(false);
    const late = new Promise((done) => { setTimeout(() => done('late'), START_TIME); });
    const outcome = handle.start().then(() => 'runs');
    void outcome.then(() => settle(handle, /** @type {any} */ (null)));
    if (await Promise.race([outcome, late]) === 'runs') started = true;
    starting--;
    tidy();
  };

  /** Brings what runs in line with what should. One at a time; the first alone, so that the others find its download. */
  async function tidy() {
    again = true;
    if (making) return;
    making = true;
    while (again) {
      again = false;
      if (running.size > most) await leave(leavers(true), most);
      for (let handle = nextOne(); handle && starting < (started ? 2 : 1); handle = nextOne()) {
        if (running.size >= most && !(await leave(leavers(forced.has(handle)), most - 1))) break;
        if (all.has(handle.element) && !running.has(handle)) void launch(handle);
      }
    }
    making = false;
    for (const handle of near) handle.waiting(!running.has(handle) && running.size >= most);
  }

  return {
    get most() { return most; },
    set most(count) {
      most = count;
      tidy();
    },
    watch(/** @type {Handle} */ handle) {
      all.set(handle.element, handle);
      seen.observe(handle.element);
    },
    forget(/** @type {Handle} */ handle) {
      all.delete(handle.element);
      seen.unobserve(handle.element);
      near.delete(handle);
      running.delete(handle);
      settle(handle, new Error('The embed was taken out of the page.'));
      tidy();
    },
    /** Starts this one wherever it is. @param {Handle} handle @returns {Promise<void>} */
    force(handle) {
      return new Promise((done, failed) => {
        forced.set(handle, [...(forced.get(handle) ?? []), { done, failed }]);
        if (running.has(handle)) void handle.start().then(() => settle(handle, /** @type {any} */ (null)));
        else tidy();
      });
    },
    tidy: () => { void tidy(); },
  };
}

export const pool = makePool();

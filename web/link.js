// The address bar: the whole state lies in the fragment, so a copied address is a copied experiment.
// Nothing here needs storage; in a sandboxed frame the history may be closed to us, and then it is left alone.

/** Browsers refuse more than about 100 changes in 30 s. */
const GAP = 400;
/** While a run plays, or the reader may be typing in the address bar (the page has no focus): less often. */
const SLOW_GAP = 2000;
/** Another experiment is a step of the history, which Back returns from; who leafs through them makes one step of it, in ms. */
const LEAFING = 1500;

/** @returns {string} the fragment without '#', "" where there is none */
export function fragment() {
  return location.hash.replace(/^#/, '');
}

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {(problems: string[]) => void} report
 */
export function keepLink(lab, report) {
  let written = fragment();
  /** What the state says, and the last of it that was written. */
  let link = written;
  let normal = written;
  let playing = false;
  let timer = 0;
  let last = -Infinity;
  let slug = '';
  let arrived = -Infinity;

  const write = (add = false) => {
    clearTimeout(timer);
    timer = 0;
    last = performance.now();
    normal = link;
    if (link === written) return;
    try {
      history[add ? 'pushState' : 'replaceState'](history.state, '', link ? `#${link}` : location.pathname + location.search);
      // Asked back, since a browser may encode what we did not.
      written = fragment();
    } catch {
      // Sandboxed or throttled: the state is still right, only its address is not shown.
    }
  };

  const schedule = () => {
    if (timer || link === normal) return;
    const gap = playing || !document.hasFocus() ? SLOW_GAP : GAP;
    timer = window.setTimeout(() => write(), Math.max(0, last + gap - performance.now()));
  };

  // Before the reader can copy the address they leave the page for the address bar; it must be right by then.
  const flush = () => {
    if (timer) write();
  };
  window.addEventListener('blur', flush);
  document.addEventListener('visibilitychange', flush);

  window.addEventListener('hashchange', () => {
    if (fragment() === written) return;
    normal = written = fragment();
    // What was on its way to the address belongs to the state that is left.
    clearTimeout(timer);
    timer = 0;
    report(lab.openLink(written));
    slug = lab.state().slug;
  });

  return {
    /** To be called after each change. @param {import('./bridge.js').State} state */
    changed(state) {
      const moved = slug !== '' && state.slug !== slug;
      // The entry that is left keeps the state in which it was left.
      if (moved) flush();
      ({ link, playing, slug } = state);
      if (!moved) return schedule();
      write(performance.now() - arrived > LEAFING);
      arrived = performance.now();
    },
  };
}

// Texts that cannot be read: cut off, out of the page, or over each other.

/** All letters of the page at twice their size, as a reader's browser makes them; boxes stay as they are. @param {any} page */
export const doubleText = (page) => page.evaluate(() => {
  const root = document.documentElement;
  root.style.fontSize = '';
  root.style.fontSize = `${2 * parseFloat(getComputedStyle(root).fontSize)}px`;
});

/**
 * A sentence for each text below `selector` that is cut, sticks out or lies on another one. What can be scrolled to is
 * not cut; what is for screen readers alone is not looked at.
 * @param {any} page @param {string} selector @returns {Promise<string[]>}
 */
export const unreadable = (page, selector) => page.evaluate((/** @type {string} */ chosen) => {
  const faults = [];
  const seen = [];
  const root = document.querySelector(chosen);
  const hides = (/** @type {string} */ overflow) => overflow === 'hidden' || overflow === 'clip';
  /** What is left of a rectangle within the boxes around it that scroll; and whether one of them cuts it for good. */
  const within = (/** @type {Element} */ element, /** @type {DOMRect} */ { left, right, top, bottom }) => {
    let cut = false;
    for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
      const { overflowX, overflowY, display, position, clipPath } = getComputedStyle(box);
      if (clipPath !== 'none' || (position === 'absolute' && box.clientWidth <= 1)) return null;
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue;
      const area = box.getBoundingClientRect();
      if (hides(overflowX) && (left < area.left - 2 || right > area.right + 2)) cut = true;
      if (hides(overflowY) && (top < area.top - 2 || bottom > area.bottom + 2)) cut = true;
      [left, right, top, bottom] = [Math.max(left, area.left), Math.min(right, area.right), Math.max(top, area.top), Math.min(bottom, area.bottom)];
      if (right - left < 2 || bottom - top < 2) return cut ? { cut } : null;
    }
    return { cut, left, right, top, bottom };
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement;
    const words = node.nodeValue.trim();
    if (!words || owner.closest('math, select, .placed, [hidden], script, style') || !owner.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 2) continue;
      const left = within(owner, rect);
      if (!left) continue;
      if (left.cut) faults.push(`cut: ${words.slice(0, 60)}`);
      else if (left.right > window.innerWidth + 1 || left.left < -1) faults.push(`beside the page: ${words.slice(0, 60)}`);
      else seen.push({ words, node, ...left });
    }
  }
  // Lines of letters stand closer than their boxes: what counts is a third of a line.
  for (const [i, a] of seen.entries()) {
    for (const b of seen.slice(i + 1)) {
      if (a.node === b.node) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 3 && tall > Math.min(a.bottom - a.top, b.bottom - b.top) / 3) faults.push(`over each other: ${a.words.slice(0, 40)} | ${b.words.slice(0, 40)}`);
    }
  }
  // Fields and lists of choices hold their own line.
  for (const field of root.querySelectorAll('input:not([type=radio], [type=checkbox], [type=range], [type=file]), select, button')) {
    if (field.closest('.placed, .sr-only') || field.classList.contains('placed') || !field.checkVisibility()) continue;
    const { fontSize, overflow } = getComputedStyle(field);
    if (field.clientHeight > 2 && field.clientHeight < parseFloat(fontSize)) faults.push(`too low for its letters: ${field.id || field.textContent}`);
    if (field.tagName === 'BUTTON' && hides(overflow) && field.scrollWidth > field.clientWidth + 1) faults.push(`cut: ${field.textContent}`);
  }
  return [...new Set(faults)];
}, selector);

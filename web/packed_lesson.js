// Lessons in the one-file edition (tools/packed_lessons.py): at …#lessons/en/hardmax the file shows that lesson and not
// the lab; the experiments in it are frames of the same file. On a server lessons are pages of their own.
import { isPacked, packedText, unpack } from './packed.js';

/** Name and place in "lessons/en/hardmax:e5a". @param {string} fragment */
function read(fragment) {
  const [, name, place = ''] = fragment.match(/^(lessons\/[a-z/-]+)(?::([a-z0-9-]+))?$/) ?? [];
  return { name: name ? `${name}.html` : null, place };
}

/**
 * Shows the lesson that the address names.
 * @returns {Promise<boolean>} false where it names none
 */
export async function showLesson() {
  if (!isPacked) return false;
  const now = () => read(location.hash.slice(1));
  const { name } = now();
  const go = () => {
    const { place } = now();
    if (place) frame.contentDocument?.getElementById(place)?.scrollIntoView();
  };
  const frame = document.createElement('iframe');
  // From lesson to lesson, or between lesson and lab, the file starts anew: one of them runs at a time.
  window.addEventListener('hashchange', () => {
    if (now().name !== name) location.reload();
    else go();
  });
  const page = name && await unpack(name);
  if (!page) return false;
  const parts = `<style>${packedText('lessons/style')}</style><script type="module">${packedText('lessons/script')}</script>`;
  frame.id = 'lesson';
  frame.srcdoc = new TextDecoder().decode(page).replace('<!--parts-->', () => parts);
  frame.addEventListener('load', () => {
    document.title = frame.contentDocument?.title ?? document.title;
    document.documentElement.lang = frame.contentDocument?.documentElement.lang ?? 'en';
    frame.title = document.title;
    frame.focus();
    go();
  });
  document.body.replaceChildren(frame);
  return true;
}

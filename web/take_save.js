// How a file leaves the page, and what is said when a page around it forbids that.
import { saveFile } from './files.js';

/** @typedef {import('./bridge.js').Lab} Lab */

/** Whether a frame around the lab lets files out: 'yes', 'no', or 'perhaps', which browsers do not tell. */
export function downloadsAllowed() {
  if (window.parent === window) return 'yes';
  try {
    const sandbox = window.frameElement?.getAttribute('sandbox');
    if (typeof sandbox === 'string') return sandbox.includes('allow-downloads') ? 'yes' : 'no';
  } catch {
    // Of another origin: the frame's attributes are not ours to read.
  }
  return self.origin === 'null' ? 'perhaps' : 'yes';
}

const CLOSED = 'The page around this experiment lets no file out of its frame (sandbox without allow-downloads), so nothing can be saved here. Copying may still work.';
const UNKNOWN = 'The frame around this experiment is closed off (sandbox). If no file arrives, its page must add allow-downloads.';

/** What to say of it beforehand, "" mostly. */
export function aboutDownloads() {
  return { yes: '', no: CLOSED, perhaps: UNKNOWN }[downloadsAllowed()];
}

/** attention-lab-hardmax-step-12-plot-1.csv @param {Lab} lab @param {string} part "" or "figure": the whole @param {string} ending */
export function fileName(lab, part, ending) {
  const { slug, step, horizon } = lab.state();
  return `attention-lab-${slug}${horizon > 0 ? `-step-${step}` : ''}${part && part !== 'figure' ? `-${part}` : ''}.${ending}`;
}

/** @param {string} name @param {Blob} blob @returns {string} what to say */
export function save(name, blob) {
  if (downloadsAllowed() === 'no') return CLOSED;
  saveFile(name, blob);
  return `Saved as ${name}.${downloadsAllowed() === 'perhaps' ? ` ${UNKNOWN}` : ''}`;
}

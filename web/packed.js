// The lab as one file (tools/single_page.py): what stands beside the page on a server is then inside it, compressed,
// as <script type="application/gzip" data-file="name">. On a server there is none of that, and files are fetched.

/** Whether the page carries its files itself. */
export const isPacked = document.querySelector('script[data-file]') !== null;

/** @param {string} name */
const place = (name) => document.querySelector(`script[data-file="${CSS.escape(name)}"]`);

/** A script or a style inside, as text. @param {string} name */
export const packedText = (name) => place(name)?.textContent ?? '';

/**
 * A file of the page.
 * @param {string} name as it stands in the site
 * @returns {Promise<Uint8Array|null>} null where it is not inside
 */
export async function unpack(name) {
  const text = place(name)?.textContent;
  if (text === null || text === undefined) return null;
  const squeezed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([squeezed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Starts a worker. From one file it is made of the scripts inside, and is to be sent what its program is made of.
 * @param {string} script
 * @param {string} library the script that it would import
 * @param {string} program the WebAssembly beside it
 * @returns {{worker: Worker, program: Promise<Uint8Array|null>}}
 */
export function openWorker(script, library, program) {
  if (!isPacked) return { worker: new Worker(script), program: Promise.resolve(null) };
  const parts = [library, script].map((name) => `${packedText(name)}\n`);
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }));
  try {
    return { worker: new Worker(address), program: unpack(program) };
  } finally {
    // The worker holds its script once it was made; Firefox fetches it a little later.
    window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

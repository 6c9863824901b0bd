// Gets the program: index.js (made by Emscripten, a classic script) and index.wasm, with progress.
import { coverText, progress } from './messages.js';
import { isPacked, unpack } from './packed.js';

/** A failure with sentences for the reader. */
export class LoadError extends Error {
  /** @param {string[]} sentences */
  constructor(sentences) {
    super(sentences.join(' '));
    this.sentences = sentences;
  }
}

/** @param {string} source @returns {Promise<void>} */
function loadScript(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => resolve();
    script.onerror = () => reject(new LoadError([`A file of the lab could not be loaded: ${source}.`, 'Please check the connection and load the page again.']));
    document.head.appendChild(script);
  });
}

/**
 * Fetches a file and reports how far it is, without giving up compiling while it streams.
 * @param {string} source
 */
async function fetchCounted(source) {
  const failed = (/** @type {string} */ why) => new LoadError([
    `A file of the lab could not be loaded: ${source} (${why}).`, 'Please check the connection and load the page again.']);
  const response = await fetch(source).catch((error) => { throw failed(String(error.message ?? error)); });
  if (!response.ok) throw failed(`the server answers ${response.status}`);
  // The length counts compressed bytes, the stream counts plain ones; then the bar says nothing exact.
  const total = response.headers.has('content-encoding') ? NaN : Number(response.headers.get('content-length') ?? NaN);
  if (!response.body) return response;
  let loaded = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      progress(loaded / total);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), { headers: { 'content-type': 'application/wasm' } });
}

/** The program inside the page. @returns {Promise<Response>} */
async function unpackProgram() {
  const bytes = /** @type {BodyInit} */ (await unpack('index.wasm'));
  return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
}

/**
 * @param {Response} response
 * @param {WebAssembly.Imports} imports
 */
async function instantiate(response, imports) {
  if (WebAssembly.instantiateStreaming) return WebAssembly.instantiateStreaming(response, imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/**
 * @param {object} options given to createAttentionLab beside what this file adds
 * @returns {Promise<any>} the module, its main() run
 */
export async function loadProgram(options) {
  const wasm = isPacked ? unpackProgram() : fetchCounted('index.wasm');
  wasm.catch(() => {});  // reported below, where it is awaited
  if (!isPacked) await loadScript('index.js');
  const response = await wasm;
  /** @type {(reason: unknown) => void} */
  let refuse = () => {};
  const broken = new Promise((_, reject) => { refuse = reject; });
  const started = /** @type {any} */ (window).createAttentionLab({
    ...options,
    instantiateWasm(/** @type {WebAssembly.Imports} */ imports, /** @type {Function} */ receive) {
      instantiate(response, imports).then(({ instance, module }) => {
        coverText('Starting …');
        receive(instance, module);
      }).catch((error) => refuse(new LoadError([
        'The program of the lab (index.wasm) could not be started in this browser.', String(error.message ?? error)])));
      return {};  // Emscripten's sign for "will come later"
    },
  });
  return Promise.race([started, broken]);
}

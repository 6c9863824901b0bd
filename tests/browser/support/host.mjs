// Pages of a teacher's around the lab, on an origin of their own or on the lab's.
import { createServer } from 'node:http';
import { PATIENCE } from './lab.mjs';

/**
 * Serves pages on another port, which is another origin. What is not among them is fetched from the lab, so that the
 * lab stands on that origin too, as on a school's own server.
 * @param {{url: string, browser: import('playwright-core').Browser}} site
 * @param {Record<string, string>} pages path -> HTML; LAB stands for the address of the lab on its own origin
 * @param {(tools: {page: import('playwright-core').Page, url: string, answers: Map<string, number[]>, complaints: string[]}) => Promise<void>} work
 * @param {{headers?: Record<string, string>, context?: import('playwright-core').BrowserContextOptions, init?: Function}} [options]
 */
export async function withHost(site, pages, work, { headers = {}, context: contextOptions = {}, init } = {}) {
  /** Status of each answer of the lab, by path. @type {Map<string, number[]>} */
  const answers = new Map();
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (pages[path]) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
      return response.end(pages[path].replaceAll('LAB', site.url));
    }
    try {
      const known = request.headers['if-none-match'];
      const from = await fetch(site.url + request.url, { headers: known ? { 'if-none-match': String(known) } : {} });
      answers.set(path, [...(answers.get(path) ?? []), from.status]);
      const kept = Object.fromEntries([...from.headers].filter(([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|date|vary)$/.test(name)));
      response.writeHead(from.status, kept);
      response.end(Buffer.from(await from.arrayBuffer()));
    } catch {
      response.writeHead(502);
      response.end();
    }
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', () => done(undefined)); });
  const context = await site.browser.newContext({ viewport: { width: 1000, height: 700 }, ...contextOptions });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (init) await page.addInitScript(init);
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}`;
  try {
    await page.goto(`${url}/`);
    await work({ page, url, answers, complaints });
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}

/** The frame in an <attention-lab>, or an <iframe>. */
export async function frameOf(page, selector) {
  const handle = await page.evaluateHandle((text) => {
    const element = document.querySelector(text);
    return element.shadowRoot?.querySelector('iframe') ?? element;
  }, selector);
  return handle.contentFrame();
}

/** Many frames may be opening at once. */
export const LONG = { timeout: 90000 };
/** What a page begins with, and the element. */
export const SCRIPT = '<script type="module" src="LAB/attention-lab.js"></script>';
export const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>course</title><link rel="icon" href="data:,">';

/** The embed has its frame, and that has drawn. */
export const isLive = (page, selector) => page.waitForFunction((text) => document.querySelector(text)?.live, selector, LONG);
/** Calls a method of the element; what it throws comes back as { error }. */
export const call = (page, selector, method, ...args) => page.evaluate(async ([text, name, values]) => {
  const element = document.querySelector(text);
  try {
    const value = await element[name](...values);
    return value instanceof Blob ? { size: value.size, type: value.type, head: [...new Uint8Array(await value.slice(0, 8).arrayBuffer())] } : value;
  } catch (error) {
    return { error: error.message };
  }
}, [selector, method, args]);

// A static server for this machine only. As a program: node serve.mjs FOLDER [--port N]; as a module: serve(folder, port).
import { createServer } from 'node:http';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.npy': 'application/octet-stream',
  '.safetensors': 'application/octet-stream',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg|font\/ttf)/;
// Used for pages that state no policy themselves.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
  + "font-src 'self'; connect-src 'self' https://raw.githubusercontent.com/karpathy/char-rnn/; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const squeeze = promisify(gzip);

/** The file a request path stands for, or null. Never anything outside root, also not through a link. */
async function locate(root, path) {
  let decoded;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\') || decoded.split('/').some((part) => part.startsWith('.'))) return null;
  try {
    const file = await realpath(join(root, decoded));
    if (file !== root && !file.startsWith(root + sep)) return null;
    const info = await stat(file);
    if (info.isDirectory()) {
      if (!path.endsWith('/')) return { redirect: true };
      const index = await realpath(join(file, 'index.html'));
      return index.startsWith(root + sep) ? { file: index, info: await stat(index) } : null;
    }
    return info.isFile() ? { file, info } : null;
  } catch {
    return null;
  }
}

/** The policy a page states in its <meta> is sent as a header too, so that there is only one place to change it. */
function policyOf(html) {
  const meta = html.match(/<meta[^>]+http-equiv=["']?Content-Security-Policy["']?[^>]*>/i)?.[0];
  const content = meta?.match(/content="([^"]*)"/i)?.[1];
  return content ? content.replace(/&#39;|&apos;/g, "'").replace(/\s+/g, ' ').trim() : POLICY;
}

function makeHandler(root) {
  const squeezed = new Map();
  return async (request, response) => {
    const headers = {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // A page in a sandboxed frame has no origin of its own, and asks for its own files as a stranger would.
      'Access-Control-Allow-Origin': '*',
      // Keep, but ask: a rebuilt site is seen at the next reload.
      'Cache-Control': 'no-cache',
    };
    const send = (status, extra, body = '') => {
      response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body), ...extra });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, { Allow: 'GET, HEAD' });
    const [path, query] = request.url.split('?', 2);
    let status = 200;
    let found = await locate(root, path);
    // The doubled slash at the front of "//host/" would turn the redirect into one to another machine.
    if (found?.redirect) return send(301, { Location: path.replace(/^\/+/, '/') + '/' + (query ? `?${query}` : '') });
    if (!found) {
      status = 404;
      found = await locate(root, '/404.html');
      if (!found?.file) return send(404, { 'Content-Type': TYPES['.txt'] }, 'There is no such page here.\n');
    }
    const type = TYPES[extname(found.file).toLowerCase()] ?? 'application/octet-stream';
    const tag = `"${found.info.size.toString(36)}-${Math.trunc(found.info.mtimeMs).toString(36)}"`;
    headers['Content-Type'] = type;
    headers.ETag = tag;
    if (status === 200 && request.headers['if-none-match'] === tag) {
      response.writeHead(304, headers);
      return response.end();
    }
    let body = await readFile(found.file);
    if (type === TYPES['.html']) headers['Content-Security-Policy'] = policyOf(body.toString('utf8'));
    if (COMPRESSIBLE.test(type) && body.length > 1024) {
      headers.Vary = 'Accept-Encoding';
      if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
        const key = found.file + tag;
        if (!squeezed.has(key)) squeezed.set(key, await squeeze(body));
        body = squeezed.get(key);
        headers['Content-Encoding'] = 'gzip';
      }
    }
    return send(status, {}, body);
  };
}

function listen(server, port) {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      done(server.address().port);
    });
  });
}

/** What answers requests with the files of a folder. */
export async function answersFrom(folder) {
  const handler = makeHandler(await realpath(resolve(folder)));
  return (request, response) => {
    handler(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

/**
 * Serves a folder on 127.0.0.1. Port 0 is any free one; of another, the first free one of the next 50 is taken.
 * Returns { url, port, close() }.
 */
export async function serve(folder, port = 0) {
  const server = createServer(await answersFrom(folder));
  for (let tries = 0; ; tries++) {
    try {
      const taken = await listen(server, port === 0 ? 0 : port + tries);
      const close = () => new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      });
      return { url: `http://127.0.0.1:${taken}`, port: taken, close };
    } catch (error) {
      const busy = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (!busy || port === 0 || tries >= 50 || port + tries >= 65535) throw error;
    }
  }
}

async function main(parameters) {
  const at = parameters.indexOf('--port');
  const port = at >= 0 ? Number(parameters[at + 1]) : 8123;
  const folder = parameters[0];
  try {
    const { url, port: taken } = await serve(folder, port);
    if (port !== 0 && taken !== port) console.log(`port ${port} is taken`);
    console.log(`Attention Lab is at ${url}/ (stop with Ctrl+C)`);
  } catch (error) {
    console.error(`lab: ${folder} cannot be served (${error.message}).`);
    process.exit(1);
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));

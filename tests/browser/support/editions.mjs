// Sites in several versions, made by tools/make_site.py as the build makes them, on a server that can change or stop.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersFrom } from '../../../tools/serve.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tool = (name, ...words) => execFileSync('python3', [join(root, 'tools', name), ...words], { encoding: 'utf8' });

/** A folder for one test file. */
export function makePlace() {
  const path = mkdtempSync(join(tmpdir(), 'lab-editions-'));
  mkdirSync(join(path, 'none'));
  return {
    path,
    /** A copy of `site`, changed by `change(folder)`, sealed as a version of its own. @returns {string} its folder */
    edition(site, name, change = () => {}, under = '') {
      const [raw, made] = [join(path, `${name}.raw`), join(path, name)];
      cpSync(site, raw, { recursive: true });
      change(raw);
      tool('make_site.py', raw, join(path, 'none'), join(made, under), '1.0.0');
      rmSync(raw, { recursive: true });
      return made;
    },
    clear: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** What tools/make_package.py makes of a site. @param {string} site @param {string} out */
export const packageSite = (site, out) => tool('make_package.py', site, out, '1.0.0');

/** Changes a file of an edition. */
export function edit(folder, name, change) {
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name))));
}

/**
 * A server that keeps its address while what it serves changes, or nothing is served at all. It listens all the time:
 * a port given up for a moment may be another's then. Stopped, it ends every connection without a word.
 */
export async function makeHost(folder) {
  /** @type {Awaited<ReturnType<typeof answersFrom>>|null} */
  let answer = null;
  const server = createServer((request, response) => (answer ? answer(request, response) : request.socket.destroy()));
  server.on('connection', (socket) => { if (!answer) socket.destroy(); });
  await new Promise((done) => { server.listen(0, '127.0.0.1', () => done(undefined)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = async () => {
    answer = null;
    server.closeAllConnections();
  };
  /** @param {string} other */
  const show = async (other) => {
    await stop();
    answer = await answersFrom(other);
  };
  await show(folder);
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    show,
    async close() {
      await stop();
      await new Promise((done) => { server.close(done); });
    },
  };
}

// The static server: what it hands out, and what it does not.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { serve } from '../serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lab-serve-'));
const site = join(folder, 'site');
let server;

before(async () => {
  mkdirSync(join(site, 'lessons'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(site, 'index.html'), '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">front');
  writeFileSync(join(site, 'lessons', 'index.html'), 'lesson');
  writeFileSync(join(site, 'index.wasm'), Buffer.alloc(5000, 7));
  writeFileSync(join(site, '.hidden'), 'hidden');
  symlinkSync(join(folder, 'secret.txt'), join(site, 'link.txt'));
  server = await serve(site);
});

after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

// Not fetch(), which tidies a path before it sends it.
function get(path, { method = 'GET', headers = {} } = {}) {
  return new Promise((done, failed) => {
    request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', failed).end();
  });
}

test('pages and programs have their types', async () => {
  assert.equal((await get('/')).headers['content-type'], 'text/html; charset=utf-8');
  assert.equal((await get('/index.wasm')).headers['content-type'], 'application/wasm');
  assert.equal((await get('/lessons/?x=1')).body.toString(), 'lesson');
  assert.equal((await get('/lessons?x=1')).headers.location, '/lessons/?x=1');
});

test('the policy of a page is sent as a header, and another page gets a strict one', async () => {
  assert.equal((await get('/')).headers['content-security-policy'], "default-src 'self'");
  const policy = (await get('/lessons/')).headers['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /'unsafe-/);
});

test('large files come compressed to those who can read that', async () => {
  const { headers, body } = await get('/index.wasm', { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(headers['content-encoding'], 'gzip');
  assert.deepEqual(gunzipSync(body), Buffer.alloc(5000, 7));
  assert.equal((await get('/index.wasm')).body.length, 5000);
});

test('an unchanged file is not sent again', async () => {
  const { headers } = await get('/index.wasm');
  assert.equal((await get('/index.wasm', { headers: { 'if-none-match': headers.etag } })).status, 304);
});

for (const path of ['/nothing', '/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/..%5csecret.txt', '/link.txt',
  '/.hidden', '/%00', '/%zz', '//../secret.txt', '/lessons/../../secret.txt']) {
  test(`${path} is not found`, async () => {
    const { status, body } = await get(path);
    assert.equal(status, 404);
    assert.doesNotMatch(body.toString(), /secret|hidden/);
  });
}

test('nothing can be written', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) assert.equal((await get('/', { method })).status, 405);
});

test('a taken port is passed over', async () => {
  const second = await serve(site, server.port);
  assert.notEqual(second.port, server.port);
  await second.close();
});

// Keeps the lab on the reader's machine, so that it opens without a network, and never mixes two versions.
//
// Each build has a version and a list of its files with their hashes, and one cache that is full before it counts.
// The newest full one is the current version: a page gets it when it is opened and keeps it, whatever comes after.
// What is current and which page has which version is written down in a cache too, because the browser ends and
// starts this script as it likes. So the version that pages get does not depend on which build's script answers them:
// a newer script waits, as the browser has it by default, until no page is open, and never takes over a page that is.
// Old scripts read what newer ones write, so the form of these notes stays.
'use strict';

/** Filled in by tools/make_site.py: name -> hash of every file; `later` are large ones, kept once they were used. */
const BUILD = { version: '', files: {}, later: [] };

const SCOPE = new URL(self.registration.scope);
/** Other labs may live on the same origin; their caches are theirs. */
const PREFIX = `attention-lab ${SCOPE.pathname} `;
const NOTES = `${PREFIX}notes`;
/** A page that is being opened is not yet on the browser's list of pages, in ms. */
const GRACE = 60_000;

const cacheOf = (version) => `${PREFIX}${version}`;
const address = (name) => new URL(name, SCOPE).href;
/** The places of notes: a full cache's list of its files, the current version, the version of a page. */
const LIST = address('?files');
const CURRENT = address('?current');
const noteOf = (page) => address(`?page=${page}`);

const write = async (cache, place, value) => (await caches.open(cache)).put(place, new Response(JSON.stringify(value)));
const read = async (cache, place) => {
  const note = await (await caches.open(cache)).match(place);
  return note ? note.json() : null;
};

// ---- a version's files

/** A file exactly as its version has it; anything else is an error. */
async function bring(name, hash) {
  const ask = (cache) => fetch(address(name), { integrity: hash, cache });
  // The browser's own cache may hold the file of another version; then the server is asked.
  const response = await ask('default').catch(() => ask('reload'));
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  // A response that came by a redirect may not open a page.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

const lists = new Map();

/** The files of a version that is kept, name -> hash; none for others. */
async function filesOf(version) {
  if (!version) return {};
  if (!lists.has(version)) {
    const list = (await caches.has(cacheOf(version))) ? await read(cacheOf(version), LIST) : null;
    if (!list) return {};
    lists.set(version, list);
  }
  return lists.get(version);
}

const versionsKept = async () => (await caches.keys())
  .filter((name) => name.startsWith(PREFIX) && name !== NOTES).map((name) => name.slice(PREFIX.length));

/** What other versions on this machine have, by hash: an update loads only what has changed. */
async function sameElsewhere() {
  const places = new Map();
  for (const version of await versionsKept()) {
    for (const [name, hash] of Object.entries(await filesOf(version))) places.set(hash, { version, name });
  }
  return async (hash) => {
    const place = places.get(hash);
    return place && (await caches.open(cacheOf(place.version))).match(address(place.name));
  };
}

/** Fills this build's cache. What an earlier attempt that broke off has brought is kept: it was checked. */
async function fill() {
  const cache = await caches.open(cacheOf(BUILD.version));
  const elsewhere = await sameElsewhere();
  const now = Object.entries(BUILD.files).filter(([name]) => !BUILD.later.includes(name));
  await Promise.all(now.map(async ([name, hash]) => {
    if (await cache.match(address(name))) return;
    await cache.put(address(name), (await elsewhere(hash)) ?? (await bring(name, hash)));
  }));
  await write(cacheOf(BUILD.version), LIST, BUILD.files);
  await write(NOTES, CURRENT, BUILD.version);
}

// ---- which page has which version

const known = new Map();
const current = () => read(NOTES, CURRENT);

async function remember(page, version) {
  if (known.get(page) === version) return;
  known.set(page, version);
  await write(NOTES, noteOf(page), { version, since: Date.now() });
}

async function versionOf(page) {
  if (!known.has(page)) {
    const note = page ? await read(NOTES, noteOf(page)) : null;
    if (!note) return current();
    known.set(page, note.version);
  }
  return known.get(page);
}

/** Forgets pages that are closed, and deletes the caches nobody needs any more. @param {boolean} all also half-filled ones */
async function sweep(all) {
  const open = new Set((await self.clients.matchAll({ includeUncontrolled: true, type: 'all' })).map(({ id }) => noteOf(id)));
  const needed = new Set([await current()]);
  const notes = await caches.open(NOTES);
  for (const { url } of await notes.keys()) {
    if (url === CURRENT) continue;
    const { version, since } = await read(NOTES, url);
    if (open.has(url) || Date.now() - since < GRACE) needed.add(version);
    else await notes.delete(url);
  }
  for (const version of await versionsKept()) {
    if (needed.has(version)) continue;
    if (all || Object.keys(await filesOf(version)).length > 0) await caches.delete(cacheOf(version));
  }
}

// ---- answers

/** The file a request asks for, or null where it is none of ours to answer. */
function nameOf(request) {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return null;
  const name = url.pathname.slice(SCOPE.pathname.length);
  return name === '' || name.endsWith('/') ? `${name}index.html` : name;
}

async function answer({ request, clientId, resultingClientId }, asked) {
  const opens = request.mode === 'navigate';
  const version = opens ? await current() : await versionOf(clientId);
  const files = await filesOf(version);
  // Some hosts leave ".html" out of addresses.
  const name = opens && !files[asked] && files[`${asked}.html`] ? `${asked}.html` : asked;
  if (!files[name]) return fetch(request);
  const cache = await caches.open(cacheOf(version));
  let response = await cache.match(address(name));
  if (!response) {
    try {
      response = await bring(name, files[name]);
      await cache.put(address(name), response.clone());
    } catch {
      // The page must open even if the browser has cleared our cache; it then lives from the network alone.
      if (!opens) return Response.error();
      if (resultingClientId) await remember(resultingClientId, '');
      return fetch(request);
    }
  }
  // The page or the worker that this answer makes.
  if (resultingClientId) await remember(resultingClientId, version);
  return response;
}

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    await fill();
    for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage({ labReady: BUILD.version });
    await sweep(true);
  })());
});

self.addEventListener('fetch', (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(answer(event, name));
});

// A page says which version it is (it may have come from the network) and is told which one is current.
self.addEventListener('message', (event) => {
  if (typeof event.data?.labVersion !== 'string' || !event.source) return;
  event.waitUntil((async () => {
    await remember(event.source.id, event.data.labVersion);
    await self.clients.claim();
    event.source.postMessage({ labReady: await current(), reply: true });
    // A half-filled cache may be an update under way, or one that was cut off and is gone on with.
    await sweep(false);
  })());
});

/**
 * A service worker. It keeps the files of a site without a server, so that the site works without a network, too.
 * `huarong site` puts it above the pages, and writes the version of the site into it.
 */
const VERSION = 'unversioned';

/** The files that every page needs, and those of the lists. Tables and the module of designs are kept when they are first needed. */
const SHELL = /^(index\.html|assets\/.*|huarong-.*\.wasm|api\/v1\/[a-z]+\.json)$/;

/** @typedef {Event & {waitUntil(work: Promise<unknown>): void}} LifeEvent */
/** @typedef {Event & {request: Request, respondWith(response: Promise<Response>): void}} FetchEvent */

/** The global object, as a service worker has it. */
const worker = /** @type {{skipWaiting(): Promise<void>, clients: {claim(): Promise<void>}}} */ (
  /** @type {unknown} */ (self));
const root = new URL('./', location.href).href;

async function install() {
  const listed = await fetch(`${root}checksums.txt`, { cache: 'no-cache' });
  const paths = (await listed.text()).split('\n').map((line) => line.split('  ')[1] ?? '');
  const cache = await caches.open(VERSION);
  // The browser may have older files under the same names.
  await cache.addAll(paths.filter((path) => SHELL.test(path)).map((path) => new Request(root + path, { cache: 'no-cache' })));
  await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(VERSION);
  const isPage = request.mode === 'navigate';
  const known = await cache.match(request, { ignoreSearch: isPage });
  if (known) return known;
  try {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const first = isPage ? await cache.match(`${root}index.html`) : undefined;
    if (!first) throw error;
    // All pages are the same file, but for the way to the root.
    const page = (await first.text()).replaceAll('="./', `="${root}`);
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

self.addEventListener('install', (event) => /** @type {LifeEvent} */ (event).waitUntil(install()));
self.addEventListener('activate', (event) => /** @type {LifeEvent} */ (event).waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const asked = /** @type {FetchEvent} */ (/** @type {unknown} */ (event));
  const { method, url } = asked.request;
  if (method === 'GET' && url.startsWith(root)) asked.respondWith(answer(asked.request));
});

// Keeps the page for visits without a network: the lessons and the rules work there.  Files with a
// version never change; the page itself comes from the network when there is one.
const KEPT = 'alea';
/** Longest wait for the network before the kept page is shown, in ms. */
const WAIT_MS = 4000;

const isFixed = (path) => path.startsWith('/v/');
const isView = (request) => request.mode === 'navigate';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim().then(keepAll)));

/** Keeps the page with all that it needs and may need later. */
async function keepAll() {
  const cache = await caches.open(KEPT),
    response = await fetch('/');
  if (!response.ok) return;
  const text = await response.clone().text(),
    asked = new Set();
  await cache.put('/', response);
  const keep = async (url) => {
    if (asked.has(url)) return;
    asked.add(url);
    const one = (await cache.match(url)) ?? (await fetch(url));
    if (!one.ok) return;
    const code = url.endsWith('.js') ? await one.clone().text() : '';
    await cache.put(url, one);
    const needs = [...code.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(
      ([, path]) => new URL(path, url).href,
    );
    await Promise.all(needs.map(keep));
  };
  const named = [...text.matchAll(/"(\/v\/[^"]+)"/g)].map(
    ([, path]) => new URL(path, self.location.href).href,
  );
  await Promise.all(named.map(keep));
  await tidy(cache, text);
}

/** Forgets files of other versions than the page's. */
async function tidy(cache, text) {
  const version = /\/v\/[0-9a-f]+\//.exec(text)?.[0];
  if (!version) return;
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (isFixed(pathname) && !pathname.startsWith(version)) await cache.delete(url);
  }
}

async function view(request) {
  const cache = await caches.open(KEPT);
  try {
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error('late')), WAIT_MS);
    });
    const response = await Promise.race([fetch(request), late]);
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
      const text = await response.clone().text();
      await cache.put('/', response.clone());
      await tidy(cache, text);
    }
    return response;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

async function file(request) {
  const cache = await caches.open(KEPT),
    kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event,
    { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (isView(request)) event.respondWith(view(request));
  else if (isFixed(pathname)) event.respondWith(file(request));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { room } = event.notification.data,
    { clients } = self;
  const go = ([page]) => {
    if (!page) return clients.openWindow(`/play/${room}`);
    page.postMessage({ room });
    return page.focus();
  };
  event.waitUntil(clients.matchAll({ type: 'window' }).then(go));
});

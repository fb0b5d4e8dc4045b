import { OFFLINE_FILES, OFFLINE_PAGE, pathWithin, readPush, strategyFor } from './worker-rules.ts';
import type { FetchEvent, WorkerScope } from './worker-types.ts';

/** Defined by the build: the entry file, which identifies the build, and all files below `/assets`. */
declare const SITE_ENTRY: string;
declare const SITE_ASSETS: readonly string[];

const worker = globalThis as unknown as WorkerScope;
const ASSETS_CACHE = 'assets';
const OFFLINE_CACHE = `offline ${SITE_ENTRY}`;

async function install(): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  // Bypasses the HTTP cache, which may contain files of the previous build.
  await cache.addAll(OFFLINE_FILES.map((file) => new Request(file, { cache: 'reload' })));
}

/** Removes the caches of older builds. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== ASSETS_CACHE && name !== OFFLINE_CACHE) await caches.delete(name);
  }
  const assets = await caches.open(ASSETS_CACHE);
  const known = new Set(SITE_ASSETS);
  for (const request of await assets.keys()) {
    if (!known.has(new URL(request.url).pathname)) await assets.delete(request);
  }
  // Disables navigation preload, which older workers enabled and the registration keeps. With navigation preload the
  // browser sends a navigation twice if the worker does not handle it, which uses up one-time URLs.
  await worker.registration.navigationPreload?.disable();
  await worker.clients.claim();
}

/**
 * Responds from the cache first, because files with a content hash in their name never change. Caches complete
 * responses only.
 */
async function answerAsset({ request }: FetchEvent): Promise<Response> {
  const cache = await caches.open(ASSETS_CACHE);
  const cached = await cache.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') {
    // A full disk must not break the page.
    await cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}

const offlineFile = async (path: string): Promise<Response | undefined> =>
  (await caches.open(OFFLINE_CACHE)).match(path, { ignoreVary: true });

async function answerPage({ request }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await offlineFile(OFFLINE_PAGE);
    if (page) return page;
    throw error;
  }
}

async function answerOffline({ request }: FetchEvent): Promise<Response> {
  return (await offlineFile(new URL(request.url).pathname)) ?? fetch(request);
}

/** Focuses a tab that already shows the path, or opens a new tab. Other tabs keep their page. */
async function open(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = pages.find(({ url }) => new URL(url).pathname === path);
  await (tab ? tab.focus() : worker.clients.openWindow(path));
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (event) => {
  const { method, mode, url, headers } = event.request;
  const request = { method, mode, url, range: headers.get('range') };
  const strategy = strategyFor(request, worker.location.origin);
  if (strategy === 'asset') event.respondWith(answerAsset(event));
  else if (strategy === 'offline') event.respondWith(answerOffline(event));
  else if (strategy === 'page') event.respondWith(answerPage(event));
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
  // The page compares this build with the build that it runs.
  else if (event.data === 'which build') event.ports[0]?.postMessage(SITE_ENTRY);
});

worker.addEventListener('push', (event) => {
  const { title, body, tag, path, lang } = readPush(event.data?.text() ?? '');
  const options = { body, tag, lang, data: path, icon: '/icon-192.png', badge: '/badge-96.png' };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathWithin(event.notification.data)));
});

// The worker does not know the session. The next page that the member opens sends the subscription to the API.
worker.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options;
  if (!options?.applicationServerKey) return;
  const { applicationServerKey } = options;
  const renewed = { userVisibleOnly: true, applicationServerKey };
  event.waitUntil(worker.registration.pushManager.subscribe(renewed));
});

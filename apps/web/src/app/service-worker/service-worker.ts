import { howToAnswer, OFFLINE_FILES, OFFLINE_PAGE, pathWithin, readPush } from './worker-rules.ts';
import type { FetchEvent, WorkerScope } from './worker-types.ts';

/** Put in by the build: the entry of this build, which is its name, and every file below `/assets`. */
declare const SITE_ENTRY: string;
declare const SITE_ASSETS: readonly string[];

const worker = globalThis as unknown as WorkerScope;
const ASSETS_CACHE = 'assets';
const OFFLINE_CACHE = `offline ${SITE_ENTRY}`;

async function install(): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  // Past the browser's own cache, which may have those of the build before.
  await cache.addAll(OFFLINE_FILES.map((file) => new Request(file, { cache: 'reload' })));
}

/** Clears away what older builds left. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== ASSETS_CACHE && name !== OFFLINE_CACHE) await caches.delete(name);
  }
  const assets = await caches.open(ASSETS_CACHE);
  const known = new Set(SITE_ASSETS);
  for (const request of await assets.keys()) {
    if (!known.has(new URL(request.url).pathname)) await assets.delete(request);
  }
  // A preload sends every navigation before the worker is asked, and the browser sends those that the worker passes
  // over a second time: that spent one-time addresses. The registration keeps the setting of older workers.
  await worker.registration.navigationPreload?.disable();
  await worker.clients.claim();
}

/** What is named after its content never changes: from the cache, else from the network, of what came whole. */
async function answerAsset({ request }: FetchEvent): Promise<Response> {
  const cache = await caches.open(ASSETS_CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') {
    // A full disk keeps nobody from the page.
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

/** Goes to where a page of ours shows that path already, else opens it: no page is led away from what it is doing. */
async function open(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (event) => {
  const { method, mode, url, headers } = event.request;
  const asked = { method, mode, url, range: headers.get('range') };
  const how = howToAnswer(asked, worker.location.origin);
  if (how === 'asset') event.respondWith(answerAsset(event));
  else if (how === 'offline') event.respondWith(answerOffline(event));
  else if (how === 'page') event.respondWith(answerPage(event));
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
  // Which build this is, for a page that wants to know whether it is older.
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

// The site is told by the next page that a member opens: the worker does not know who is signed in.
worker.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options;
  if (!options?.applicationServerKey) return;
  const { applicationServerKey } = options;
  const again = { userVisibleOnly: true, applicationServerKey };
  event.waitUntil(worker.registration.pushManager.subscribe(again));
});

import { clientsClaim } from 'workbox-core';
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import type { pictureCaches, WorkerRequest } from './caches.ts';
import { type PushScope, showPushMessages } from './pushMessages.ts';

/*
 * The service worker: the app's own files, pictures, and push messages. It keeps no answers of the API: what a person has
 * is in the database of `deviceDatabase.ts`, and only there. `scripts/setup/worker.mjs` builds it.
 */

/** The part of a worker's scope that is used here, since the types of the page and of workers exclude each other. */
interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'message', listener: (event: ExtendableEvent & MessageEvent<WorkerRequest>) => void): void;
  skipWaiting(): Promise<void>;
  clients: { matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<unknown[]> };
  registration: ServiceWorkerRegistration;
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

declare const self: WorkerScope & PushScope;
/** The app's files with their hashes. The build writes them here. */
declare const APP_FILES: PrecacheEntry[];

precacheAndRoute(APP_FILES);
cleanupOutdatedCaches();
clientsClaim();
self.addEventListener('activate', (event) => {
  // The page is on its way while the worker starts.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
});

/** After so long without an answer, the app opens with what is on the device. */
const PATIENCE_MS = 5000;

const openShell = createHandlerBoundToURL('/shell');

/** Pages come from the server, which draws the first posters into them, and if it cannot be reached from the device. */
async function openPage(options: RouteHandlerCallbackOptions): Promise<Response> {
  try {
    const page = await Promise.race([fetchPage(options), after(PATIENCE_MS)]);
    // 502 and more are of a proxy whose server is away.
    if (page && page.status < 502) return page;
  } catch {
    // There is no connection.
  }
  return openShell(options);
}

async function fetchPage({ event, request }: RouteHandlerCallbackOptions): Promise<Response> {
  const preloaded: Response | undefined = await (event as { preloadResponse?: Promise<Response> }).preloadResponse;
  return preloaded ?? fetch(request);
}

const after = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

// The API, shared pages and files of the server are no screens of the app.
registerRoute(
  new NavigationRoute(openPage, { denylist: [/^\/(?:api|s)(?:\/|$)/, /^\/(?:metrics|healthz|readyz)$/, /\.\w+$/] }),
);

const DAY_SECONDS = 24 * 60 * 60;
const capOf = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: 60 * DAY_SECONDS, purgeOnQuotaError: true });

// Screens that few people open are not among the files above.
const code = new CacheFirst({ cacheName: 'code', plugins: [capOf(60)] });
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), code);

type Pictures = Record<(typeof pictureCaches)[number], ExpirationPlugin>;
const caps: Pictures = { artwork: capOf(600), tmdb: capOf(400), people: capOf(200) };

/** Without a connection, a picture in another size than the wanted one is better than none. */
const inAnySize = (cacheName: keyof Pictures) => ({
  async handlerDidError({ request }: { request: Request }): Promise<Response | undefined> {
    const cache = await caches.open(cacheName);
    const wanted = withoutSize(request.url);
    const found = (await cache.keys()).find(({ url }) => withoutSize(url) === wanted);
    return found && cache.match(found);
  },
});

/** Both kinds of addresses have a size such as w342, in the path or as `size`. */
const withoutSize = (url: string) => url.replace(/(?<=\/|size=)w\d+(?=\/|$)/, '');

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/art/'),
  new CacheFirst({ cacheName: 'artwork', plugins: [caps.artwork, inAnySize('artwork')] }),
);
registerRoute(
  ({ url }) => url.hostname === 'image.tmdb.org',
  new CacheFirst({
    cacheName: 'tmdb',
    plugins: [
      caps.tmdb,
      inAnySize('tmdb'),
      // Browsers count a picture of unknown size, as one without CORS is, as several megabytes.
      { requestWillFetch: async ({ request }) => new Request(request.url, { mode: 'cors', credentials: 'omit' }) },
    ],
  }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/users/pictures/'),
  new StaleWhileRevalidate({ cacheName: 'people', plugins: [caps.people] }),
);

self.addEventListener('message', (event) => {
  switch (event.data) {
    case 'take over':
      event.waitUntil(self.skipWaiting());
      break;
    case 'take over if alone':
      event.waitUntil(takeOverIfAlone());
      break;
    case 'forget pictures':
      event.waitUntil(Promise.all(Object.values(caps).map((cap) => cap.deleteCacheAndMetadata())));
      break;
  }
});

showPushMessages(self);

/** Another tab may still need files of the version before. */
async function takeOverIfAlone(): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.length <= 1) await self.skipWaiting();
}

import { onReachable } from '../../lib/http/reachable.ts';
import { useLive } from '../live/live.store.ts';
import { pictureCaches, type WorkerRequest } from './caches.ts';

const UPDATE_EVERY_MS = 60 * 60 * 1000;

const ask = (worker: ServiceWorker | null | undefined, request: WorkerRequest) => worker?.postMessage(request);

/** Registers the service worker, once the app is in use, and says when a new version is ready. */
export async function registerWorker(): Promise<void> {
  // Without https there are no service workers, and while developing the files are not those of a build.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null);
  if (!registration) return registerLater();
  const reload = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
    if (registration.waiting) ask(registration.waiting, 'take over');
    else window.location.reload();
  };
  ask(registration.waiting, 'take over if alone');
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', async () => {
      if (worker.state === 'redundant' && !registration.active) registerLater();
      // At the first visit there is no version before it.
      if (worker.state !== 'installed' || !navigator.serviceWorker.controller) return;
      // The page came from the server and may be of the new version already.
      if (await isOfServer().catch(() => false)) ask(worker, 'take over if alone');
      else useLive.getState().applyUpdateReady(reload);
    });
  });
  let checkedAt = performance.now();
  onReachable(() => {
    if (performance.now() - checkedAt < UPDATE_EVERY_MS) return;
    checkedAt = performance.now();
    registration.update().catch(() => undefined);
  });
}

/** The connection ended before the app's files were on the device. */
function registerLater(): void {
  const stop = onReachable(() => {
    stop();
    void registerWorker();
  });
}

/** Whether this page has the files that the server has now. The worker answers '/shell' alone from the device. */
async function isOfServer(): Promise<boolean> {
  const own = document.getElementById('app')?.textContent;
  const shell = await (await fetch('/shell?now')).text();
  return own ? shell.includes(own) : false;
}

/** Deletes the pictures that this device keeps. */
export async function forgetPictures(): Promise<void> {
  if (!('caches' in window)) return;
  ask(navigator.serviceWorker?.controller, 'forget pictures');
  await Promise.all(pictureCaches.map((name) => caches.delete(name)));
}

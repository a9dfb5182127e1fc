import { leaveThisBrowser } from '../../features/notices/thisBrowser.ts';
import { deleteDevice, forgetKept, readQueue } from '../../features/offline/deviceDatabase.ts';
import { forgetOwner } from '../../features/offline/keeping.ts';
import { forgetPictures } from './workerClient.ts';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('marquee.device');

let stopKeeping: () => void = () => undefined;

/** Called before this tab or another one deletes what is kept, so that nothing is written after it. */
export function beforeForgetting(stop: () => void): void {
  stopKeeping = stop;
}

channel?.addEventListener('message', () => stopKeeping());

function stopEverywhere(): void {
  stopKeeping();
  channel?.postMessage('forgotten');
}

/** Deletes everything that this device has of anybody. */
export async function wipeDevice(): Promise<void> {
  stopEverywhere();
  forgetOwner();
  // Emptied first, because a tab that sleeps can hold up deleting it.
  const emptied = forgetKept(null).then(deleteDevice);
  await Promise.allSettled([emptied, forgetPictures()]);
}

/** For a person who signs out: deletes everything, and ends their notifications in this browser. */
export async function leaveDevice(): Promise<void> {
  await Promise.all([wipeDevice(), leaveThisBrowser()]);
}

/** A session has ended. Deletes what is kept, except the writes of this user that wait for a connection. */
export async function forgetAllBut(userId: string | null): Promise<void> {
  void leaveThisBrowser();
  if (userId === null) return;
  try {
    if ((await readQueue(userId)).length === 0) return await wipeDevice();
    stopEverywhere();
    await Promise.allSettled([forgetKept(userId), forgetPictures()]);
  } catch {
    // The database cannot be opened, so it has nothing.
    await wipeDevice();
  }
}

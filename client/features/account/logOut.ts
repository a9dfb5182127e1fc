import type { MouseEvent } from 'react';
import { toast } from '../../components/toast/toast.ts';
import { createStore } from '../../lib/createStore.ts';
import { signOut } from '../../lib/http/signOut.ts';
import { useQueue } from '../offline/queue.store.ts';

/** How many changes logging out would lose, while the person is asked about them. Otherwise 0. */
export const useLogOut = createStore<{ unsent: number }>(() => ({ unsent: 0 }));

/** For a link to /api/logout: logs out, and asks first while changes wait for a connection. */
export function logOut(event: MouseEvent): void {
  event.preventDefault();
  const { entries } = useQueue.getState();
  const unsent = entries.filter(({ problem }) => !problem || problem.kind === 'failing').length;
  if (unsent > 0) useLogOut.setState({ unsent });
  else void leave();
}

/** Logs out, or says why that failed. */
export async function leave(): Promise<void> {
  try {
    await signOut();
  } catch {
    const description = 'Couldn’t log out, it needs a connection. Try again when you’re back online.';
    toast({ title: 'Error', description, variant: 'destructive' });
  }
}

import { notifications, notificationsStore } from '@mantine/notifications';
import { createElement } from 'react';
import { Cancelled } from '../../lib/cancelled.ts';
import { ApiError } from '../../lib/http/http.ts';
import { ToastCard, type ToastMessage } from './ToastCard.tsx';

const SHOWN_MS = 5000;
let lastId = 0;

/** Shows a toast in place of the one that shows, and gives its id. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  const id = lastId;
  const item = {
    id: String(id),
    title: message.title,
    message: message.description,
    // The region around it announces it; Mantine's alert would announce it again.
    role: 'presentation',
    renderNotification: () =>
      createElement(ToastCard, {
        message,
        onDismiss: () => dismissToast(id),
        // Mantine holds a toast while the pointer is on it, not while it has the focus.
        onHold: (isHeld: boolean) => notifications.update({ ...item, autoClose: isHeld ? false : SHOWN_MS }),
      }),
    autoClose: SHOWN_MS,
  };
  notifications.updateState(notificationsStore, () => [item]);
  return id;
}

/** Takes the toast away; one that has been replaced meanwhile is left alone. */
export function dismissToast(id?: number): void {
  if (id === undefined) notifications.clean();
  else notifications.hide(String(id));
}

/** What went wrong in the server's own words, else in ours. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.text) || fallback;
}

/**
 * The one toast of a failed write; gives its id. Being signed out has a toast of its own, which this does not cover up:
 * then it shows nothing and gives null. The same when the user cancelled.
 */
export function toastError(error: unknown, fallback: string, action?: ToastMessage['action']): number | null {
  if (error instanceof Cancelled || (error instanceof ApiError && error.status === 401)) return null;
  return toast({ title: 'Error', description: errorText(error, fallback), variant: 'destructive', action });
}

/** Says what was done, with 'Undo'. */
export function offerUndo(done: Pick<ToastMessage, 'title' | 'description'>, undo: () => Promise<unknown>): void {
  toast({ ...done, action: { label: 'Undo', onPress: () => tryUndo(undo) } });
}

/** Undoes something. If that fails, a toast says so and offers to try again. */
export function tryUndo(undo: () => Promise<unknown>): void {
  undo().catch((error: unknown) => {
    toastError(error, 'Couldn’t undo this. Try again.', { label: 'Try again', onPress: () => tryUndo(undo) });
  });
}

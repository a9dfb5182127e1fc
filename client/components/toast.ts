import { create } from 'zustand';
import { ApiError } from '../lib/http.ts';

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
}

interface ToastState {
  /** The one that shows; a new one takes its place. `id` tells two with the same words apart. */
  current: (ToastMessage & { id: number }) | null;
}

export const useToasts = create<ToastState>(() => ({ current: null }));

let lastId = 0;

/** Shows a toast and gives its id. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  useToasts.setState({ current: { ...message, id: lastId } });
  return lastId;
}

/** Takes the toast away; one that has been replaced meanwhile is left alone. */
export function dismissToast(id?: number): void {
  const { current } = useToasts.getState();
  if (id === undefined || current?.id === id) useToasts.setState({ current: null });
}

/** What went wrong in the server's own words, else in ours. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.text) || fallback;
}

/**
 * The one toast of a failed write; gives its id. Being signed out has a toast of its own, which this does not cover up:
 * then it shows nothing and gives null.
 */
export function toastError(error: unknown, fallback: string): number | null {
  if (error instanceof ApiError && error.status === 401) return null;
  return toast({ title: 'Error', description: errorText(error, fallback), variant: 'destructive' });
}

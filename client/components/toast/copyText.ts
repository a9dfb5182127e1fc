import type { ToastMessage } from './ToastCard.tsx';
import { toast } from './toast.ts';

/** Copies a text that the screen shows, and then shows this toast. Without https, browsers refuse to copy. */
export async function copyText(text: string, copied: ToastMessage): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(copied);
  } catch {
    toast({ title: 'Copy it yourself', description: 'Your browser only allows copying at https addresses.' });
  }
}

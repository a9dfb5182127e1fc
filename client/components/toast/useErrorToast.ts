import { useEffect, useState } from 'react';
import type { ToastMessage } from './ToastCard.tsx';
import { dismissToast, toast, toastError } from './toast.ts';

export interface ErrorToast {
  show(message: Omit<ToastMessage, 'variant'>): void;
  /** As `toastError`. */
  showError(error: unknown, fallback: string): void;
  /** Takes the toast away; another one that shows meanwhile stays. */
  clear(): void;
}

/**
 * The error toast of one form. The form clears it when the field in question changes and when it is sent again, and it
 * goes with the form, so that no error stays on the screen once it is corrected or given up.
 */
export function useErrorToast(): ErrorToast {
  const [errorToast] = useState(createErrorToast);
  useEffect(() => errorToast.clear, [errorToast]);
  return errorToast;
}

export function createErrorToast(): ErrorToast {
  let id: number | null = null;
  return {
    show(message) {
      id = toast({ ...message, variant: 'destructive' });
    },
    showError(error, fallback) {
      id = toastError(error, fallback);
    },
    clear() {
      if (id !== null) dismissToast(id);
      id = null;
    },
  };
}

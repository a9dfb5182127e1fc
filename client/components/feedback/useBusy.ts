import { useEffect, useRef, useState } from 'react';
import { createErrorToast, type ErrorToast, useErrorToast } from '../toast/useErrorToast.ts';

type Work = (work: () => Promise<unknown>, failure: string) => Promise<void>;

interface Busy {
  isBusy: boolean;
  /** Does the work of a button that can be pressed again afterwards. */
  run: Work;
  /** Does the work that closes a form or dialog: after success it stays busy, so that nothing is sent twice meanwhile. */
  finish: Work;
}

/**
 * Whether a button or form is busy, and an error toast if its work fails: the server's text, else `failure`. The toast goes
 * when the work is tried again. A button that is disabled while it is busy has the focus again afterwards.
 */
export function useBusy(showError?: (error: unknown, failure: string) => void): Busy {
  const [errorToast] = useState(createErrorToast);
  return useBusyWith(errorToast, showError);
}

/** The same for a form, whose error toast also goes with the form. */
export function useFormBusy(): Busy {
  return useBusyWith(useErrorToast());
}

function useBusyWith(errorToast: ErrorToast, showError = errorToast.showError): Busy {
  const [isBusy, setBusy] = useState(false);
  const pressed = useRef<Element>(null);

  useEffect(() => {
    if (isBusy || document.activeElement !== document.body) return;
    if (pressed.current instanceof HTMLElement) pressed.current.focus({ preventScroll: true });
    pressed.current = null;
  }, [isBusy]);

  const finish: Work = async (work, failure) => {
    pressed.current = document.activeElement;
    setBusy(true);
    errorToast.clear();
    try {
      await work();
    } catch (error) {
      showError(error, failure);
      setBusy(false);
    }
  };
  const run: Work = async (work, failure) => {
    await finish(work, failure);
    setBusy(false);
  };

  return { isBusy, run, finish };
}

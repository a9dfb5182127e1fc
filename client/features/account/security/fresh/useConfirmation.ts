import { useState } from 'react';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../../lib/http/http.ts';
import { useFreshSignIn } from '../../freshSignIn.store.ts';

/** What was wrong, and the field that shows it. */
export interface ConfirmationProblem {
  field: 'password' | 'code';
  text: string;
}

/** Runs one way of confirming at a time. The text of a refusal is shown at the field. */
export function useConfirmation() {
  const [problem, setProblem] = useState<ConfirmationProblem>();
  const [isBusy, setBusy] = useState(false);
  const errorToast = useErrorToast();

  /** `work` returns false when the page is left instead. */
  const run = async (work: () => Promise<boolean>) => {
    setBusy(true);
    clear();
    try {
      if (await work()) useFreshSignIn.getState().applyConfirmed();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'forbidden') setProblem(problemOf(error));
      else errorToast.showError(error, 'Couldn’t confirm that it is you. Try again.');
      setBusy(false);
    }
  };

  const clear = () => {
    setProblem(undefined);
    errorToast.clear();
  };

  return { problem, isBusy, run, clear };
}

function problemOf({ issues, text = '' }: ApiError): ConfirmationProblem {
  return { field: issues.some(({ path }) => path === 'code') ? 'code' : 'password', text };
}

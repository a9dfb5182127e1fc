import { useState } from 'react';
import { toast, toastError } from '../../components/feedback/toast.ts';
import { useDirectory } from './directory.store.ts';

/** Pins or unpins a user, with a toast; one call at a time. */
export function usePin(userId: string) {
  const [isBusy, setBusy] = useState(false);

  const toggle = async () => {
    setBusy(true);
    try {
      await useDirectory.getState().togglePin(userId);
      toast({ title: 'Success', description: 'User pin status updated' });
    } catch (error) {
      toastError(error, 'Failed to update pin status');
    } finally {
      setBusy(false);
    }
  };

  return { isBusy, toggle };
}

import { useBusy } from '../../components/feedback/useBusy.ts';
import { toast } from '../../components/toast/toast.ts';
import { togglePin } from './user.queries.ts';

/** Pins or unpins a user, with a toast; one call at a time. */
export function usePin(userId: string) {
  const { isBusy, run } = useBusy();

  const toggle = () =>
    run(async () => {
      await togglePin(userId);
      toast({ title: 'Success', description: 'User pin status updated' });
    }, 'Failed to update pin status');

  return { isBusy, toggle };
}

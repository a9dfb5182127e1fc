import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { unblock } from '../user.queries.ts';

interface Named {
  id: string;
  firstName?: string | null;
  lastName?: string | null;
  username?: string | null;
}

/** Ends a block, with a toast; one call at a time. */
export function useUnblock(person: Named) {
  const { isBusy, run } = useBusy();

  const end = () =>
    run(async () => {
      await unblock(person.id);
      toast({ title: withNames`${displayName(person)} is unblocked` });
    }, 'Couldn’t unblock this person. Try again.');

  return { isBusy, unblock: end };
}

import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { withParams } from '../../../lib/page/dialogUrl.ts';
import { forgetJoining } from './joining.ts';

/** Greets a new user whom the invitation of their account has made a member: the server then adds `joined` to the address. */
export function useWelcome(replica: Replica | undefined): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const hasJoined = new URLSearchParams(search).has('joined');
  const name = replica && shownName(replica);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list has loaded
  useEffect(() => {
    if (!hasJoined || name === undefined) return;
    forgetJoining();
    navigate({ search: withParams(search, { joined: null }) }, { replace: true });
    toast({ title: withNames`You are in ${name}` });
  }, [hasJoined, name]);
}

import { useEffect } from 'react';
import type { Proposal } from '../../../common/schemas/play.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { dismissToast, toast } from '../../components/toast/toast.ts';
import { answerProposal } from './diary/answerProposal.ts';
import { usePlays } from './play.store.ts';
import { proposalWords } from './proposalWords.ts';

/** Shows a toast with 'Add to diary' when somebody proposes a play. It disappears when it is answered in another tab. */
export function useProposalNotice(): void {
  useEffect(() => {
    let shown: { id: string; toastId: number } | null = null;
    return usePlays.subscribe(({ lastProposed }, before) => {
      if (!lastProposed || lastProposed === before.lastProposed) return;
      if (lastProposed.status === 'pending') shown = { id: lastProposed.id, toastId: announce(lastProposed) };
      else if (shown?.id === lastProposed.id) {
        dismissToast(shown.toastId);
        shown = null;
      }
    });
  }, []);
}

function announce(proposal: Proposal): number {
  const { who, did, after } = proposalWords(proposal);
  return toast({
    title: withNames`${who} ${did} ${proposal.title} ${after}`,
    description: 'You can add it to your diary.',
    action: { label: 'Add to diary', onPress: () => answerProposal(proposal, 'accepted') },
  });
}

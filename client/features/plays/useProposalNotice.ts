import { useEffect } from 'react';
import type { Proposal } from '../../../common/schemas/play.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { dismissToast, toast } from '../../components/toast/toast.ts';
import { respond } from './diary/respond.ts';
import { useLatestProposal } from './play.queries.ts';
import { proposalWords } from './proposalWords.ts';

/**
 * Shows a toast with 'Add to diary' when somebody else proposes a play. It disappears when it is answered in another tab.
 * For a vote that the user ended there is none: it would cover what the tab just said about that.
 */
export function useProposalNotice(): void {
  useEffect(() => {
    let shown: { id: string; toastId: number } | null = null;
    return useLatestProposal.subscribe(({ proposal }) => {
      if (proposal?.by.id === proposal?.userId) return;
      if (proposal?.status === 'pending') shown = { id: proposal.id, toastId: announce(proposal) };
      else if (proposal && shown?.id === proposal.id) {
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
    action: { label: 'Add to diary', onPress: () => respond(proposal, 'accepted') },
  });
}

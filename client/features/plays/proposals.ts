import { useEffect } from 'react';
import { episodesText, episodeText } from '../../../common/episodeText.ts';
import type { Proposal } from '../../../common/schemas/play.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { dismissToast, toast, toastError } from '../../components/toast/toast.ts';
import { displayName } from '../../lib/person.ts';
import { answerProposal, useLatestProposal } from './play.queries.ts';

/** The words of 'Ben saw Heat with you', without the title. A vote proposes its title to the person who ended it, too. */
export function proposalWords({ by, userId }: Pick<Proposal, 'by' | 'userId'>): {
  who: string;
  did: string;
  after: string;
} {
  if (by.id === userId) return { who: 'You', did: 'chose', after: 'together' };
  return { who: displayName(by), did: 'saw', after: 'with you' };
}

/** 'S2 E4 of Severance', 'S2 E4 and E5 of Severance', or the title alone. */
export function proposedTitle({
  title,
  season,
  episode,
  episodes,
}: Pick<Proposal, 'title' | 'season' | 'episode' | 'episodes'>): string {
  if (episodes) return `${episodesText(episodes)} of ${title}`;
  return season === undefined || episode === undefined ? title : `${episodeText({ season, episode })} of ${title}`;
}

/** Answers a proposal, and says that it is in the diary. */
export async function respond(proposal: Proposal, status: 'accepted' | 'declined'): Promise<void> {
  try {
    await answerProposal(proposal, status);
    if (proposal.status === 'recorded')
      toast({ title: status === 'accepted' ? 'It stays in your diary' : 'Taken out of your diary' });
    else if (status === 'accepted') toast({ title: 'Added to your diary' });
  } catch (error) {
    toastError(error, 'Couldn’t save your answer. Try again.');
  }
}

/**
 * Shows a toast with 'Add to diary', or with 'Undo' for what was recorded already, when another person proposes a play, until the proposal is answered in any tab. Ending
 * a vote also proposes a play to the user, but that toast would cover the one about the end of the vote.
 */
export function useProposalNotice(): void {
  useEffect(() => {
    let shown: { id: string; toastId: number } | null = null;
    return useLatestProposal.subscribe(({ proposal }) => {
      if (proposal?.by.id === proposal?.userId) return;
      if (proposal?.status === 'pending' || proposal?.status === 'recorded')
        shown = { id: proposal.id, toastId: announce(proposal) };
      else if (proposal && shown?.id === proposal.id) {
        dismissToast(shown.toastId);
        shown = null;
      }
    });
  }, []);
}

function announce(proposal: Proposal): number {
  if (proposal.status === 'recorded') {
    return toast({
      title: withNames`${displayName(proposal.by)} ticked ${proposedTitle(proposal)} for you`,
      description: 'It is in your diary.',
      action: { label: 'Undo', onPress: () => respond(proposal, 'declined') },
    });
  }
  const { who, did, after } = proposalWords(proposal);
  return toast({
    title: withNames`${who} ${did} ${proposedTitle(proposal)} ${after}`,
    description: 'You can add it to your diary.',
    action: { label: 'Add to diary', onPress: () => respond(proposal, 'accepted') },
  });
}

import type { Proposal } from '../../../../common/schemas/play.ts';
import { toast, toastError } from '../../../components/toast/toast.ts';
import { answerProposal } from '../play.queries.ts';

/** Answers a proposal, and says that it is in the diary. */
export async function respond(proposal: Proposal, status: 'accepted' | 'declined'): Promise<void> {
  try {
    await answerProposal(proposal, status);
    if (status === 'accepted') toast({ title: 'Added to your diary' });
  } catch (error) {
    toastError(error, 'Your answer could not be saved');
  }
}

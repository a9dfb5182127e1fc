import type { Poll } from '../../../common/schemas/poll.ts';

/** Who looks at a poll, and what they may do with it. */
export interface PollViewer {
  /** The user's id, or the guest's. */
  id: string;
  isGuest: boolean;
  /** May start, reveal and close the vote, and remove guests. */
  canManage: boolean;
  canInvite: boolean;
}

export interface PollProps {
  poll: Poll;
  viewer: PollViewer;
  /** Makes a change that is answered with the poll. A failure shows a toast with this text. */
  onWrite: (write: () => Promise<Poll | undefined>, failure: string) => Promise<void>;
  isBusy: boolean;
}

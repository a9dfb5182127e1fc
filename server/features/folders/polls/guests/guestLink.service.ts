import { Types } from 'mongoose';
import { renderSVG } from 'uqr';
import type { GuestLink } from '../../../../../common/schemas/poll.ts';
import type { Actor } from '../../../../platform/http/actor.ts';
import type { Caller } from '../../../../platform/requests/request.ts';
import { createToken, hashOfToken } from '../../../../platform/session/guestSession.ts';
import { PollModel } from '../../model/poll.model.ts';
import { changePoll, requireStillVoting } from '../pollAccess.ts';

/** Makes the poll's guest link; `addressOf` makes its address. An earlier link of the poll is no longer valid. */
export async function createGuestLink(
  caller: Actor & Caller,
  pollId: string,
  addressOf: (token: string) => string,
): Promise<GuestLink> {
  const token = createToken();
  // The answer holds the token, which is stored nowhere. So a repeated request makes a new link.
  const { operation: _operation, ...once } = caller;
  const expiresAt = await changePoll(
    once,
    pollId,
    async ({ poll, actor }) => {
      requireStillVoting(poll);
      const link = { guestLinkHash: hashOfToken(token), guestLinkByUserId: new Types.ObjectId(actor.userId) };
      await PollModel.updateOne({ _id: poll._id }, { $set: link });
      return poll.expiresAt;
    },
    'poll:invite',
  );
  const url = addressOf(token);
  return { url, qrSvg: renderSVG(url, { border: 2 }), expiresAt: expiresAt.toISOString() };
}

/** Ends the poll's guest link. Guests who have joined stay. */
export async function endGuestLink(caller: Actor & Caller, pollId: string): Promise<void> {
  await changePoll(
    caller,
    pollId,
    async ({ poll }) => {
      await PollModel.updateOne({ _id: poll._id }, { $set: { guestLinkHash: null } });
    },
    'poll:invite',
  );
}

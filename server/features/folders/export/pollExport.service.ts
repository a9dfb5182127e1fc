import { Types, trusted } from 'mongoose';
import { pick } from '../../../../common/pick.ts';
import type { ExportedPoll } from '../../../../common/schemas/export/export.ts';
import { mapPages, readPages } from '../../../platform/database/readPages.ts';
import { FolderModel, ShareModel } from '../model/folder.model.ts';
import {
  type BallotDoc,
  BallotModel,
  isParticipant,
  type PollDoc,
  PollModel,
  pollStateOf,
} from '../model/poll.model.ts';

/** The votes of the user's lists that the user opened or took part in, with the user's own ballots alone. */
export async function* exportPolls(userId: string): AsyncGenerator<ExportedPoll[]> {
  const own = await FolderModel.find({ userId }, { _id: 1 }).lean();
  const shares = await ShareModel.find({ userId }, { folderId: 1 }).lean();
  const folderId = trusted({ $in: [...own.map(({ _id }) => _id), ...shares.map((share) => share.folderId)] });
  yield* mapPages(readPages<PollDoc>(PollModel, { folderId }), async (page) => {
    const polls = page.filter((poll) => isParticipant(poll, userId) || poll.openedByUserId.toHexString() === userId);
    const ballots = await BallotModel.find({
      pollId: trusted({ $in: polls.map(({ _id }) => _id) }),
      participantId: new Types.ObjectId(userId),
    }).lean<BallotDoc[]>();
    const ballotByPoll = new Map(ballots.map((ballot) => [ballot.pollId.toHexString(), ballot]));
    return polls.map((poll) => exportPoll(userId, poll, ballotByPoll.get(poll._id.toHexString())));
  });
}

function exportPoll(userId: string, poll: PollDoc, ballot: BallotDoc | undefined): ExportedPoll {
  const { result } = poll;
  const ownBallot = ballot ?? result?.ballots?.find(({ participantId }) => participantId === userId);
  return {
    id: poll._id.toHexString(),
    listId: poll.folderId.toHexString(),
    state: pollStateOf(poll),
    openedByUser: poll.openedByUserId.toHexString() === userId,
    tookPart: isParticipant(poll, userId),
    filters: poll.filters,
    hasOpenBallots: poll.hasOpenBallots,
    candidates: poll.candidates.map((one) => pick(one, ['key', 'mediaType', 'tmdbId', 'title'])),
    ownBallot: ownBallot ? pick(ownBallot, ['marks', 'veto']) : null,
    result: result && pick(result, ['winnerKey', 'sentence']),
    createdAt: poll.createdAt.toISOString(),
    revealedAt: poll.revealedAt?.toISOString() ?? null,
    expiresAt: poll.expiresAt.toISOString(),
  };
}

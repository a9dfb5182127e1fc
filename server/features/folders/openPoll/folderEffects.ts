import { type Types, trusted } from 'mongoose';
import { endGuestSessions } from '../../../platform/session/guestSession.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { BallotModel, FairnessModel, isParticipant, type PollDoc, PollModel } from '../model/poll.model.ts';
import { endPoll, findOpenPoll, withoutParticipant } from './poll.store.ts';
import { type RecordChange, saveOrReveal } from './reveal.ts';

/**
 * Changes the list's open poll as changes of the list require: a removed title leaves the candidates, a member without access
 * the participants, and with a deleted list its poll ends. Call it in the transaction of these changes.
 */
export async function updateOpenPoll(
  { folder, record }: { folder: FolderDoc; record: RecordChange },
  entries: readonly FolderEntry[],
): Promise<void> {
  const relevant = entries.filter(({ type }) => relevantTypes.has(type));
  if (relevant.length === 0) return;
  const poll = await findOpenPoll(folder._id);
  let changed = poll;
  for (const entry of relevant) if (changed) changed = await after(changed, entry);
  for (const entry of relevant) {
    const userId = leavingUserOf(entry);
    if (userId) await forgetWeight(folder._id, userId);
  }
  if (poll && changed && changed !== poll) await store(changed, record);
}

const relevantTypes = new Set(['item:removed', 'share:revoked', 'folder:handed-over', 'folder:deleted']);

async function after(poll: PollDoc, entry: FolderEntry): Promise<PollDoc> {
  switch (entry.type) {
    case 'item:removed':
      return withoutItem(poll, entry.after._id);
    case 'share:revoked':
    case 'folder:handed-over': {
      const userId = String(leavingUserOf(entry));
      return isParticipant(poll, userId) ? withoutParticipant(poll, userId) : poll;
    }
    case 'folder:deleted':
      await endGuestSessions({ pollId: poll._id });
      return { ...poll, state: 'closed' };
    default:
      return poll;
  }
}

/** Who leaves the list by this change. */
function leavingUserOf(entry: FolderEntry): Types.ObjectId | null {
  if (entry.type === 'share:revoked') return entry.after.userId;
  // The former owner makes this change.
  return entry.type === 'folder:handed-over' ? entry.byUserId : null;
}

/** After the result the candidates stay as they were. */
function withoutItem(poll: PollDoc, itemId: Types.ObjectId): PollDoc {
  const left = poll.candidates.filter((candidate) => !candidate.itemId?.equals(itemId));
  return poll.state === 'revealed' || left.length === poll.candidates.length ? poll : { ...poll, candidates: left };
}

async function store(poll: PollDoc, record: RecordChange): Promise<void> {
  if (poll.state === 'closed') await endPoll(poll);
  else await saveOrReveal(poll, record);
}

/** Call it in the transaction in which the user leaves the list. */
export async function forgetWeight(folderId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  await FairnessModel.deleteOne({ folderId, userId });
}

/** Deletes what the polls of a deleted list leave. */
export async function deletePollsOf(folderId: string): Promise<void> {
  const polls = await PollModel.find({ folderId }, { _id: 1 }).lean<Pick<PollDoc, '_id'>[]>();
  await BallotModel.deleteMany({ pollId: trusted({ $in: polls.map(({ _id }) => _id) }) });
  await FairnessModel.deleteMany({ folderId });
  await PollModel.deleteMany({ folderId });
}

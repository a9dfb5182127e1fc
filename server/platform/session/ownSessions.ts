import { createHash } from 'node:crypto';
import { type Types, trusted } from 'mongoose';
import type { ListedSession } from '../../../common/schemas/account/session.ts';
import { inTransaction } from '../database/database.ts';
import { writeSessionEnded } from '../database/outbox.ts';
import { conflict, notFound } from '../http/errors.ts';
import { endSessionsExcept, isCurrentSession, type OwnSession, SessionModel, type StoredSession } from './session.ts';

/** The session's name for its owner. The id itself is a secret. */
function publicIdOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url').slice(0, 22);
}

async function findSessions(userId: string, { credentialsRev }: OwnSession): Promise<StoredSession[]> {
  // A session whose id was replaced is in the list by its new id.
  const found = await SessionModel.find({
    'session.userId': userId,
    'session.endsAt': trusted({ $exists: false }),
  }).lean<StoredSession[]>();
  return found.filter((stored) => isCurrentSession(stored, credentialsRev));
}

/** Where the user is signed in: this session first, then those that were used last. */
export async function listSessions(userId: string, own: OwnSession): Promise<ListedSession[]> {
  const sessions = (await findSessions(userId, own)).map((stored) => toSession(stored, own.id));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1));
}

function toSession({ _id, lastModified, session }: StoredSession, ownId: string): ListedSession {
  const startedAt = new Date(session.startedAt ?? 0).toISOString();
  return {
    id: publicIdOf(_id),
    device: session.device ?? null,
    address: session.address ?? null,
    startedAt,
    lastUsedAt: lastModified?.toISOString() ?? startedAt,
    isCurrent: _id === ownId,
  };
}

/** Returns whether a user's session that began at a time is still there. Its id may have changed since. */
export async function findSessionStarts(
  userIds: readonly Types.ObjectId[],
): Promise<(userId: Types.ObjectId, startedAt: Date) => boolean> {
  if (userIds.length === 0) return () => false;
  const found = await SessionModel.find({ 'session.userId': trusted({ $in: userIds.map(String) }) }).lean<
    StoredSession[]
  >();
  const current = found.filter((stored) => isCurrentSession(stored, stored.session.credentialsRev ?? 0));
  const starts = new Set(current.map(({ session }) => `${session.userId} ${session.startedAt}`));
  return (userId, startedAt) => starts.has(`${userId.toHexString()} ${startedAt.getTime()}`);
}

/** Ends one of the user's other sessions and returns its device. Throws not_found, and conflict for the caller's own session. */
export async function endSessionOf(userId: string, own: OwnSession, publicId: string): Promise<string | null> {
  const found = (await findSessions(userId, own)).find(({ _id }) => publicIdOf(_id) === publicId);
  if (!found) throw notFound('This session has ended already');
  if (found._id === own.id) throw conflict('conflict', 'This is the session that you are using. Log out to end it.');
  await inTransaction(async () => {
    await SessionModel.deleteOne({ _id: found._id });
    await writeSessionEnded(userId, found._id);
  });
  return found.session.device ?? null;
}

/** Ends all of the user's sessions except the caller's own. */
export async function endAllOtherSessions(userId: string, ownId: string): Promise<void> {
  await inTransaction(() => endSessionsExcept(userId, ownId));
}

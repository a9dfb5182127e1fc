import { limits } from '../../../common/constants.ts';
import type { ErrorBody } from '../../../common/errors.ts';
import type { SyncAnswer, SyncRequest } from '../../../common/schemas/events.ts';
import { usePolls } from '../../features/folders/polls/poll.store.ts';
import { liveSeen } from '../../features/folders/seen/seen.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useInvitations } from '../../features/folders/state/invitation.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import type { LiveSocket } from '../../lib/http/socket.ts';
import { applyPerson } from './applyPerson.ts';
import { catchUp } from './catchUp.ts';

const RETRY_MS = 2000;

/** Asks the server for what this tab missed, page by page, and applies the answers. */
export function createSync(socket: LiveSocket) {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let userRev: number | undefined;
  // The user was read before the first connect, so events in between were missed as well.
  const knownUserRev = () => userRev ?? useUsers.getState().viewer?.rev;

  const applyAnswer = (answer: SyncAnswer, asked: KnownRevs) => {
    const known = knownUserRev();
    useFolders.getState().applySync(answer, asked);
    for (const { id } of answer.folders) void liveSeen.refresh(id);
    for (const folderId of answer.gone) liveSeen.apply(folderId, () => undefined);
    for (const person of answer.people ?? []) applyPerson(person);
    useInvitations.getState().applyAll(answer.invitations);
    // This tab missed personal events, or the database was restored.
    if (known !== undefined && answer.userRev !== known) catchUp('ownRev');
    userRev = answer.userRev;
  };

  const sync = async () => {
    let after: string | undefined;
    do {
      const known = useFolders.getState().knownRevs();
      const part = knownPart(known, after);
      const answer = await ask(socket, { ...part, userRev: knownUserRev() ?? 0 });
      if (!answer || 'code' in answer) {
        // The next connection syncs anyway.
        if (socket.connected) retryTimer = setTimeout(sync, RETRY_MS);
        return;
      }
      applyAnswer(answer, known);
      // Only the first page has the polls, of all lists.
      if (!after) usePolls.getState().applyAll(answer.polls ?? []);
      // A node of an older version answers for all requested folders and sets no `next`.
      after = answer.next ?? part.upTo;
    } while (after);
  };

  return { sync, stop: () => clearTimeout(retryTimer) };
}

type KnownRevs = ReturnType<ReturnType<typeof useFolders.getState>['knownRevs']>;

/** The part of the known revs for one sync request: the folders after an id, ordered by id, up to the request's limit. */
export function knownPart(known: KnownRevs, after = ''): Omit<SyncRequest, 'userRev'> {
  const later = Object.entries(known)
    .filter(([id]) => id > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const named = later.slice(0, limits.syncFolders);
  const revIds = named.flatMap(([id, { revId }]) => (revId ? [[id, revId] as const] : []));
  const peopleRevs = named.flatMap(([id, { peopleRev }]) => (peopleRev ? [[id, peopleRev] as const] : []));
  const seenRevs = named.flatMap(([id, { seenRev }]) => (seenRev ? [[id, seenRev] as const] : []));
  return {
    folders: Object.fromEntries(named.map(([id, { rev }]) => [id, rev])),
    ...(revIds.length > 0 && { revIds: Object.fromEntries(revIds) }),
    ...(peopleRevs.length > 0 && { peopleRevs: Object.fromEntries(peopleRevs) }),
    seenRevs: Object.fromEntries(seenRevs),
    ...(after && { after }),
    ...(named.length < later.length && { upTo: named.at(-1)?.[0] }),
  };
}

/** Sends one sync request. Null if the answer did not arrive in time or the connection was lost. */
async function ask(socket: LiveSocket, request: SyncRequest): Promise<SyncAnswer | ErrorBody | null> {
  try {
    return await socket.timeout(10_000).emitWithAck('sync', request);
  } catch {
    return null;
  }
}

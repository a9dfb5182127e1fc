import type { Types } from 'mongoose';
import pLimit from 'p-limit';
import type { ServerEvent } from '../../../common/events.ts';
import type { PublicUser } from '../../../common/user.ts';
import type { FeedHandlers } from '../../platform/changeFeed.ts';
import { log } from '../../platform/log.ts';
import type { OutboxDoc } from '../../platform/outbox.ts';
import type { Realtime } from '../../platform/realtime.ts';
import { forgetPerson } from '../users/user.service.ts';
import type { AudienceOf } from './audience.ts';
import { type ChangeDoc, toChanges } from './change.model.ts';
import { viewFolder } from './folderViews.ts';
import { findInvitationReaders } from './invitation.events.ts';
import type { PresenceKeeper } from './presence.service.ts';
import type { ShareDoc } from './share.model.ts';

interface TellerParts {
  realtime: Realtime;
  audienceOf: AudienceOf;
  presence: Pick<PresenceKeeper, 'dropPeople'>;
}

/** Tells this node's tabs what the change feed brings: each folder's changes to those who are members right then. */
export function createTeller({ realtime, audienceOf, presence }: TellerParts): FeedHandlers<OutboxDoc> {
  async function tellFolder(folderId: string, entries: OutboxDoc[]): Promise<void> {
    const changes = entries as ChangeDoc[];
    const told = await toChanges(changes);
    // Asked last, with nothing awaited between the answer and the emit: who lost the folder since is left out.
    const audience = await audienceOf(folderId);
    realtime.emitTo(audience, 'folder:changes', { folderId, changes: told });
    for (const change of changes) {
      for (const userId of newcomers(change)) await tellAvailable(userId, folderId, audience);
      for (const [userId, reason] of losses(change)) {
        if (audience.includes(userId)) continue;
        presence.dropPeople(folderId, [userId]);
        realtime.emitTo([userId], 'folder:gone', { folderId, reason });
      }
    }
  }

  async function tellAvailable(userId: string, folderId: string, audience: readonly string[]): Promise<void> {
    if (!audience.includes(userId)) return;
    const folder = await viewFolder(userId, folderId);
    if (folder) realtime.emitTo([userId], 'folder:available', { folder });
  }

  function emitNews(entry: OutboxDoc, to: readonly (Types.ObjectId | string)[]): void {
    const event = entry.type as Exclude<ServerEvent, 'session:ended'>;
    realtime.emitTo([...new Set(to.map(String))], event, entry.payload as never);
  }

  // One after the other, so that the events of an invitation arrive in the order in which they were written.
  const oneByOne = pLimit(1);

  /** Asks who may read the invitations right before it emits: a member who may no longer share them hears nothing. */
  function tellReaders(entry: OutboxDoc, folderId: Types.ObjectId): void {
    oneByOne(async () => emitNews(entry, [...(entry.to ?? []), ...(await findInvitationReaders(folderId))])).catch(
      (error: unknown) => {
        log.error({ err: error, folderId: String(folderId) }, 'an invitation event could not be delivered');
        realtime.cutAll();
      },
    );
  }

  return {
    read: (document) => document as OutboxDoc,
    idOf: (entry) =>
      entry.folderId && entry.rev !== undefined ? { folderId: entry.folderId.toHexString(), rev: entry.rev } : null,
    tellFolder,
    tellPeople(entry) {
      if (entry.type === 'session:ended') {
        realtime.endSession((entry.payload as { sessionId: string }).sessionId);
        return;
      }
      if (entry.type === 'user:updated') forgetPerson((entry.payload as { user: PublicUser }).user.id);
      if (entry.invitationsOf) tellReaders(entry, entry.invitationsOf);
      else emitNews(entry, entry.to ?? []);
    },
    onLost: () => realtime.cutAll(),
  };
}

function newcomers(change: ChangeDoc): string[] {
  if (change.type === 'folder:created') return [change.byUserId.toHexString()];
  return change.type === 'share:granted' ? [String((change.after as ShareDoc).userId)] : [];
}

function losses(change: ChangeDoc): [userId: string, reason: 'deleted' | 'left' | 'removed'][] {
  if (change.type === 'folder:deleted') {
    return (change.to ?? []).map((userId: Types.ObjectId) => [userId.toHexString(), 'deleted']);
  }
  if (change.type !== 'share:revoked') return [];
  const { userId } = change.after as ShareDoc;
  return [[userId.toHexString(), userId.equals(change.byUserId) ? 'left' : 'removed']];
}

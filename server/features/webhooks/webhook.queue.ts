import { Types, trusted } from 'mongoose';
import { listWebhookEvents, type WebhookEvent } from '../../../common/webhooks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { RecordedPlays } from '../../platform/database/outbox.ts';
import { isDuplicateKey, isProblem } from '../../platform/http/errors.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { createAudiences } from '../folders/access/audience.ts';
import type { FolderEntry, LogEntry } from '../folders/log/folderEntry.ts';
import { withdrawNotice } from '../users/notices/notice.store.ts';
import { type WebhookDeliveryDoc, WebhookDeliveryModel, type WebhookDoc, WebhookModel } from './webhook.model.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

type Subscriber = Pick<WebhookDoc, '_id' | 'userId' | 'folderId' | 'events'>;

/**
 * Queues a message for each webhook that an entry of the log is for. An entry that comes again changes nothing. The rights of
 * the webhook's user are checked again when the message is sent.
 */
export function createQueue(onQueued: () => void): (entries: LogEntry[]) => Promise<void> {
  const audiences = createAudiences();
  return async (entries) => {
    const events = entries.flatMap((entry) => eventsOf(entry).map((event) => ({ entry, event })));
    const folderIds = [...new Set(entries.flatMap((entry) => ('rev' in entry ? [String(entry.folderId)] : [])))];
    await deleteWebhooksOfLists(entries);
    if (events.length === 0) return;
    const loaded = await Promise.all(folderIds.map(async (id) => [id, (await audiences.load(id)).userIds] as const));
    const members = new Map(loaded);
    const users = [...new Set([...[...members.values()].flat(), ...entries.flatMap(recorderOf)])];
    const hooks = await WebhookModel.find(
      {
        isOn: true,
        $or: [
          { folderId: trusted({ $in: folderIds.map((id) => new Types.ObjectId(id)) }) },
          { folderId: null, userId: trusted({ $in: users.map((id) => new Types.ObjectId(id)) }) },
        ],
      },
      { userId: 1, folderId: 1, events: 1 },
    ).lean<Subscriber[]>();
    const managed = new Map<string, Promise<boolean>>();
    const manages = (userId: string, folderId: string) => {
      const key = `${userId} ${folderId}`;
      const known = managed.get(key) ?? findManaged(userId, folderId).then((found) => found !== null);
      managed.set(key, known);
      return known;
    };
    const isFor = async (hook: Subscriber, entry: LogEntry) => {
      const userId = String(hook.userId);
      if (!('rev' in entry)) return hook.folderId === null && recorderOf(entry).includes(userId);
      const id = String(entry.folderId);
      if (hook.folderId) return String(hook.folderId) === id;
      return members.get(id)?.includes(userId) === true && (await manages(userId, id));
    };
    const wanted = events.flatMap(({ entry, event }) =>
      hooks.filter((hook) => hook.events.includes(event)).map((hook) => ({ hook, entry, event })),
    );
    const areFor = await Promise.all(wanted.map(({ hook, entry }) => isFor(hook, entry)));
    const queued = wanted
      .filter((_one, place) => areFor[place])
      .map(({ hook, entry, event }) => newDelivery(hook._id, event, entry._id));
    if (queued.length === 0) return;
    try {
      await WebhookDeliveryModel.insertMany(queued, { lean: true, ordered: false });
    } catch (error) {
      // Those that exist were queued before a crash. All others are inserted.
      if (!isDuplicateKey(error)) throw error;
    }
    await makeDue(queued.map(({ hookId }) => hookId));
    onQueued();
  };
}

/** What it is for webhooks: one event or none. */
function eventsOf(entry: LogEntry): WebhookEvent[] {
  if (!('rev' in entry)) return recordedOf(entry) ? ['play:recorded'] : [];
  const type = entry.type === 'items:added' ? 'item:added' : entry.type;
  return listWebhookEvents.filter((event) => event === type);
}

export function recordedOf(entry: LogEntry): RecordedPlays | null {
  return 'recorded' in entry ? (entry.recorded ?? null) : null;
}

function recorderOf(entry: LogEntry): string[] {
  return 'to' in entry && recordedOf(entry) ? entry.to.map(String) : [];
}

export function newDelivery(hookId: Types.ObjectId, event: WebhookDeliveryDoc['event'], entryId?: Types.ObjectId) {
  const createdAt = new Date();
  return {
    _id: new Types.ObjectId(),
    hookId,
    ...(entryId && { entryId }),
    event,
    state: 'pending',
    attempts: 0,
    status: null,
    problem: null,
    createdAt,
    attemptedAt: null,
    since: createdAt,
    expiresAt: new Date(createdAt.getTime() + WEEK_MS),
  } satisfies WebhookDeliveryDoc;
}

/** The list, if the user may manage it now. */
export async function findManaged(userId: string, folderId: string) {
  try {
    return await loadFolderFor(userId, folderId, 'webhook:manage');
  } catch (error) {
    if (isProblem(error, 'not_found') || isProblem(error, 'forbidden')) return null;
    throw error;
  }
}

/** A webhook that waits to try again keeps its time. */
export async function makeDue(hookIds: readonly Types.ObjectId[]): Promise<void> {
  await WebhookModel.updateMany(
    { _id: trusted({ $in: hookIds }), nextAt: trusted({ $exists: false }) },
    { $set: { nextAt: new Date() } },
  );
}

/** A list that is restored later has no webhooks. */
async function deleteWebhooksOfLists(entries: readonly LogEntry[]): Promise<void> {
  const deleted = entries.filter((entry): entry is FolderEntry<'folder:deleted'> => entry.type === 'folder:deleted');
  if (deleted.length === 0) return;
  await endWebhooks(
    await WebhookModel.find(
      { folderId: trusted({ $in: deleted.map(({ folderId }) => folderId) }) },
      { userId: 1 },
    ).lean(),
  );
}

export async function endWebhooks(hooks: readonly Pick<WebhookDoc, '_id' | 'userId'>[]): Promise<void> {
  if (hooks.length === 0) return;
  const ids = hooks.map(({ _id }) => _id);
  await WebhookModel.deleteMany({ _id: trusted({ $in: ids }) });
  await WebhookDeliveryModel.deleteMany({ hookId: trusted({ $in: ids }) });
  for (const hook of hooks) await withdrawOffNotice(hook);
}

/** The webhook is on again or deleted: the notice that it was turned off goes. */
export async function withdrawOffNotice({ _id, userId }: Pick<WebhookDoc, '_id' | 'userId'>): Promise<void> {
  await inTransaction(() => withdrawNotice(userId, { kind: 'webhook-off', folderId: null, about: _id.toHexString() }));
}

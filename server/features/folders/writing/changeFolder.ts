import { Types, trusted } from 'mongoose';
import { type Access, type FolderAction, noAccess } from '../../../../common/permissions.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import { waitUntilDelivered } from '../../../platform/database/changeFeed.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { hasWaitedInVain, isDatabaseAway } from '../../../platform/database/databaseAway.ts';
import { appendEntries } from '../../../platform/database/outbox.ts';
import { ANSWERED_WITHIN_MS } from '../../../platform/database/timeLimit.ts';
import type { Problem } from '../../../platform/http/errors.ts';
import {
  type Actor,
  replayIdempotentResponse,
  runOnce,
  storeResponses,
} from '../../../platform/requests/operations.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import { accessOf, authoriseWrite, folderNotFound, forgetAuthorisation, requireAccess } from '../access/access.ts';
import { requireRoomForItems } from '../access/quotas.ts';
import { updateGroups } from '../groups/group.store.ts';
import { type ChangeDraft, type FolderEntry, membershipChange, toFolderEntry } from '../log/folderEntry.ts';
import { hideCommentsOf } from '../model/comment.model.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { setFormerMember } from '../model/formerMember.model.ts';
import { type ItemDoc, ItemModel, insertItems, type StoredItemState } from '../model/item.model.ts';
import { updateOpenPoll } from '../openPoll/folderEffects.ts';
import { WriteQueue } from './writeQueue.ts';

interface FolderChange {
  actor: Actor;
  folderId: string;
  /** What the actor needs the right to do. */
  action: ChangeAction;
  /**
   * The items that the write reads, none if it only adds one. A write that names them shares reads and writes of items with its
   * batch.
   */
  itemIds?: readonly string[];
  /** The error for users who cannot see the folder, and for a folder that does not exist. */
  missing?: () => Problem;
}

const MAX_BATCH = 100;
const DELIVERED_WITHIN_MS = 1000;

const queue = new WriteQueue<FolderJob, unknown>({
  maxBatch: MAX_BATCH,
  maxWaitMs: ANSWERED_WITHIN_MS,
  async run(folderId, jobs) {
    const { answers, rev, endsAccess } = await runFolderTransaction(folderId, jobs);
    // Users who lost the folder must receive no more of it once the writer has the answer.
    return endsAccess ? { answers, ready: waitUntilDelivered(folderId, rev, DELIVERED_WITHIN_MS) } : { answers };
  },
  // A commit whose result is unknown must not run again: it may have been applied.
  isFinal: isDatabaseAway,
  blocksOthers: hasWaitedInVain,
});

/**
 * The only way to change a folder, its items or its shares. One transaction checks the actor's access, runs `write`,
 * keeps the counts and appends to the folder's log, which every node delivers from. Writes that wait for the same folder
 * share a transaction. `write` may run again, so it must hold only database work and catch no error. Its answer is
 * stored for a repeated Idempotency-Key.
 *
 * Throws `missing` for users who cannot see the folder, and forbidden for members without the right. Both are checked
 * before the write is queued, and again in the transaction.
 */
export async function changeFolder<T>(change: FolderChange, write: (folder: FolderWrite) => Promise<T>): Promise<T> {
  const { actor, action, itemIds, missing = folderNotFound } = change;
  if (!Types.ObjectId.isValid(change.folderId)) throw missing();
  // The queue and the feed identify the folder by this spelling of its id.
  const folderId = change.folderId.toLowerCase();
  return runOnce(actor, async () => {
    try {
      if (!isOutsideAction(action)) await authoriseWrite(actor.userId, folderId, action, missing);
      return (await queue.add(folderId, { actor, action, itemIds, missing, write })) as T;
    } catch (error) {
      forgetAuthorisation(actor.userId, folderId);
      return (await replayIdempotentResponse(actor, error)) as T;
    }
  });
}

/** What a write to a folder works with, inside the transaction. */
export interface FolderWrite {
  /** The folder as this write finds it. A write may set its name and its visibility. */
  readonly folder: FolderDoc;
  readonly access: Access;
  readonly actor: Actor;
  readonly actorUser: PublicUser;
  /** Appends an entry to the folder's log, raises rev and keeps the counts. */
  record(draft: ChangeDraft): FolderEntry;
  /** What this transaction has appended so far, which is not stored yet. */
  readonly entries: readonly FolderEntry[];
  /** For writes that add an item or that were queued with itemIds. Other writes use ItemModel. */
  readonly items: ItemBuffer;
}

/**
 * Actions of users who are not members. The write itself checks that the user may do this: that the invitation or the poll
 * is theirs, that they may read the list on its owner's profile, or that they are an operator.
 */
const outsideActions = ['invitee', 'guest', 'profile-reader', 'operator'] as const;
type OutsideAction = (typeof outsideActions)[number];

type ChangeAction = FolderAction | OutsideAction;

function isOutsideAction(action: ChangeAction): action is OutsideAction {
  return outsideActions.some((one) => one === action);
}

/** A queued write, and what it needs. */
export interface FolderJob {
  actor: Actor;
  action: ChangeAction;
  itemIds: readonly string[] | undefined;
  missing(): Problem;
  write(folder: FolderWrite): Promise<unknown>;
}

interface TransactionResult {
  /** The answers to the writes, in their order. */
  answers: unknown[];
  /** Of the folder after the last write. */
  rev: number;
  /** A user can no longer see the folder. */
  endsAccess: boolean;
}

/** Runs writes to one folder in one transaction. If one of them throws, none has an effect. */
export async function runFolderTransaction(folderId: string, jobs: readonly FolderJob[]): Promise<TransactionResult> {
  const userById = await loadPublicUserLookup(jobs.map(({ actor }) => actor.userId));
  return inTransaction(() => runJobs(folderId, jobs, userById));
}

/** Runs a write to a folder as part of the caller's transaction, for changes that are not of one folder alone. */
export async function runInTransaction(folderId: string, job: FolderJob): Promise<void> {
  await runJobs(folderId, [job], await loadPublicUserLookup([job.actor.userId]));
}

async function runJobs(
  folderId: string,
  jobs: readonly FolderJob[],
  userById: (id: string) => PublicUser,
): Promise<TransactionResult> {
  const transaction = await FolderTransaction.load(folderId, jobs);
  const answers: unknown[] = [];
  for (const job of jobs) answers.push(await transaction.run(job, userById(job.actor.userId)));
  await transaction.save();
  await storeResponses(jobs.map(({ actor }, index) => ({ actor, answer: answers[index] })));
  return { answers, rev: transaction.rev, endsAccess: transaction.endsAccess };
}

/** What a write may change of a list. Other fields never change, or have a function of their own. One that is missing does not compile. */
type WrittenField = Exclude<
  keyof FolderDoc,
  '_id' | 'kind' | 'createdAt' | 'peopleRev' | 'seenRev' | 'hasNoPublicLinks'
>;

class FolderTransaction {
  readonly #folder: FolderDoc;
  /** Those of the actors, by user, as the writes so far have left them. */
  readonly #shares: Map<string, ShareDoc>;
  readonly #items: ItemBuffer;
  readonly #entries: FolderEntry[] = [];

  static async load(folderId: string, jobs: readonly FolderJob[]): Promise<FolderTransaction> {
    // This comes first, so that a transaction on another node that writes to the folder conflicts at once.
    const folder = await FolderModel.findOneAndUpdate({ _id: folderId }, { $inc: { rev: 1 } })
      .setOptions({ returnDocument: 'before', timestamps: false })
      .lean<FolderDoc>();
    if (!folder) throw jobs[0]?.missing() ?? folderNotFound();
    const itemIds = jobs.flatMap(({ itemIds }) => itemIds ?? []);
    const shares = await findShares(
      folder,
      jobs.map(({ actor }) => actor.userId),
    );
    return new FolderTransaction(folder, shares, new ItemBuffer(folder._id, itemIds));
  }

  constructor(folder: FolderDoc, shares: Map<string, ShareDoc>, items: ItemBuffer) {
    this.#folder = folder;
    this.#shares = shares;
    this.#items = items;
  }

  get rev(): number {
    return this.#folder.rev;
  }

  get endsAccess(): boolean {
    return this.#entries.some((entry) => membershipChange(entry).lost.length > 0);
  }

  get #isDeleted(): boolean {
    return this.#entries.at(-1)?.type === 'folder:deleted';
  }

  async run(job: FolderJob, actorUser: PublicUser): Promise<unknown> {
    const access = this.#authorise(job);
    // Writes that read items from the database must find what earlier writes have buffered.
    if (job.itemIds === undefined) await this.#items.flush();
    const record = (draft: ChangeDraft) => this.#record(draft, job.actor);
    const before = this.#entries.length;
    const answer = await job.write({
      folder: this.#folder,
      access,
      actor: job.actor,
      actorUser,
      items: this.#items,
      record,
      entries: this.#entries,
    });
    const entries = this.#entries.slice(before);
    await updateOpenPoll({ folder: this.#folder, record }, entries);
    await updateGroups(entries);
    return answer;
  }

  async save(): Promise<void> {
    await this.#items.flush();
    if (!this.#isDeleted) {
      const { _id, name, userId, itemCount, memberCount, visibility = null, rev, revId, membersRev } = this.#folder;
      const stored = {
        name,
        userId,
        itemCount,
        memberCount,
        visibility,
        rev,
        revId,
        membersRev,
      } satisfies Record<WrittenField, unknown>;
      await FolderModel.updateOne({ _id }, { $set: stored });
      await this.#saveFormerMembers();
      await this.#hideComments();
    }
    await appendEntries(this.#entries);
  }

  async #saveFormerMembers(): Promise<void> {
    for (const entry of this.#entries) {
      if (entry.type === 'share:granted') await setFormerMember(entry.folderId, entry.after.userId, false);
      if (entry.type === 'share:revoked') await setFormerMember(entry.folderId, entry.after.userId, true);
      // The former owner makes this change.
      if (entry.type === 'folder:handed-over') await setFormerMember(entry.folderId, entry.byUserId, true);
    }
  }

  async #hideComments(): Promise<void> {
    const removed = this.#entries.flatMap((entry) => (entry.type === 'item:removed' ? [entry.after._id] : []));
    if (removed.length > 0) await hideCommentsOf(removed);
  }

  /** Checks the access again: it may have changed since the write was queued, and by an earlier write of this batch. */
  #authorise({ actor, action, missing }: FolderJob): Access {
    if (this.#isDeleted) throw missing();
    const access = accessOf(actor.userId, this.#folder, this.#shares.get(actor.userId));
    if (isOutsideAction(action)) return access ?? noAccess;
    return requireAccess(access, action, missing);
  }

  #record(draft: ChangeDraft, actor: Actor): FolderEntry {
    const { revId: previousRevId } = this.#folder;
    const folder = Object.assign(this.#folder, { rev: this.#folder.rev + 1, revId: new Types.ObjectId() });
    this.#apply(draft);
    const entry = toFolderEntry(draft, folder, { userId: actor.userId, opId: actor.operation?.opId }, previousRevId);
    this.#entries.push(entry);
    return entry;
  }

  /**
   * Keeps the folder's counts, and the shares that later writes of this transaction are checked against. Throws
   * limit_reached when there is no room for another title.
   */
  #apply(draft: ChangeDraft): void {
    switch (draft.type) {
      case 'item:added':
        requireRoomForItems(this.#folder, 1);
        this.#folder.itemCount += 1;
        break;
      case 'items:added':
        requireRoomForItems(this.#folder, draft.items.length);
        this.#folder.itemCount += draft.items.length;
        break;
      case 'item:removed':
        this.#folder.itemCount -= 1;
        break;
      case 'share:granted':
        this.#folder.memberCount += 1;
        this.#folder.membersRev += 1;
        this.#setShare(draft.share);
        break;
      case 'share:revoked':
        this.#folder.memberCount -= 1;
        this.#folder.membersRev += 1;
        this.#shares.delete(draft.share.userId.toHexString());
        this.#forgetAuthorisation(draft.share);
        break;
      case 'folder:handed-over':
        this.#folder.userId = draft.share.userId;
        this.#folder.memberCount -= 1;
        this.#folder.membersRev += 1;
        this.#shares.delete(draft.share.userId.toHexString());
        break;
      case 'share:permissions-changed':
        this.#setShare(draft.share);
        this.#forgetAuthorisation(draft.share);
        break;
      case 'folder:created':
      case 'folder:renamed':
      case 'folder:visibility-changed':
      case 'folder:deleted':
      case 'folder:restored':
      case 'item:updated':
      case 'item:noted':
      case 'item:moved':
      case 'item:refreshed':
      case 'group:joined':
      case 'group:left':
      case 'poll:opened':
      case 'poll:decided':
      case 'comment:added':
        break;
      default:
        unreachable(draft);
    }
  }

  #setShare(share: ShareDoc): void {
    this.#shares.set(share.userId.toHexString(), share);
  }

  #forgetAuthorisation({ userId, folderId }: ShareDoc): void {
    forgetAuthorisation(userId.toHexString(), folderId.toHexString());
  }
}

async function findShares(folder: FolderDoc, userIds: readonly string[]): Promise<Map<string, ShareDoc>> {
  const members = [...new Set(userIds)].filter((userId) => userId !== folder.userId.toHexString());
  if (members.length === 0) return new Map();
  const shares = await ShareModel.find({ folderId: folder._id, userId: trusted({ $in: members }) }).lean<ShareDoc[]>();
  return new Map(shares.map((share) => [share.userId.toHexString(), share]));
}

/**
 * The items that the writes of one transaction change. They are read with one statement, and `flush` writes their changes
 * together. Each write sees the changes of the writes before it.
 */
class ItemBuffer {
  readonly #folderId: Types.ObjectId;
  readonly #ids: readonly string[];
  /** By id. Null until the first read. */
  #known: Map<string, ItemDoc> | null = null;
  readonly #changed = new Map<string, Partial<StoredItemState>>();
  readonly #removed: Types.ObjectId[] = [];
  readonly #added: ItemDoc[] = [];

  /** `ids` are those of all items that the transaction's writes refer to. */
  constructor(folderId: Types.ObjectId, ids: readonly string[]) {
    this.#folderId = folderId;
    this.#ids = ids;
  }

  /** The item as this transaction has it, or null when the folder has no item with this id. */
  async find(id: string): Promise<ItemDoc | null> {
    if (!this.#known) {
      const items = await ItemModel.find({ _id: trusted({ $in: this.#ids }), folderId: this.#folderId }).lean<
        ItemDoc[]
      >();
      this.#known = new Map(items.map((item) => [item._id.toHexString(), item]));
    }
    return this.#known.get(id.toLowerCase()) ?? null;
  }

  insert(item: ItemDoc): void {
    this.#added.push(item);
  }

  /** Returns the item with its new state. */
  set(item: ItemDoc, state: Partial<StoredItemState>): ItemDoc {
    const id = item._id.toHexString();
    const next = { ...item, ...state };
    this.#known?.set(id, next);
    this.#changed.set(id, { ...this.#changed.get(id), ...state });
    return next;
  }

  remove(item: ItemDoc): void {
    const id = item._id.toHexString();
    this.#known?.delete(id);
    this.#changed.delete(id);
    this.#removed.push(item._id);
  }

  /** Writes the changes and drops the cached items, so that the next write may read and write items directly. */
  async flush(): Promise<void> {
    this.#known = null;
    // Removals first: the same title may be removed and added again in one transaction.
    if (this.#removed.length > 0) await ItemModel.deleteMany({ _id: trusted({ $in: this.#removed.splice(0) }) });
    const updates = [...this.#changed].map(([_id, $set]) => ({ updateOne: { filter: { _id }, update: { $set } } }));
    this.#changed.clear();
    if (updates.length > 0) await ItemModel.bulkWrite(updates);
    await insertItems(this.#added.splice(0));
  }
}

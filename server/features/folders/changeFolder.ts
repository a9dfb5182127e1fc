import { Types } from 'mongoose';
import type { Access, FolderAction } from '../../../common/permissions.ts';
import type { PublicUser } from '../../../common/user.ts';
import type { Actor } from '../../platform/actor.ts';
import { whenTold } from '../../platform/changeFeed.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Problem } from '../../platform/errors.ts';
import { answerOfTwin, keepAnswers } from '../../platform/operations.ts';
import { OutboxModel } from '../../platform/outbox.ts';
import { publicUsersById } from '../users/user.service.ts';
import { accessOf, admit, folderNotFound, forgetAdmission, requireAccess } from './access.ts';
import { type ChangeDoc, type ChangeDraft, toChangeDoc } from './change.model.ts';
import { type FolderDoc, FolderModel } from './folder.model.ts';
import { gatherItems, type ItemsAtHand } from './itemsAtHand.ts';
import { type ShareDoc, ShareModel } from './share.model.ts';

/** What a write to a folder works with, inside its transaction. */
export interface FolderWrite {
  /** The folder as this write finds it; a rename sets its name. */
  readonly folder: FolderDoc;
  readonly access: Access;
  readonly actor: Actor;
  readonly actorUser: PublicUser;
  /** Appends to the folder's log: raises rev and keeps the counts. Gives the entry. */
  record(draft: ChangeDraft): ChangeDoc;
  /** For writes about one item, added or named beforehand: read and written together with those that wait beside it. */
  readonly items: ItemsAtHand;
}

type Write<T> = (write: FolderWrite) => Promise<T>;

/** An invitee is no member yet: the write itself checks that the invitation is theirs. */
export type ChangeAction = FolderAction | 'invitee';

interface Job {
  actor: Actor;
  action: ChangeAction;
  write: Write<unknown>;
  missing(): Problem;
  itemId: string | undefined;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

const MAX_TOGETHER = 100;
const TOLD_WITHIN_MS = 1000;

const waitingJobs = new Map<string, Job[]>();

/**
 * The only way to change a folder, its items or its shares: one transaction checks the caller, writes, keeps the
 * counts and appends to the log that every node tells from. `write` may run again, so it holds database work only and
 * catches nothing; its answer is what a repeated Idempotency-Key gets. Throws forbidden before it runs, and `missing`
 * for strangers, who never get as far as the queue: what lies in the folder is as missing to them as if it did not
 * exist. A write about one item names it and goes by `items`; it then shares those statements too with the writes that
 * wait beside it.
 */
export async function changeFolder<T>(
  actor: Actor,
  namedId: string,
  action: ChangeAction,
  write: Write<T>,
  missing: () => Problem = folderNotFound,
  itemId?: string,
): Promise<T> {
  if (!Types.ObjectId.isValid(namedId)) throw missing();
  // One spelling for one folder: the queue, and what is told of it, go by the id.
  const folderId = namedId.toLowerCase();
  try {
    if (action !== 'invitee') await admit(actor.userId, folderId, action, missing);
  } catch (error) {
    return (await answerOfTwin(actor, error)) as T;
  }
  return new Promise<T>((resolve, reject) => {
    const job: Job = { actor, action, write, missing, itemId, resolve: resolve as Job['resolve'], reject };
    const waiting = waitingJobs.get(folderId);
    if (waiting) {
      waiting.push(job);
      return;
    }
    waitingJobs.set(folderId, [job]);
    void drain(folderId);
  });
}

/** Writers to one folder queue here; those that wait share one transaction instead of starving each other. */
async function drain(folderId: string): Promise<void> {
  const waiting = waitingJobs.get(folderId);
  while (waiting && waiting.length > 0) await run(folderId, waiting.splice(0, MAX_TOGETHER));
  waitingJobs.delete(folderId);
}

async function run(folderId: string, jobs: Job[]): Promise<void> {
  try {
    const { answers, rev, shrinks } = await runTogether(folderId, jobs);
    // Whoever lost the folder must hear nothing of it once the writer has the answer.
    const settle = () => {
      for (const [index, job] of jobs.entries()) job.resolve(answers[index]);
    };
    if (shrinks) void whenTold(folderId, rev, TOLD_WITHIN_MS).then(settle);
    else settle();
  } catch (error) {
    const [only, ...others] = jobs;
    if (only && others.length === 0) {
      forgetAdmission(only.actor.userId, folderId);
      await answerOfTwin(only.actor, error).then(only.resolve, only.reject);
      return;
    }
    // One of them failed for all: by halves, it is soon alone.
    const half = Math.ceil(jobs.length / 2);
    await run(folderId, jobs.slice(0, half));
    await run(folderId, jobs.slice(half));
  }
}

async function runTogether(
  folderId: string,
  jobs: readonly Job[],
): Promise<{ answers: unknown[]; rev: number; shrinks: boolean }> {
  const userIds = jobs.map((job) => job.actor.userId);
  const userById = await publicUsersById(userIds);
  return inTransaction(async () => {
    // First of all, so that writes that race this one conflict at once.
    const folder = await FolderModel.findOneAndUpdate({ _id: folderId }, { $inc: { rev: 1 } })
      .setOptions({ returnDocument: 'before', timestamps: false })
      .lean<FolderDoc>();
    if (!folder) throw jobs[0]?.missing() ?? folderNotFound();
    const items = gatherItems(
      folder._id,
      jobs.flatMap((job) => job.itemId ?? []),
    );
    const state: WriteState = { folder, entries: [], items, shares: await findShares(folder, userIds) };
    const answers: unknown[] = [];
    for (const job of jobs) answers.push(await runJob(state, job, userById(job.actor.userId)));
    await items.store();
    await save(state, jobs, answers);
    return { answers, rev: state.folder.rev, shrinks: state.entries.some(isLoss) };
  });
}

interface WriteState {
  folder: FolderDoc;
  entries: ChangeDoc[];
  items: ItemsAtHand;
  shares: Map<string, ShareDoc>;
}

async function findShares(folder: FolderDoc, userIds: string[]): Promise<Map<string, ShareDoc>> {
  const members = [...new Set(userIds)].filter((userId) => userId !== folder.userId.toHexString());
  if (members.length === 0) return new Map();
  const shares = await ShareModel.find({ folderId: folder._id, userId: { $in: members } }).lean<ShareDoc[]>();
  return new Map(shares.map((share) => [share.userId.toHexString(), share]));
}

async function runJob(state: WriteState, job: Job, actorUser: PublicUser): Promise<unknown> {
  const { actor, action } = job;
  if (state.entries.at(-1)?.type === 'folder:deleted') throw job.missing();
  const found = accessOf(actor.userId, state.folder, state.shares.get(actor.userId));
  const access = action === 'invitee' ? (found ?? noAccess) : requireAccess(found, action, job.missing);
  // Whoever works on items directly must find what was gathered before.
  if (job.itemId === undefined && action !== 'item:add') await state.items.store();
  return job.write({
    folder: state.folder,
    items: state.items,
    access,
    actor,
    actorUser,
    record(draft) {
      count(state, draft);
      const entry = toChangeDoc(draft, state.folder, { userId: actor.userId, opId: actor.operation?.id });
      state.entries.push(entry);
      return entry;
    },
  });
}

const noAccess: Access = {
  isOwner: false,
  flags: { canView: false, canAdd: false, canRemove: false, canEdit: false, canShare: false, canManage: false },
};

/** Raises rev and keeps the counts and the shares that later jobs of this transaction are checked against. */
function count({ folder, shares }: WriteState, draft: ChangeDraft): void {
  folder.rev += 1;
  switch (draft.type) {
    case 'item:added':
      folder.itemCount += 1;
      break;
    case 'item:removed':
      folder.itemCount -= 1;
      break;
    case 'share:granted':
      folder.memberCount += 1;
      folder.membersRev += 1;
      shares.set(draft.share.userId.toHexString(), draft.share);
      break;
    case 'share:revoked':
      folder.memberCount -= 1;
      folder.membersRev += 1;
      shares.delete(draft.share.userId.toHexString());
      forgetAdmission(draft.share.userId.toHexString(), folder._id.toHexString());
      break;
    case 'share:permissions-changed':
      shares.set(draft.share.userId.toHexString(), draft.share);
      forgetAdmission(draft.share.userId.toHexString(), folder._id.toHexString());
      break;
  }
}

function isLoss(entry: ChangeDoc): boolean {
  return entry.type === 'share:revoked' || entry.type === 'folder:deleted';
}

async function save({ folder, entries }: WriteState, jobs: readonly Job[], answers: unknown[]): Promise<void> {
  const { _id, name, itemCount, memberCount, rev, membersRev } = folder;
  if (entries.at(-1)?.type !== 'folder:deleted') {
    await FolderModel.updateOne({ _id }, { $set: { name, itemCount, memberCount, rev, membersRev } });
  }
  if (entries.length > 0) await OutboxModel.insertMany(entries, { lean: true });
  await keepAnswers(jobs.map(({ actor }, index) => ({ actor, answer: answers[index] })));
}

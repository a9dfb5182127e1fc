import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import { countedAs } from '../../../common/importCounts.ts';
import type { ExportedImport } from '../../../common/schemas/export/export.ts';
import {
  type Import,
  type ImportBody,
  type ImportedRow,
  type ImportFix,
  type ImportPage,
  type ImportQuery,
  type importChoicesBody,
  importKinds,
  type OutcomeCounts,
  type RefusedRow,
  type SentRow,
  usualImportChoices,
} from '../../../common/schemas/import.ts';
import { isVisible } from '../../../common/text.ts';
import { conflict, limitReached, notFound } from '../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { refuseReviewed } from '../folders/items/item.service.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { writeNotification } from '../users/notification.service.ts';
import { lockQuotas } from '../users/user.service.ts';
import { type ImportDoc, ImportModel, type ImportRowDoc, ImportRowModel } from './import.model.ts';
import { toMatch } from './match.ts';
import { UNNAMED_LIST } from './places.ts';
import { isFuture } from './plan.ts';

export const importNotFound = () => notFound('Import not found');

const DAY_MS = 24 * 60 * 60 * 1000;

export const noCounts = (): OutcomeCounts =>
  Object.fromEntries(
    importKinds.map((kind) => [kind, { in: 0, comes: 0, ambiguous: 0, unknown: 0, refused: 0, alreadyHere: 0 }]),
  ) as OutcomeCounts;

/** Begins an import. Its rows follow. Throws limit_reached. */
export async function createImport(source: TitleSource, actor: Actor, body: ImportBody): Promise<Import> {
  const { userId } = actor;
  return inTurn(actor, async () => {
    await lockQuotas(userId);
    await requireRoom(userId, body.total);
    const createdAt = new Date();
    const one: ImportDoc = {
      _id: new Types.ObjectId(),
      userId: new Types.ObjectId(userId),
      source: body.source,
      files: body.files,
      state: 'uploading',
      total: body.total,
      received: 0,
      counts: noCounts(),
      waiting: 0,
      lists: [],
      choices: usualImportChoices,
      work: null,
      askedAt: createdAt,
      run: null,
      matchedWith: null,
      madeListIds: [],
      undo: null,
      appliedAt: null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + limits.importDays * DAY_MS),
    };
    await ImportModel.insertMany([one], { lean: true });
    return notifyProgress(source, one);
  });
}

/** One after the other with what a run of this node stores about the user's imports. */
function inTurn<T>(actor: Actor, write: () => Promise<T>): Promise<T> {
  return quotaQueue([actor.userId], () => inOperation(actor, write));
}

async function requireRoom(userId: string, total: number): Promise<void> {
  const known = await ImportModel.find({ userId }, { total: 1 }).lean<Pick<ImportDoc, 'total'>[]>();
  const rows = known.reduce((sum, one) => sum + one.total, total);
  if (known.length < limits.importsPerPerson && rows <= limits.importRowsPerPerson) return;
  throw limitReached('You have imported very much in the last 30 days. Delete an earlier import to make room.');
}

/** The user's imports, newest first. */
export async function listImports(source: TitleSource, userId: string): Promise<Import[]> {
  const found = await ImportModel.find({ userId }).sort({ _id: -1 }).lean<ImportDoc[]>();
  return Promise.all(found.map((one) => toImport(source, one)));
}

/** The import with a page of its rows. */
export async function readImport(
  source: TitleSource,
  userId: string,
  importId: string,
  query: ImportQuery,
): Promise<ImportPage> {
  const one = await loadImport(userId, importId);
  const found = await ImportRowModel.find({
    importId: one._id,
    ...(query.outcome && { outcome: query.outcome }),
    ...(query.countedAs && { kind: query.countedAs }),
    ...(query.each && { isFirst: true }),
    ...(query.stayed && { hasStayed: true }),
    ...(query.after !== undefined && { n: trusted({ $gt: query.after }) }),
  })
    .sort({ n: 1 })
    .limit(query.limit + 1)
    .lean<ImportRowDoc[]>();
  const page = found.slice(0, query.limit);
  const next = found.length > query.limit ? (page.at(-1)?.n ?? null) : null;
  return { import: await toImport(source, one), rows: page.map(toRow), next };
}

/** Throws not_found for an import of somebody else, and after 30 days. */
export async function loadImport(userId: string, importId: string): Promise<ImportDoc> {
  const one = await ImportModel.findOne({ _id: importId, userId }).lean<ImportDoc>();
  if (!one) throw importNotFound();
  return one;
}

/**
 * Stores the rows from number `from` on, except those that are stored already. Returns how many there are. With the last
 * one, the preview begins.
 */
export async function addRows(
  source: TitleSource,
  actor: Actor,
  { importId, from, rows }: { importId: string; from: number; rows: SentRow[] },
): Promise<{ received: number }> {
  return inTurn(actor, async () => {
    const one = await loadImport(actor.userId, importId);
    const added = rows.slice(Math.max(0, one.received - from), one.total - from);
    if (one.state !== 'uploading' || from > one.received || added.length === 0) return { received: one.received };
    const received = one.received + added.length;
    const allLists = withLists(one.lists, added);
    const isLast = received === one.total;
    const after: ImportDoc = {
      ...one,
      received,
      lists: allLists,
      askedAt: new Date(),
      ...(isLast && { state: 'preview', work: { step: 'matching', done: 0, of: received } }),
    };
    // Another tab may send the same rows: the two conflict, and the second one finds these.
    const { lists, state, work, askedAt } = after;
    await ImportModel.updateOne(
      { _id: one._id, received: one.received },
      { $set: { received, lists, state, work, askedAt } },
    );
    await ImportRowModel.insertMany(
      added.map((row, index) => newRow(one, one.received + index, withKnownTimes(refusedIfBeyond(allLists, row)))),
      { lean: true },
    );
    if (isLast) await notifyProgress(source, after);
    return { received };
  });
}

/** Without times that are still to come, which are wrong. A play needs its time, so the plan refuses it. */
function withKnownTimes(row: SentRow): SentRow {
  const now = new Date();
  if ('reason' in row || row.kind === 'play') return row;
  if (row.kind === 'state') return isFuture(row.restartedAt, now) ? { ...row, restartedAt: null } : row;
  return 'at' in row && isFuture(row.at, now) ? { ...row, at: null } : row;
}

function newRow({ _id, userId, expiresAt }: ImportDoc, n: number, row: SentRow): ImportRowDoc {
  const isRefused = 'reason' in row;
  return {
    _id: new Types.ObjectId(),
    importId: _id,
    userId,
    n,
    json: JSON.stringify(row),
    kind: isRefused ? row.kind : countedAs[row.kind],
    key: 'title' in row ? row.title.key : null,
    isFirst: false,
    lookup: null,
    match: null,
    candidates: [],
    isFixed: false,
    isSkipped: false,
    outcome: isRefused ? 'refused' : 'unknown',
    reason: isRefused ? row.reason : null,
    made: [],
    isApplied: false,
    hasStayed: false,
    expiresAt,
  };
}

/** At most as many as one import can have: they are stored in its document. */
function withLists(known: ImportDoc['lists'], rows: readonly SentRow[]): ImportDoc['lists'] {
  const lists = known.map((list) => ({ ...list }));
  for (const row of rows) {
    if (row.kind === 'list' && lists.length < limits.importLists)
      lists.push({ listKey: row.listKey, name: isVisible(row.name) ? row.name : UNNAMED_LIST, items: 0 });
    const list = row.kind === 'listItem' && lists.find(({ listKey }) => listKey === row.listKey);
    if (list) list.items += 1;
  }
  return lists;
}

const TOO_MANY_LISTS = `One import can have ${limits.importLists} lists. Import the others by themselves.`;

/** Refuses a list for which the import had no room, and the titles in it. */
function refusedIfBeyond(lists: ImportDoc['lists'], row: SentRow): SentRow {
  if (row.kind !== 'list' && row.kind !== 'listItem') return row;
  if (lists.length < limits.importLists || lists.some(({ listKey }) => listKey === row.listKey)) return row;
  const { file, line } = row;
  const raw: RefusedRow['raw'] = row.kind === 'list' ? { List: row.name } : { Title: row.title.title };
  return { kind: countedAs[row.kind], file, line, reason: TOO_MANY_LISTS, raw };
}

/** Changes where things go. Throws forbidden and not_found for lists in which the actor may not add. */
export async function setChoices(
  source: TitleSource,
  actor: Actor,
  importId: string,
  body: z.output<typeof importChoicesBody>,
): Promise<Import> {
  const targets = [body.films, body.shows, ...(body.lists ?? []).map(({ target }) => target)];
  for (const target of targets) {
    if (!target || !('folderId' in target)) continue;
    refuseReviewed((await loadFolderFor(actor.userId, target.folderId, 'item:add')).folder);
  }
  return changeImport(source, actor, importId, (one) => {
    requireUnapplied(one);
    const work = one.work ?? (one.state === 'uploading' ? null : { step: 'counting', done: 0, of: one.total });
    return { choices: { ...one.choices, ...body }, work };
  });
}

/** Throws conflict while the import is applied or undone. */
function requireUnapplied({ work }: ImportDoc): void {
  if (work?.step === 'applying' || work?.step === 'undoing') {
    throw conflict('conflict', 'This import is being written. Please wait until that has ended.');
  }
}

/**
 * Begins to apply an import, or goes on after an interruption. Throws conflict while its rows are being sent, looked up or
 * undone.
 */
export async function beginApply(source: TitleSource, actor: Actor, importId: string): Promise<Import> {
  return changeImport(source, actor, importId, (one) => {
    if (one.work?.step === 'applying') return {};
    requireReady(one);
    return { state: 'applying', undo: null, work: { step: 'applying', done: 0, of: one.total } };
  });
}

/** Begins to undo an import, or goes on after an interruption. Throws conflict before it was applied. */
export async function beginUndo(source: TitleSource, actor: Actor, importId: string): Promise<Import> {
  const { _id } = await loadImport(actor.userId, importId);
  // A row about what was here already may have put its title into a list.
  const hasWritten = { $or: [{ isApplied: true }, { made: trusted({ $ne: [] }) }] };
  const applied = await ImportRowModel.countDocuments({ importId: _id, ...hasWritten });
  return changeImport(source, actor, importId, (one) => {
    if (one.work?.step === 'undoing') return {};
    // One that stopped while it was applied can be undone as far as it came.
    if (one.work?.step !== 'applying' || isHeld(one)) requireReady(one);
    if (applied === 0) throw conflict('conflict', 'Nothing of this import is left to undo.');
    return { undo: { removed: applied, stayed: 0 }, work: { step: 'undoing', done: 0, of: applied } };
  });
}

/** Throws conflict while rows are still being sent, or something else is being done. */
function requireReady({ state, work }: ImportDoc): void {
  if (state === 'uploading') throw conflict('conflict', 'Not all rows are here yet. Send the rest first.');
  if (work) throw conflict('conflict', 'This import is busy. Please wait a moment.');
}

/** True while a run works on the import. */
function isHeld({ run }: ImportDoc): boolean {
  // biome-ignore lint/plugin: compared with a stored time
  return run !== null && run.until.getTime() > Date.now();
}

/**
 * What the import waits for without a run: looking up and counting go on by themselves, and unknown titles are looked up again
 * when titles come from another source, or when theirs did not answer. Applying and undoing wait for the person.
 */
export async function isWorkDue(source: TitleSource, one: ImportDoc): Promise<boolean> {
  if (one.work) return (one.work.step === 'matching' || one.work.step === 'counting') && !isHeld(one);
  if (one.state === 'uploading' || one.matchedWith === source.name) return false;
  // The source did not answer.
  if (one.matchedWith === null && isAskedWithin(one, AGAIN_MS)) return false;
  const set = { work: { step: 'matching', done: 0, of: one.total }, askedAt: new Date() } as const;
  const { modifiedCount } = await ImportModel.updateOne({ _id: one._id, work: null }, { $set: set });
  return modifiedCount > 0;
}

/**
 * Says which title all rows with the title of this row are about, or leaves them out. Rows that have been applied stay as they
 * are. Throws conflict while the import is applied or undone.
 */
export async function fixRow(
  source: TitleSource,
  actor: Actor,
  { importId, n, fix }: { importId: string; n: number; fix: ImportFix },
): Promise<ImportedRow> {
  const { match } = fix;
  const facts = match ? await source.findTitle(match.mediaType, match.tmdbId) : null;
  if (match && !facts) throw notFound('Title not found');
  return inTurn(actor, async () => {
    const one = await loadImport(actor.userId, importId);
    requireUnapplied(one);
    const row = await ImportRowModel.findOne({ importId: one._id, n }).lean<ImportRowDoc>();
    if (!row) throw notFound('Row not found');
    const ofTitle = { importId: one._id, isApplied: false, ...(row.key === null ? { n } : { key: row.key }) };
    if (match !== undefined && row.key !== null) {
      const set = facts
        ? { match: toMatch(facts), lookup: 'matched', isFixed: true }
        : { match: null, lookup: null, isFixed: false };
      await ImportRowModel.updateMany(ofTitle, { $set: set });
    }
    if (fix.isSkipped !== undefined) {
      const which = fix.of === 'title' ? ofTitle : { ...ofTitle, n };
      await ImportRowModel.updateMany(which, { $set: { isSkipped: fix.isSkipped } });
    }
    const step = match === null || one.work?.step === 'matching' ? 'matching' : 'counting';
    const work = one.state === 'uploading' ? null : ({ step, done: 0, of: one.total } as const);
    const askedAt = new Date();
    await ImportModel.updateOne({ _id: one._id }, { $set: { work, askedAt } });
    await notifyProgress(source, { ...one, work, askedAt });
    const after = await ImportRowModel.findOne({ _id: row._id }).lean<ImportRowDoc>();
    return toRow(after ?? row);
  });
}

/** Stores fields of an import and notifies the user's tabs. */
async function changeImport(
  source: TitleSource,
  actor: Actor,
  importId: string,
  change: (one: ImportDoc) => Partial<ImportDoc>,
): Promise<Import> {
  return inTurn(actor, async () => {
    const one = await loadImport(actor.userId, importId);
    const changed = { ...change(one), askedAt: new Date() };
    await ImportModel.updateOne({ _id: one._id }, { $set: changed });
    return notifyProgress(source, { ...one, ...changed });
  });
}

/** Deletes an import and its rows. What it has made stays. */
export async function removeImport(actor: Actor, importId: string): Promise<void> {
  const one = await loadImport(actor.userId, importId);
  await inTurn(actor, async () => {
    const { deletedCount } = await ImportModel.deleteOne({ _id: one._id });
    if (deletedCount === 0) throw importNotFound();
    const receivers = { to: [one.userId], by: one.userId };
    await writeNotification('import:progress', { importId: one._id.toHexString(), import: null }, receivers);
  });
  await deleteRows({ importId: one._id });
}

/** How many rows one statement writes, because one for all rows would hold up other writes. */
export const ROWS_AT_A_TIME = 1000;

async function deleteRows(filter: { importId: Types.ObjectId } | { userId: string }): Promise<void> {
  for (;;) {
    const rows = await ImportRowModel.find(filter, { _id: 1 })
      .limit(ROWS_AT_A_TIME)
      .lean<Pick<ImportRowDoc, '_id'>[]>();
    if (rows.length === 0) return;
    await ImportRowModel.deleteMany({ _id: trusted({ $in: rows.map(({ _id }) => _id) }) });
  }
}

/** Deletes all imports of a user whose account ends. */
export async function deleteImportsOf(userId: string): Promise<void> {
  await ImportModel.deleteMany({ userId });
  await deleteRows({ userId });
}

/** What the export of an account says about its imports. Their rows are copies of files that the user has. */
export async function exportImports(userId: string): Promise<ExportedImport[]> {
  const found = await ImportModel.find({ userId }).sort({ _id: 1 }).lean<ImportDoc[]>();
  return found.map(({ source, files, state, total, createdAt, appliedAt }) => ({
    source,
    files,
    state,
    rows: total,
    createdAt: createdAt.toISOString(),
    appliedAt: appliedAt?.toISOString() ?? null,
  }));
}

/** Notifies the user's tabs of how far an import is. Call it in the transaction that stores that. */
export async function notifyProgress(source: TitleSource, one: ImportDoc): Promise<Import> {
  const shown = await toImport(source, one);
  await writeNotification(
    'import:progress',
    { importId: shown.id, import: shown },
    { to: [one.userId], by: one.userId },
  );
  return shown;
}

/** A run begins right after the answer. */
const SOON_MS = 3000;
/** When to ask a source again that did not answer. */
const AGAIN_MS = 60_000;

function isAskedWithin({ askedAt }: ImportDoc, ms: number): boolean {
  // biome-ignore lint/plugin: compared with a stored time
  return Date.now() - askedAt.getTime() < ms;
}

async function toImport(source: TitleSource, one: ImportDoc): Promise<Import> {
  const { state, counts, waiting = 0, lists, choices, work, undo } = one;
  return {
    id: one._id.toHexString(),
    source: one.source,
    files: one.files,
    state,
    createdAt: one.createdAt.toISOString(),
    expiresAt: one.expiresAt.toISOString(),
    appliedAt: one.appliedAt?.toISOString() ?? null,
    rows: { total: one.total, received: one.received },
    counts,
    waiting,
    lists,
    choices,
    work: work && { ...work, isRunning: isHeld(one) || isAskedWithin(one, SOON_MS) },
    titles: {
      source: source.name,
      known: source.name === 'catalogue' ? (await source.candidates()).length : null,
    },
    undo,
  };
}

function toRow({ n, json, outcome, reason, match, candidates, isSkipped, isApplied }: ImportRowDoc): ImportedRow {
  return { n, row: JSON.parse(json), outcome, reason, match, candidates, isSkipped, isApplied };
}

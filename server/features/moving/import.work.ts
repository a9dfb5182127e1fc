import { type mongo, Types, trusted } from 'mongoose';
import pLimit from 'p-limit';
import { limits } from '../../../common/constants.ts';
import { groupBy } from '../../../common/groupBy.ts';
import { isNamed } from '../../../common/importCounts.ts';
import type { EpisodeNumber } from '../../../common/progress.ts';
import type { ImportEpisode, ImportMatch, ImportRow } from '../../../common/schemas/import.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { isProblem } from '../../platform/http/errors.ts';
import type { Actor } from '../../platform/requests/operations.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { isInGroup } from '../folders/groups/group.store.ts';
import { addImportedItems, type ImportedTitle } from '../folders/items/importedItems.service.ts';
import { changeReviewed } from '../folders/items/reviewed.service.ts';
import { findItemFacts } from '../folders/model/itemFacts.ts';
import { countRoomForPlays } from '../folders/seen/seen.service.ts';
import { changePlaysOf } from '../plays/groupPlays.ts';
import {
  addImportedChoices,
  addImportedPlays,
  findDiaryOf,
  type KnownPlay,
  type KnownProgress,
} from '../plays/importedPlays.service.ts';
import { findReviewsOf, type KnownReview, writeImportedReviews } from '../reviews/importedReviews.service.ts';
import type { Show, Shows } from '../titles/shows.ts';
import { awayOrThrow, type TitleSource } from '../titles/title.source.ts';
import { type ImportDoc, ImportModel, type ImportRowDoc, ImportRowModel, type Made } from './import.model.ts';
import { importNotFound } from './import.service.ts';
import { findMatch, toMatch } from './match.ts';
import { makePlace, type Place, Places } from './places.ts';
import {
  AWAY,
  comes,
  type Decision,
  type DiaryPlan,
  type DiaryRow,
  LEFT_OUT,
  type Placed,
  type PlannedPlay,
  planDiary,
  planReview,
  type ReviewPlan,
  type RowOf,
  refused,
} from './plan.ts';
import {
  Counting,
  isRefused,
  readRows,
  readTitles,
  rowOf,
  storeDecisions,
  storeFirstRows,
  type TitleRows,
} from './rows.ts';

/** Reports how far a step is, and rests after a batch. Throws when the import is gone, or the node stops. */
export type Report = (done: number, of: number) => Promise<void>;

export interface WorkParts {
  source: TitleSource;
  shows: Shows;
}

/** How many rows, and how many plays of them, one transaction writes. */
const ROWS = 100;
const PLAYS = 300;
/** How many titles are looked up at once. */
const TOGETHER = 8;

const DIARY_FULL = refused(`Your diary is full: it holds ${limits.playsPerPerson.toLocaleString('en')} entries.`);

/** What looking a title up changes; `isAway`: the source did not answer. */
interface LookedUp {
  isAway: boolean;
  updates: mongo.AnyBulkWriteOperation<ImportRowDoc>[];
}

const nothing: LookedUp = { isAway: false, updates: [] };

/** Looks up the titles that have not been looked up, and those that the source did not know before. */
export async function matchTitles(
  { source }: WorkParts,
  one: ImportDoc,
  report: Report,
): Promise<{ isComplete: boolean }> {
  let isComplete = true;
  const seen = new Set<string>();
  const atOnce = pLimit(TOGETHER);
  let done = 0;
  for await (const page of readRows(one._id)) {
    const found = await Promise.all(
      page.map((doc) =>
        atOnce(async () => {
          const row = rowOf(doc);
          if (isRefused(row) || row.kind === 'list') return nothing;
          const episode = 'episode' in row ? row.episode : undefined;
          if (!isNamed(row.title)) return doc.match ? nothing : matchEpisode(source, doc, episode);
          if (seen.has(row.title.key)) return nothing;
          seen.add(row.title.key);
          const isSettled = doc.isFixed || doc.lookup === 'matched' || doc.lookup === 'ambiguous';
          return isSettled ? nothing : matchTitle(source, doc, row, episode !== undefined);
        }),
      ),
    );
    if (found.some(({ isAway }) => isAway)) isComplete = false;
    const updates = found.flatMap((one) => one.updates);
    if (updates.length > 0) await ImportRowModel.bulkWrite(updates);
    done += page.length;
    await report(done, one.total);
  }
  return { isComplete };
}

async function matchTitle(
  source: TitleSource,
  doc: ImportRowDoc,
  row: Exclude<ImportRow, { kind: 'list' }>,
  isEpisode: boolean,
): Promise<LookedUp> {
  const { importId, key } = doc;
  const hasEpisodes = isEpisode || row.kind === 'progress' || row.kind === 'state' || (await hasEpisodeRows(doc, row));
  const found = await findMatch(source, row.title, hasEpisodes).catch(awayOrThrow);
  const set: Pick<ImportRowDoc, 'lookup' | 'match' | 'candidates'> =
    found === 'away'
      ? { lookup: 'away', match: null, candidates: [] }
      : {
          lookup: found.match ? 'matched' : found.candidates.length > 0 ? 'ambiguous' : 'unknown',
          match: found.match,
          candidates: found.candidates,
        };
  return {
    isAway: found === 'away',
    updates: [{ updateMany: { filter: { importId, key, isFixed: false }, update: { $set: set } } }],
  };
}

/** Whether other rows with this title are about episodes. Only a title of unknown kind needs that. */
async function hasEpisodeRows(
  { importId, key }: ImportRowDoc,
  row: Exclude<ImportRow, { kind: 'list' }>,
): Promise<boolean> {
  if (row.title.mediaType !== null) return false;
  const rows = await ImportRowModel.find({ importId, key }, { json: 1 }).lean<ImportRowDoc[]>();
  return rows.map(rowOf).some((other) => 'episode' in other && other.episode !== undefined);
}

/** An episode of which the file says nothing about its show. */
async function matchEpisode(
  source: TitleSource,
  { _id }: ImportRowDoc,
  episode: ImportEpisode | undefined,
): Promise<LookedUp> {
  const identified = episode ? await source.identify(episode.ids).catch(awayOrThrow) : [];
  const known =
    identified === 'away' ? undefined : identified.find(({ mediaType, episode: part }) => mediaType === 'tv' && part);
  const facts = known ? await source.findTitle('tv', known.id).catch(awayOrThrow) : null;
  const match = facts && facts !== 'away' ? toMatch(facts) : null;
  const lookup = identified === 'away' || facts === 'away' ? 'away' : match ? 'matched' : 'unknown';
  return {
    isAway: lookup === 'away',
    updates: [{ updateOne: { filter: { _id }, update: { $set: { lookup, match } } } }],
  };
}

type PlacedDoc = Placed & { doc: ImportRowDoc };

/** What is planned for one title. */
interface TitlePlan {
  match: ImportMatch;
  docs: ImportRowDoc[];
  diary: DiaryPlan;
  reviews: ReviewPlan;
}

interface PreparedTitle {
  match: ImportMatch;
  rows: PlacedDoc[];
  show: Show | 'away' | null;
}

/** Reads what only the source of titles knows of the rows. */
async function prepare({ source, shows }: WorkParts, { match, rows }: TitleRows): Promise<PreparedTitle> {
  const show = match.mediaType === 'tv' ? await shows.find(match.tmdbId).catch(awayOrThrow) : null;
  const placed: PlacedDoc[] = [];
  for (const doc of rows) {
    const row = rowOf(doc);
    if (isRefused(row)) continue;
    const { n, isApplied, isSkipped } = doc;
    const episode = 'episode' in row ? row.episode : undefined;
    placed.push({ doc, n, row, isApplied, isSkipped, number: episode ? await numberOf(source, match, episode) : null });
  }
  return { match, rows: placed, show };
}

/** The numbers of an episode. The id of an episode tells them if the file does not; its name alone does not. */
async function numberOf(
  source: TitleSource,
  match: ImportMatch,
  { season, number, title, ids }: ImportEpisode,
): Promise<Partial<EpisodeNumber> | null> {
  if (season !== null && number !== null) return { season, episode: number };
  if (Object.keys(ids).length > 0) {
    const found = await source.identify(ids).catch(awayOrThrow);
    const known = found === 'away' ? null : found.find(({ id, episode }) => id === match.tmdbId && episode);
    return known?.episode ?? null;
  }
  return season !== null && !title ? { season } : null;
}

/** What the person has of some titles already. */
interface KnownTitles {
  plays: Map<string, KnownPlay[]>;
  progress: Map<number, KnownProgress>;
  reviews: Map<string, KnownReview>;
}

async function readKnown(userId: Types.ObjectId, titles: readonly { match: ImportMatch }[]): Promise<KnownTitles> {
  const ids = titles.map(({ match }) => match.tmdbId);
  const { plays, progress } = await findDiaryOf(userId, ids);
  const reviews = await findReviewsOf(userId, ids);
  return {
    plays: groupBy(plays, titleKey),
    progress: new Map(progress.map((stored) => [stored.tmdbId, stored])),
    reviews: new Map(reviews.map((review) => [titleKey(review), review])),
  };
}

const isDiary = (one: PlacedDoc): one is Placed<DiaryRow> & { doc: ImportRowDoc } =>
  ['play', 'seen', 'progress', 'state'].includes(one.row.kind);
const isReview = (one: PlacedDoc): one is Placed<RowOf<'rating' | 'review'>> & { doc: ImportRowDoc } =>
  one.row.kind === 'rating' || one.row.kind === 'review';

function planTitle(one: ImportDoc, { match, rows, show }: PreparedTitle, known: KnownTitles): TitlePlan {
  const key = titleKey(match);
  const diary = planDiary(
    rows.filter(isDiary),
    {
      plays: known.plays.get(key) ?? [],
      progress: (match.mediaType === 'tv' && known.progress.get(match.tmdbId)) || null,
      show,
      isShow: match.mediaType === 'tv',
      now: new Date(),
    },
    one.choices,
  );
  const reviews = planReview(rows.filter(isReview), known.reviews.get(key) ?? null, one.choices);
  return { match, docs: rows.map(({ doc }) => doc), diary, reviews };
}

/** Refuses what the diary has no room for. Returns the plays that fit. */
function withinRoom(plans: readonly TitlePlan[], room: number): PlannedPlay[][] {
  let left = room;
  return plans.map(({ diary }) => {
    const fitting = diary.plays.slice(0, Math.max(0, left));
    left -= fitting.length;
    for (const { n } of diary.plays.slice(fitting.length)) diary.decisions.set(n, DIARY_FULL);
    return fitting;
  });
}

/** Decides about all rows and counts them. */
export async function countRows(parts: WorkParts, one: ImportDoc, report: Report): Promise<ImportDoc['counts']> {
  let room = await countRoomForPlays(one.userId.toHexString());
  for await (const titles of readTitles(one._id)) {
    const prepared: PreparedTitle[] = [];
    for (const title of titles) prepared.push(await prepare(parts, title));
    const known = await readKnown(one.userId, titles);
    const plans = prepared.map((title) => planTitle(one, title, known));
    for (const fitting of withinRoom(plans, room)) room -= fitting.length;
    const decisions = new Map(plans.flatMap(({ diary, reviews }) => [...diary.decisions, ...reviews.decisions]));
    await storeDecisions(
      plans.flatMap(({ docs }) => docs),
      decisions,
    );
  }
  const { decisions } = await planItems(one);
  const counting = new Counting();
  const firstBefore = new Set<number>();
  let done = 0;
  for await (const page of readRows(one._id)) {
    const decided = new Map<number, Decision>();
    for (const doc of page) {
      const row = rowOf(doc);
      if (doc.isFirst) firstBefore.add(doc.n);
      const decision =
        decisions.get(doc.n) ?? (isRefused(row) || doc.match || row.kind === 'list' ? null : ofUnmatched(doc));
      if (decision) decided.set(doc.n, decision);
      counting.add({ n: doc.n, kind: doc.kind, outcome: decision?.outcome ?? doc.outcome }, row);
    }
    await storeDecisions(page, decided);
    done += page.length;
    await report(done, one.total);
  }
  await storeFirstRows(one._id, firstBefore, counting.firstRows());
  return counting.finish();
}

function ofUnmatched({ lookup, isSkipped }: ImportRowDoc): Decision {
  if (isSkipped) return refused(LEFT_OUT);
  if (lookup === 'ambiguous') return { outcome: 'ambiguous', reason: null };
  return { outcome: 'unknown', reason: lookup === 'away' ? AWAY : null };
}

/** A row that puts a title into a list, or makes a list. */
interface ItemRow {
  _id: Types.ObjectId;
  n: number;
  place: Place | null;
  isList: boolean;
  /** The row is about a viewing, and its title goes into a list as well. */
  isExtra: boolean;
  match: ImportMatch | null;
  isApplied: boolean;
  watched: boolean;
  note: string | null;
  at: string | null;
}

interface ItemPlan {
  decisions: Map<number, Decision>;
  /** What is to be added, in the order of the lists. */
  additions: ItemRow[];
}

/** What becomes of the rows about lists. With `withSeen`, also of titles that were seen, which have no row of their own. */
async function planItems(one: ImportDoc): Promise<ItemPlan> {
  const places = await Places.load(one);
  const rows: (ItemRow & { order: [string, number, number] })[] = [];
  const seen: ItemRow[] = [];
  const decisions = new Map<number, Decision>();
  for await (const page of readRows(one._id)) {
    for (const doc of page) {
      const row = rowOf(doc);
      if (isRefused(row)) continue;
      const { _id, n, match, isApplied } = doc;
      const common = { _id, n, match, isApplied, isList: false, isExtra: false, watched: false, note: null, at: null };
      const leaveOut = () => decisions.set(n, isApplied ? comes : refused(LEFT_OUT));
      if (row.kind === 'list') {
        const place = await places.ofList(row.listKey);
        if (!place || doc.isSkipped) leaveOut();
        else rows.push({ ...common, place, isList: true, order: [row.listKey, 0, n] });
      } else if (match && row.kind === 'want') {
        const place = await places.ofTitles(match.mediaType);
        if (!place || doc.isSkipped) leaveOut();
        else rows.push({ ...common, place, at: row.at, order: ['', 0, n] });
      } else if (match && row.kind === 'listItem') {
        const place = await places.ofList(row.listKey);
        const { watched = false, at, position } = row;
        const note = row.note || null;
        if (!place || doc.isSkipped) leaveOut();
        else rows.push({ ...common, place, watched, note, at, order: [row.listKey, position, n] });
      } else if (
        match &&
        one.choices.withSeen &&
        (row.kind === 'play' || row.kind === 'seen') &&
        doc.outcome !== 'refused'
      ) {
        const place = await places.ofTitles(match.mediaType);
        if (place) seen.push({ ...common, place, isExtra: true, watched: true });
      }
    }
  }
  rows.sort(({ order: [a, b, c] }, { order: [x, y, z] }) => (a < x ? -1 : a > x ? 1 : b - y || c - z));
  const additions: ItemRow[] = [];
  for (const row of rows) {
    const decision = decideItem(row);
    decisions.set(row.n, decision);
    if (decision.outcome === 'comes' && !row.isApplied) additions.push(row);
  }
  for (const row of seen) if (decideItem({ ...row, isApplied: false }).outcome === 'comes') additions.push(row);
  return { decisions, additions };
}

function decideItem({ place, isList, match, isApplied }: ItemRow): Decision {
  const key = match ? titleKey(match) : '';
  if (isApplied) return comes;
  if (place?.refusal) return refused(place.refusal);
  if (isList) return place?.folderId ? { outcome: 'alreadyHere', reason: null } : comes;
  if (place?.keys.has(key)) return { outcome: 'alreadyHere', reason: null };
  if (!place || place.room <= 0)
    return refused(`This list is full: it holds ${limits.itemsPerList.toLocaleString('en')} titles.`);
  place.keys.add(key);
  place.room -= 1;
  return comes;
}

/** How many rows come and are not written yet. */
export async function countWaiting({ _id: importId }: ImportDoc): Promise<number> {
  return ImportRowModel.countDocuments({ importId, outcome: 'comes', isApplied: false });
}

/** Writes what comes: first the diary, then reviews, which would otherwise add plays, then lists. */
export async function applyRows(parts: WorkParts, one: ImportDoc, report: Report): Promise<void> {
  const actor = { userId: one.userId.toHexString() };
  const waiting = await countWaiting(one);
  let done = 0;
  const advance = async (rows: number) => {
    done += rows;
    await report(Math.min(done, waiting), waiting);
  };
  const isWaiting = ({ outcome, isApplied }: ImportRowDoc) => outcome === 'comes' && !isApplied;
  let batch: PreparedTitle[] = [];
  const rowsIn = () => batch.reduce((sum, { rows }) => sum + rows.filter(({ doc }) => isWaiting(doc)).length, 0);
  const flush = async () => {
    if (batch.length > 0) await writeTitles(parts, actor, one, batch, advance);
    batch = [];
  };
  for await (const titles of readTitles(one._id)) {
    for (const title of titles) {
      if (!title.rows.some(isWaiting)) continue;
      const prepared = await prepare(parts, title);
      if (!prepared.rows.some((row) => isDiary(row) || isReview(row))) continue;
      batch.push(prepared);
      if (rowsIn() >= ROWS) await flush();
    }
  }
  await flush();
  await writeItems(parts, actor, one, advance);
}

async function writeTitles(
  parts: WorkParts,
  actor: Actor,
  one: ImportDoc,
  titles: readonly PreparedTitle[],
  advance: (rows: number) => Promise<void>,
): Promise<void> {
  const facts = await readFacts(
    parts.source,
    titles.map(({ match }) => match),
  );
  const known = titles.filter(({ match }) => facts.has(titleKey(match)));
  const grouped: PreparedTitle[] = [];
  for (const title of known) {
    const isShow = title.match.mediaType === 'tv';
    if (isShow && (await isInGroup(actor.userId, title.match.tmdbId))) grouped.push(title);
  }
  const others = known.filter((title) => !grouped.includes(title));
  const writeAll = async (
    some: readonly PreparedTitle[],
    inOne: <T>(write: () => Promise<T>) => Promise<T>,
  ): Promise<void> => {
    for (let left = some.length > 0; left; ) {
      const { rows, isMore } = await inOne(() => writeDiary(one, some, facts));
      await advance(rows);
      left = isMore;
    }
  };
  await writeAll(others, (write) => quotaQueue([actor.userId], () => inTransaction(write)));
  for (const title of grouped) {
    await writeAll([title], (write) => changePlaysOf(parts.shows, actor, { tmdbId: title.match.tmdbId }, write));
  }
  await advance(await writeReviews(actor, one, known, facts));
}

async function readFacts(source: TitleSource, titles: readonly ImportMatch[]): Promise<Map<string, TitleFacts>> {
  const facts = new Map<string, TitleFacts>();
  const atOnce = pLimit(TOGETHER);
  await Promise.all(
    titles.map((match) =>
      atOnce(async () => {
        const found = await findItemFacts(source, match).catch(awayOrThrow);
        if (found && found !== 'away') facts.set(titleKey(match), found);
      }),
    ),
  );
  return facts;
}

/** Writes plays and choices of some titles, as much as fits into one transaction. It may run again. */
async function writeDiary(
  one: ImportDoc,
  titles: readonly PreparedTitle[],
  facts: ReadonlyMap<string, TitleFacts>,
): Promise<{ rows: number; isMore: boolean }> {
  const userId = one.userId.toHexString();
  const fresh = await refresh(titles);
  const known = await readKnown(one.userId, fresh);
  const plans = fresh.map((title) => planTitle(one, title, known));
  const fitting = withinRoom(plans, await countRoomForPlays(userId));
  const chosen: { id: string; isWhole: boolean; play: Omit<PlannedPlay, 'n'>; facts: TitleFacts }[] = [];
  const applied = new Map<string, Made[]>();
  let isMore = false;
  for (const [index, { match, docs, diary }] of plans.entries()) {
    const idOf = (n: number) => String(docs.find((doc) => doc.n === n)?._id);
    const ofTitle = facts.get(titleKey(match));
    for (const [n, ofRow] of groupBy(fitting[index] ?? [], (play) => play.n)) {
      const room = applied.size >= ROWS ? 0 : PLAYS - chosen.length;
      const some = ofTitle ? ofRow.slice(0, Math.max(0, room)) : [];
      const isWhole = some.length === ofRow.length;
      for (const { n: _n, ...play } of some) if (ofTitle) chosen.push({ id: idOf(n), isWhole, play, facts: ofTitle });
      if (isWhole) applied.set(idOf(n), []);
      else isMore ||= ofTitle !== undefined;
    }
    for (const { n, row } of diary.states) {
      if (applied.size >= ROWS) {
        isMore = true;
        continue;
      }
      const before = known.progress.get(match.tmdbId);
      const choices = {
        tmdbId: match.tmdbId,
        state: before?.state ? null : row.state,
        restartedAt: before?.restartedAt || !row.restartedAt ? null : new Date(row.restartedAt),
      };
      await addImportedChoices(userId, choices);
      applied.set(idOf(n), [{ kind: 'state', ...choices }]);
    }
  }
  const partly = new Map<string, Made[]>();
  const added = await addImportedPlays(
    userId,
    chosen.map(({ play, facts: title }) => ({ ...play, facts: title })),
  );
  for (const [index, { id, isWhole }] of chosen.entries()) {
    const play = added[index];
    if (!play) continue;
    const all = isWhole ? applied : partly;
    all.set(id, [...(all.get(id) ?? []), { kind: 'play', ...play }]);
  }
  await storeMade(applied, partly);
  return { rows: applied.size, isMore };
}

/** The rows as they are in this transaction: another run may have applied some of them, or the import may be gone. */
async function refresh(titles: readonly PreparedTitle[]): Promise<PreparedTitle[]> {
  const ids = titles.flatMap(({ rows }) => rows.map(({ doc }) => doc._id));
  const found = await ImportRowModel.find({ _id: trusted({ $in: ids }) }, { isApplied: 1 }).lean<
    Pick<ImportRowDoc, '_id' | 'isApplied'>[]
  >();
  const isApplied = new Map(found.map((doc) => [String(doc._id), doc.isApplied]));
  return titles.map((title) => ({
    ...title,
    rows: title.rows.flatMap((row) => {
      const now = isApplied.get(String(row.doc._id));
      return now === undefined ? [] : [{ ...row, isApplied: now }];
    }),
  }));
}

async function storeMade(
  applied: ReadonlyMap<string, Made[]>,
  partly: ReadonlyMap<string, Made[]> = new Map(),
): Promise<void> {
  const done = { isApplied: true, outcome: 'comes', reason: null } as const;
  const updates = [
    ...[...applied].map(([_id, made]) => ({ _id, made, set: done })),
    ...[...partly].map(([_id, made]) => ({ _id, made, set: null })),
  ].map(({ _id, made, set }) => ({
    updateOne: {
      filter: { _id: new Types.ObjectId(_id) },
      update: { ...(set && { $set: set }), $push: { made: { $each: made } } },
    },
  }));
  if (updates.length > 0) await ImportRowModel.bulkWrite(updates);
}

/** Writes the reviews of some titles, with what Reviewed shows of them. Returns how many rows that applies. */
async function writeReviews(
  actor: Actor,
  one: ImportDoc,
  titles: readonly PreparedTitle[],
  facts: ReadonlyMap<string, TitleFacts>,
): Promise<number> {
  if (!titles.some(({ rows }) => rows.some((row) => isReview(row) && !row.isApplied))) return 0;
  return changeReviewed(actor, async (reviewed) => {
    const fresh = await refresh(titles);
    const known = await readKnown(one.userId, fresh);
    const planned = fresh.flatMap((title) => {
      const { match, docs, reviews } = planTitle(one, title, known);
      const ofTitle = facts.get(titleKey(match));
      if (!reviews.review || !ofTitle) return [];
      const { at, rowNumbers, ...fields } = reviews.review;
      return [{ facts: ofTitle, fields, at, rowNumbers, docs, known: known.reviews.get(titleKey(match)) ?? null }];
    });
    const written = await writeImportedReviews(reviewed, planned, one._id);
    const applied = new Map<string, Made[]>();
    for (const { facts: title, rowNumbers, docs } of planned) {
      const added = written.get(titleKey(title));
      if (!added) continue;
      const { playId, ...review } = added;
      const made: Made[] = [{ kind: 'review', ...review }];
      if (playId) made.push({ kind: 'play', playId, at: null });
      for (const [index, n] of rowNumbers.entries()) {
        applied.set(String(docs.find((doc) => doc.n === n)?._id), index === 0 ? made : []);
      }
    }
    await storeMade(applied);
    return applied.size;
  });
}

/** Adds titles to lists, one change for each batch. Lists are made first, so that an empty one comes too. */
async function writeItems(
  { source }: WorkParts,
  actor: Actor,
  one: ImportDoc,
  advance: (rows: number) => Promise<void>,
): Promise<void> {
  const { additions } = await planItems(one);
  for (const [place, rows] of groupBy(additions, (row) => row.place)) {
    const lists = rows.filter(({ isList }) => isList);
    const storeLists = () => storeMade(new Map(lists.map(({ _id }) => [String(_id), []])));
    const folderId =
      place &&
      (await makePlace(actor, place, async (listId) => {
        // The import may be gone, with the account of its user.
        const { matchedCount } = await ImportModel.updateOne({ _id: one._id }, { $push: { madeListIds: listId } });
        if (matchedCount === 0) throw importNotFound();
        await storeLists();
      }));
    if (!folderId) continue;
    await advance(lists.length);
    const titles = rows.filter(({ isList }) => !isList);
    for (let start = 0; start < titles.length; start += limits.itemsPerChange) {
      const batch = titles.slice(start, start + limits.itemsPerChange);
      await addBatch(source, actor, { one, folderId }, batch);
      await advance(batch.length);
    }
  }
}

async function addBatch(
  source: TitleSource,
  actor: Actor,
  { one, folderId }: { one: ImportDoc; folderId: string },
  rows: readonly ItemRow[],
): Promise<void> {
  const matches = rows.flatMap(({ match }) => (match ? [match] : []));
  const facts = await readFacts(source, matches);
  const keyOf = ({ match }: ItemRow) => (match ? titleKey(match) : '');
  const titles = rows.flatMap((row): ImportedTitle[] => {
    const ofTitle = facts.get(keyOf(row));
    const { watched, note, at } = row;
    return ofTitle ? [{ facts: ofTitle, watched, note, addedAt: at === null ? null : new Date(at) }] : [];
  });
  try {
    await addImportedItems(actor, { folderId, importId: one._id, titles }, async (added) => {
      const applied = new Map<string, Made[]>();
      const extra = new Map<string, Made[]>();
      for (const row of rows) {
        const item = added.get(keyOf(row));
        if (!item) continue;
        const { _id: itemId, watched, note } = item;
        const made: Made = { kind: 'item', itemId, folderId: item.folderId, watched, note: note ?? null };
        (row.isExtra ? extra : applied).set(String(row._id), [made]);
      }
      await storeMade(applied, extra);
    });
  } catch (error) {
    // The person has lost the list or the right to add since the preview. The next count says so for each row.
    if (!isProblem(error, 'not_found') && !isProblem(error, 'forbidden')) throw error;
  }
}

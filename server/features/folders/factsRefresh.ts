import { setTimeout as delay } from 'node:timers/promises';
import { Types } from 'mongoose';
import { type TitleFacts, titleKey } from '../../../common/item.ts';
import { Problem } from '../../platform/errors.ts';
import { takeLease } from '../../platform/lease.ts';
import { log } from '../../platform/log.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { changeFolder } from './changeFolder.ts';
import { type FolderDoc, FolderModel } from './folder.model.ts';
import { type ItemDoc, ItemModel } from './item.model.ts';
import { itemFactsOf } from './itemFacts.ts';

// TMDB's terms allow its facts to be kept for six months. Items keep them for longer, so they are fetched again in time:
// at 135 days, when an answer of the cache that was itself 30 days old leaves two weeks to spare.
const DUE_DAYS = 135;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Items of one round, which is an hour's. */
const MOST = 200;
const ROUND_MS = 60 * 60 * 1000;
/** After so many titles in a row that could not be fetched a round ends. */
const MOST_FAILURES = 3;
/** Between two titles, so that members' requests come first. */
const PAUSE_MS = 500;
/** How often a node asks whether it is its turn. */
const LOOK_MS = 15 * 60 * 1000;

interface Options {
  now?: () => number;
  most?: number;
  pauseMs?: number;
}

export interface FactsRefresh {
  /** Fetches the facts of the items that are due, as many as a round takes. */
  run(): Promise<{ due: number; changed: number }>;
  /** Ends a round that is under way with what it has fetched. */
  close(): Promise<void>;
}

/** Fetches the old facts of items again; what has changed becomes a change of the list, told like any other. */
export function createFactsRefresh(
  source: TitleSource,
  { now = Date.now, most = MOST, pauseMs = PAUSE_MS }: Options = {},
): FactsRefresh {
  const closing = new AbortController();
  let running: Promise<{ due: number; changed: number }> | null = null;

  async function round() {
    if (closing.signal.aborted) return { due: 0, changed: 0 };
    const due = await findDue(now() - DUE_DAYS * DAY_MS, most);
    const facts = await fetchAll(new Set(due.map(titleKey)));
    let changed = 0;
    for (const items of byFolder(due.filter((item) => facts.has(titleKey(item))))) {
      changed += await storeFacts(items, facts, new Date(now()));
    }
    return { due: due.length, changed };
  }

  /** By key; null for a title that the source no longer knows. Ends early when the source is away. */
  async function fetchAll(keys: ReadonlySet<string>): Promise<Map<string, TitleFacts | null>> {
    const facts = new Map<string, TitleFacts | null>();
    let failures = 0;
    for (const key of keys) {
      if (facts.size + failures > 0) await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) break;
      const [mediaType, id] = key.split(':');
      try {
        const found = await source.findTitle(mediaType as TitleFacts['mediaType'], Number(id));
        facts.set(key, found && itemFactsOf(found));
        failures = 0;
      } catch (error) {
        // The source has logged why. One title may be at fault, several in a row are not.
        if (!isProblem(error, 'upstream')) throw error;
        failures += 1;
        if (failures === MOST_FAILURES) break;
      }
    }
    return facts;
  }

  return {
    run() {
      running ??= round().finally(() => {
        running = null;
      });
      return running;
    },
    async close() {
      closing.abort();
      await running?.catch(() => undefined);
    },
  };
}

/** Does so once an hour, on one node for all. */
export function startFactsRefresh(source: TitleSource, { lookMs = LOOK_MS } = {}): Pick<FactsRefresh, 'close'> {
  const refresh = createFactsRefresh(source);
  const look = async () => {
    try {
      if (!(await takeLease('facts-refresh', ROUND_MS))) return;
      const { due, changed } = await refresh.run();
      if (due > 0) log.info({ due, changed }, 'facts of items were fetched again');
    } catch (error) {
      log.warn({ err: error }, 'facts of items could not be fetched again; the next round goes on');
    }
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await refresh.close();
      await looking;
    },
  };
}

type Due = Pick<ItemDoc, '_id' | 'folderId' | 'mediaType' | 'tmdbId'>;

const kept = { folderId: 1, mediaType: 1, tmdbId: 1 };

/** Items fetched before `time`, the oldest first; of those that do not say when, what is not the catalogue's. */
async function findDue(time: number, most: number): Promise<Due[]> {
  const known = await ItemModel.find({ fetchedAt: { $lt: new Date(time) } }, kept)
    .sort({ fetchedAt: 1 })
    .limit(most)
    .lean<Due[]>();
  if (known.length === most) return known;
  const unknown = await ItemModel.find(
    {
      fetchedAt: null,
      _id: { $lt: Types.ObjectId.createFromTime(Math.floor(time / 1000)) },
      $or: [{ posterPath: null }, { posterPath: { $regex: '^/[^/]+$' } }],
    },
    kept,
  )
    .limit(most - known.length)
    .lean<Due[]>();
  return [...known, ...unknown];
}

function byFolder(items: readonly Due[]): Due[][] {
  const groups = new Map<string, Due[]>();
  for (const item of items) {
    const folderId = item.folderId.toHexString();
    groups.set(folderId, [...(groups.get(folderId) ?? []), item]);
  }
  return [...groups.values()];
}

/** Gives items of one list their new facts, in the owner's name. Gives how many have changed. */
async function storeFacts(
  items: readonly Due[],
  facts: ReadonlyMap<string, TitleFacts | null>,
  fetchedAt: Date,
): Promise<number> {
  const folder = await FolderModel.findById(items[0]?.folderId, { userId: 1 }).lean<
    Pick<FolderDoc, '_id' | 'userId'>
  >();
  if (!folder) return 0;
  const owner = { userId: folder.userId.toHexString() };
  try {
    return await changeFolder(owner, folder._id.toHexString(), 'folder:view', async ({ record }) => {
      const ids = items.map(({ _id }) => _id);
      const found = await ItemModel.find({ folderId: folder._id, _id: { $in: ids } }).lean<ItemDoc[]>();
      let changed = 0;
      const updates = found.map((before) => {
        const renewed = { ...facts.get(titleKey(before)), fetchedAt };
        const item = { ...before, ...renewed };
        if (!hasSameFacts(item, before)) {
          record({ type: 'item:refreshed', item });
          changed += 1;
        }
        return { updateOne: { filter: { _id: before._id }, update: { $set: renewed } } };
      });
      if (updates.length > 0) await ItemModel.bulkWrite(updates);
      return changed;
    });
  } catch (error) {
    // The list was deleted meanwhile.
    if (isProblem(error, 'not_found')) return 0;
    throw error;
  }
}

const isProblem = (error: unknown, code: Problem['code']) => error instanceof Problem && error.code === code;

function hasSameFacts(a: ItemDoc, b: ItemDoc): boolean {
  const facts = ({ title, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime }: ItemDoc) =>
    JSON.stringify([title, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime]);
  return facts(a) === facts(b);
}

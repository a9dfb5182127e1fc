import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Types, trusted } from 'mongoose';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { takeLease } from '../../../platform/database/lease.ts';
import { isProblem } from '../../../platform/http/errors.ts';
import { loadInstance } from '../../../platform/instance/instance.model.ts';
import { log } from '../../../platform/log.ts';
import { repeat } from '../../../platform/repeat.ts';
import type { TitleSource } from '../../titles/title.source.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';
import { factsOf, itemFactsOf } from '../model/itemFacts.ts';
import { changeFolder } from '../writing/changeFolder.ts';

// TMDB's terms allow caching its facts for six months, so items fetch them again after 135 days. The title cache may answer
// with facts that are 30 days old, which leaves two weeks to spare. A change of the language makes them due at once.
const DUE_DAYS = 135;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How many items one hourly round refreshes. */
const MAX_ITEMS = 200;
const ROUND_MS = 60 * 60 * 1000;
/** A round ends after this many failures in a row. */
const MAX_FAILURES = 3;
/** The pause between two titles, so that users' requests come first. */
const PAUSE_MS = 500;
/** How often a node tries to take the lease. */
const LOOK_MS = 15 * 60 * 1000;

interface Options {
  now?: () => number;
  most?: number;
  pauseMs?: number;
}

export interface FactsRefresh {
  /** Refreshes the items that are due, up to the limit of a round. */
  run(): Promise<{ due: number; changed: number }>;
  /** Ends the current round early. What it has fetched is stored. */
  close(): Promise<void>;
}

/** Refreshes old facts of items. Changed facts become a change of the list and are delivered like any other. */
export function createFactsRefresh(
  source: TitleSource,
  // biome-ignore lint/plugin: items are stored with the date of their facts
  { now = Date.now, most = MAX_ITEMS, pauseMs = PAUSE_MS }: Options = {},
): FactsRefresh {
  const closing = new AbortController();
  let running: Promise<{ due: number; changed: number }> | null = null;

  async function round() {
    if (closing.signal.aborted) return { due: 0, changed: 0 };
    const { languageChangedAt } = await loadInstance();
    const due = await findDue(Math.max(now() - DUE_DAYS * DAY_MS, languageChangedAt?.getTime() ?? 0), most);
    const facts = await fetchAll(new Set(due.map(titleKey)));
    let changed = 0;
    for (const items of byFolder(due.filter((item) => facts.has(titleKey(item))))) {
      changed += await storeFacts(items, facts, new Date(now()));
    }
    return { due: due.length, changed };
  }

  /** Facts by title key, null for titles that the source no longer knows. Ends early when the source is away. */
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
        // The source has logged the error. A single failure may be due to the title, several in a row are not.
        if (!isProblem(error, 'upstream')) throw error;
        failures += 1;
        if (failures === MAX_FAILURES) break;
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

/** Refreshes facts once an hour, on one node for all, while titles come from TMDB. */
export function startFactsRefresh(source: TitleSource, { lookMs = LOOK_MS } = {}): Pick<FactsRefresh, 'close'> {
  const refresh = createFactsRefresh(source);
  const look = async () => {
    if (source.name !== 'tmdb' || !(await takeLease('facts-refresh', ROUND_MS))) return;
    const { due, changed } = await refresh.run();
    if (due > 0) log.info({ due, changed }, 'facts of items were refreshed');
  };
  const looks = repeat(look, lookMs, (error) => {
    log.warn({ err: error }, 'facts of items could not be refreshed; the next round continues');
  });
  return {
    async close() {
      const stopped = looks.stop();
      await refresh.close();
      await stopped;
    },
  };
}

type Due = Pick<ItemDoc, '_id' | 'folderId' | 'mediaType' | 'tmdbId'>;

const dueFields = { folderId: 1, mediaType: 1, tmdbId: 1 };

/** Items whose facts are older than `time`, oldest first, then old items without a date. Not those of the bundled catalogue. */
async function findDue(time: number, most: number): Promise<Due[]> {
  const known = await ItemModel.find({ fetchedAt: trusted({ $lt: new Date(time) }) }, dueFields)
    .sort({ fetchedAt: 1 })
    .limit(most)
    .lean<Due[]>();
  if (known.length === most) return known;
  const unknown = await ItemModel.find(
    {
      fetchedAt: null,
      _id: trusted({ $lt: Types.ObjectId.createFromTime(Math.floor(time / 1000)) }),
      $or: [{ posterPath: null }, { posterPath: trusted({ $regex: '^/[^/]+$' }) }],
    },
    dueFields,
  )
    .limit(most - known.length)
    .lean<Due[]>();
  return [...known, ...unknown];
}

/** The items of a deleted list, which has no log to write to. Its owner may restore it. */
async function renewDeleted(
  items: readonly Due[],
  facts: ReadonlyMap<string, TitleFacts | null>,
  fetchedAt: Date,
): Promise<number> {
  const updates = items.map((item) => ({
    updateOne: { filter: { _id: item._id }, update: { $set: { ...facts.get(titleKey(item)), fetchedAt } } },
  }));
  await ItemModel.bulkWrite(updates);
  return 0;
}

function byFolder(items: readonly Due[]): Due[][] {
  const groups = new Map<string, Due[]>();
  for (const item of items) {
    const folderId = item.folderId.toHexString();
    groups.set(folderId, [...(groups.get(folderId) ?? []), item]);
  }
  return [...groups.values()];
}

/** Stores new facts of one list's items, with the owner as the actor. Returns how many items have changed. */
async function storeFacts(
  items: readonly Due[],
  facts: ReadonlyMap<string, TitleFacts | null>,
  fetchedAt: Date,
): Promise<number> {
  const folder = await FolderModel.findById(items[0]?.folderId, { userId: 1 }).lean<
    Pick<FolderDoc, '_id' | 'userId'>
  >();
  if (!folder) return renewDeleted(items, facts, fetchedAt);
  const actor = { userId: folder.userId.toHexString() };
  const folderId = folder._id.toHexString();
  try {
    return await changeFolder({ actor, folderId, action: 'folder:view' }, async ({ record }) => {
      const ids = items.map(({ _id }) => _id);
      const found = await ItemModel.find({ folderId: folder._id, _id: trusted({ $in: ids }) }).lean<ItemDoc[]>();
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
    // The list has been deleted in the meantime.
    if (isProblem(error, 'not_found')) return 0;
    throw error;
  }
}

function hasSameFacts(a: ItemDoc, b: ItemDoc): boolean {
  return isDeepStrictEqual(factsOf(a), factsOf(b));
}

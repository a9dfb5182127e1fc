import { trusted } from 'mongoose';
import { log } from '../../../platform/log.ts';
import type { Shown } from '../title.source.ts';
import { fameOf } from './fame.ts';
import { type KnownDoc, KnownModel } from './known.model.ts';
import type { Entry, Kind } from './titleIndex.ts';
import type { TitleSearch } from './titleSearch.ts';

/** The titles and people that the movie database has named so far, on any node. */
export interface KnownTitles {
  /** Adds them to the search, and stores them in the background. `originals` has original names by id. */
  note<K extends Kind>(kind: K, shown: readonly Shown[K][], originals?: ReadonlyMap<number, string>): Promise<void>;
  /** What lists show of those that are known. */
  find<K extends Kind>(kind: K, ids: readonly number[]): Promise<Map<number, Shown[K]>>;
  /** Adds what is stored to the search, and from then on what other nodes store. */
  start(): void;
  /** Waits for writes that run. */
  close(): Promise<void>;
}

/** Those that were seen longest ago are left out of the search. */
const MOST_KNOWN = 50_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** TMDB's terms allow six months. */
const KEPT_MS = 150 * DAY_MS;
/** One that is seen again is stored again after this time. */
const RENEWED_MS = 10 * DAY_MS;
const WRITE_AFTER_MS = 1000;
const FOLLOW_MS = 30_000;
/** Clocks of nodes differ, and a write takes a moment. */
const OVERLAP_MS = 60_000;
const READ_AT_ONCE = 500;
const DATABASE_MS = 1500;
const kinds: readonly string[] = ['movie', 'tv', 'person'] satisfies Kind[];
const namesOnly = { names: 1, fame: 1, date: 1, seenAt: 1 };

type Named = Pick<KnownDoc, '_id' | 'names' | 'fame' | 'date' | 'seenAt'>;

export function createKnownTitles(search: TitleSearch): KnownTitles {
  /** When each was last stored, by any node as far as this one knows. */
  const storedAt = new Map<string, number>();
  const waiting = new Map<string, KnownDoc>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let followed: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  let latest = 0;
  let isClosed = false;

  async function write(): Promise<void> {
    timer = undefined;
    const docs = [...waiting.values()];
    try {
      if (docs.length === 0 || KnownModel.db.readyState !== 1) return;
      await KnownModel.bulkWrite(
        docs.map(({ _id, ...facts }) => ({ updateOne: { filter: { _id }, update: { $set: facts }, upsert: true } })),
        { ordered: false },
      );
      const over = (await KnownModel.estimatedDocumentCount()) - MOST_KNOWN;
      if (over <= 0) return;
      const oldest = await KnownModel.find({}, { _id: 1 }).sort({ seenAt: 1 }).limit(over).lean();
      await KnownModel.deleteMany({ _id: trusted({ $in: oldest.map(({ _id }) => _id) }) });
    } catch (error) {
      log.debug({ err: error }, 'known titles could not be stored');
    } finally {
      for (const doc of docs) if (waiting.get(doc._id) === doc) waiting.delete(doc._id);
    }
  }

  async function learn(docs: readonly Named[]): Promise<void> {
    const byKind: Record<Kind, Entry[]> = { movie: [], tv: [], person: [] };
    for (const { _id, names, fame, date, seenAt } of docs) {
      const [kind = '', id] = _id.split(':');
      if (storedAt.size >= MOST_KNOWN && !storedAt.has(_id)) continue;
      storedAt.set(_id, seenAt.getTime());
      latest = Math.max(latest, seenAt.getTime());
      if (isKind(kind)) byKind[kind].push({ id: Number(id), names, popularity: fame, date });
    }
    for (const kind of ['movie', 'tv', 'person'] as const) await search.add(kind, byKind[kind]);
  }

  /** Everything that was stored since the last call, newest first at the first one. */
  async function read(): Promise<void> {
    if (KnownModel.db.readyState !== 1) return;
    const filter = latest === 0 ? {} : { seenAt: trusted({ $gt: new Date(latest - OVERLAP_MS) }) };
    const cursor = KnownModel.find(filter, namesOnly)
      .sort({ seenAt: -1 })
      .limit(MOST_KNOWN)
      .lean<Named[]>()
      .cursor({ batchSize: READ_AT_ONCE });
    let batch: Named[] = [];
    for await (const doc of cursor) {
      if (isClosed) return;
      batch.push(doc as Named);
      if (batch.length < READ_AT_ONCE) continue;
      await learn(batch);
      batch = [];
    }
    await learn(batch);
  }

  const readQuietly = () => {
    reading = reading.then(read).catch((error) => log.debug({ err: error }, 'known titles could not be read'));
  };

  return {
    async note(kind, shown, originals) {
      // biome-ignore lint/plugin: stored, and compared with dates of other nodes
      const now = Date.now();
      const entries = shown.map((one) => toEntry(one, originals?.get(one.id)));
      await search.add(kind, entries);
      for (const [at, { id, names, popularity, date }] of entries.entries()) {
        const key = `${kind}:${id}`;
        const isRecent = now - (storedAt.get(key) ?? 0) < RENEWED_MS;
        if (isClosed || isRecent || (storedAt.size >= MOST_KNOWN && !storedAt.has(key))) continue;
        storedAt.set(key, now);
        const facts = { names: [...names], fame: popularity, date, shown: JSON.stringify(shown[at]) };
        waiting.set(key, { _id: key, ...facts, seenAt: new Date(now), expiresAt: new Date(now + KEPT_MS) });
      }
      if (waiting.size === 0 || timer) return;
      timer = setTimeout(() => {
        writing = writing.then(write);
      }, WRITE_AFTER_MS);
      timer.unref();
    },

    async find(kind, ids) {
      if (ids.length === 0 || KnownModel.db.readyState !== 1) return new Map();
      const keys = ids.map((id) => `${kind}:${id}`);
      // Before the database is read: it may have stored them by the time it has answered.
      const unstored = keys.flatMap((key) => waiting.get(key) ?? []);
      const stored = await KnownModel.find({ _id: trusted({ $in: keys }) }, { shown: 1 })
        .maxTimeMS(DATABASE_MS)
        .lean<Pick<KnownDoc, '_id' | 'shown'>[]>()
        .catch((error) => {
          // Bundled titles can be shown without it.
          log.debug({ err: error }, 'known titles could not be read');
          return [];
        });
      return new Map([...stored, ...unstored].map((doc) => [Number(doc._id.split(':')[1]), JSON.parse(doc.shown)]));
    },

    start() {
      if (followed || isClosed) return;
      readQuietly();
      followed = setInterval(readQuietly, FOLLOW_MS);
      followed.unref();
    },

    async close() {
      isClosed = true;
      clearInterval(followed);
      clearTimeout(timer);
      await Promise.all([writing.then(write), reading]);
    },
  };
}

const isKind = (kind: string): kind is Kind => kinds.includes(kind);

function toEntry(shown: Shown[Kind], original: string | undefined): Entry {
  const name = 'title' in shown ? shown.title : shown.name;
  const names = original && original !== name ? [name, original] : [name];
  const date = 'release_date' in shown ? shown.release_date : 'first_air_date' in shown ? shown.first_air_date : '';
  const popularity = 'vote_count' in shown ? fameOf(shown.popularity, shown.vote_count) : shown.popularity;
  return { id: shown.id, names, popularity, date };
}

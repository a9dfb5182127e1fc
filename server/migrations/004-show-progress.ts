import type { Db, Document, ObjectId } from 'mongodb';
import type { Migration } from './migration.ts';

interface EpisodePlay {
  _id: ObjectId;
  userId: ObjectId;
  mediaType: 'tv';
  tmdbId: number;
  season: number;
  episode: number;
  at: Date | null;
  createdAt: Date;
}

/**
 * The progress of each user in each show, derived from the plays that have a season and an episode. Also removes the index
 * that a longer one replaces.
 */
export const showProgress: Migration = {
  name: '004-show-progress',

  async count(db) {
    let shows = 0;
    for await (const plays of playsOfShows(db)) if (!(await hasProgress(db, plays))) shows += 1;
    return shows;
  },

  async run(db) {
    const plays = db.collection('plays');
    await plays.createIndex({ userId: 1, mediaType: 1, tmdbId: 1, at: 1, _id: 1 });
    const indexes = await plays.indexes();
    const former = indexes.find(({ key }) => Object.keys(key).join() === 'userId,mediaType,tmdbId');
    if (former?.name) await plays.dropIndex(former.name);
    let shows = 0;
    for await (const ofShow of playsOfShows(db)) {
      const [{ userId, tmdbId } = {}] = ofShow;
      const { upsertedCount } = await db
        .collection('showprogress')
        .updateOne({ userId, tmdbId }, { $setOnInsert: progressOf(ofShow) }, { upsert: true });
      shows += upsertedCount;
    }
    return shows;
  },
};

/** The plays of episodes, by user and show. */
async function* playsOfShows(db: Db): AsyncGenerator<EpisodePlay[]> {
  const isEpisode = {
    mediaType: 'tv',
    season: { $exists: true },
    episode: { $exists: true },
  } as const;
  const fields = { userId: 1, tmdbId: 1, season: 1, episode: 1, at: 1, createdAt: 1 };
  let together: EpisodePlay[] = [];
  const plays = db
    .collection<EpisodePlay>('plays')
    .find(isEpisode, { projection: fields })
    .sort({ userId: 1, mediaType: 1, tmdbId: 1, at: 1, _id: 1 });
  for await (const play of plays) {
    const [first] = together;
    if (first && !(first.userId.equals(play.userId) && first.tmdbId === play.tmdbId)) {
      yield together;
      together = [];
    }
    together.push(play);
  }
  if (together.length > 0) yield together;
}

async function hasProgress(db: Db, [first]: EpisodePlay[]): Promise<boolean> {
  const { userId, tmdbId } = first ?? {};
  return (await db.collection('showprogress').findOne({ userId, tmdbId }, { projection: { _id: 1 } })) !== null;
}

/** `plays` is in the order of their times, so the last one is the latest. */
function progressOf(plays: readonly EpisodePlay[]): Document {
  const counts = new Map<string, number>();
  for (const { season, episode } of plays) {
    counts.set(`${season}-${episode}`, (counts.get(`${season}-${episode}`) ?? 0) + 1);
  }
  const seasons = [...new Set(plays.map(({ season }) => season))];
  const numbersOf = (season: number) => [
    ...new Set(plays.filter((one) => one.season === season).map(({ episode }) => episode)),
  ];
  const last = plays.at(-1);
  return {
    seen: Object.fromEntries(seasons.map((season) => [String(season), rangesOf(numbersOf(season))])),
    repeats: Object.fromEntries([...counts].filter(([, count]) => count > 1).map(([key, count]) => [key, count - 1])),
    earlier: {},
    seenCount: [...counts.keys()].filter((key) => !key.startsWith('0-')).length,
    lastAt: last?.at ?? null,
    lastPlay: last && { playId: last._id, season: last.season, episode: last.episode, createdAt: last.createdAt },
  };
}

function rangesOf(numbers: number[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

import { Types } from 'mongoose';
import type { Amount, ListStatistics, Period, Statistics, WatchedPerson } from '../../../common/schemas/statistics.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { findShownTitles } from '../folders/seen/seen.service.ts';
import type { ListCard } from '../titles/art.ts';
import { findTitles, foundOrNull, type TitlePerson, type TitleSource } from '../titles/title.source.ts';
import { findBlockedWith } from '../users/privacy/block.service.ts';
import { findPublicUsers } from '../users/user.service.ts';
import { type PlayDoc, PlayModel, timeIndex, titleTimeIndex } from './play.model.ts';
import { createDayOf } from './viewing.ts';

export interface StatisticsParts {
  source: TitleSource;
  /** The stars of all of a user's reviews, by the key of the title. */
  findRatings: (userId: string) => Promise<ReadonlyMap<string, number>>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many plays are read from the database at once; other requests are answered in between. */
const BATCH = 1000;
/** People are counted in this many of the most watched titles. */
const MOST_TITLES = 60;
/** Of a title, only the first of its cast are counted. */
const BILLED = 10;
const MOST_SHOWN = 10;
/** How many of the most frequent companions are looked at: some may be blocked, or have deleted their accounts. */
const MOST_COMPANIONS = 100;
/** Of a list, only the plays of this many members are counted. */
const MOST_MEMBERS = 50;
/** For how many titles of a list one statement asks. */
const TITLES_AT_ONCE = 500;
/** The first moment that a date can be. Unknown times are stored as null, which comes before it. */
const EARLIEST = new Date(-8.64e15);
/** On the picture. */
const POSTERS = 9;

type Counted = Pick<
  PlayDoc,
  'mediaType' | 'tmdbId' | 'episode' | 'runtime' | 'genres' | 'at' | 'precision' | 'companionIds'
>;

const projection = {
  _id: 0,
  mediaType: 1,
  tmdbId: 1,
  episode: 1,
  runtime: 1,
  genres: 1,
  at: 1,
  precision: 1,
  companionIds: 1,
};

export async function readStatistics(parts: StatisticsParts, userId: string, period: Period): Promise<Statistics> {
  const tally = await tallyOf(userId, period);
  const [sums, ratings, companions, firstYear] = [
    await sumsOf(parts.source, tally),
    await parts.findRatings(userId),
    await findCompanions(userId, tally.companions),
    await findFirstYear(userId, period.timeZone),
  ];
  const stars = [...tally.titles.keys()].map((key) => ratings.get(key));
  const years = new Map<number, Amount>();
  for (const [day, amount] of tally.days) addTo(entryOf(years, Number(day.slice(0, 4)), noAmount), amount);
  return {
    ...sums,
    firstYear,
    years: byKey(years).map(([year, amount]) => ({ year, ...amount })),
    days: period.year === undefined ? [] : byKey(tally.days).map(([day, amount]) => ({ day, ...amount })),
    ratings: [1, 2, 3, 4, 5].map((rating) => stars.filter((one) => one === rating).length),
    companions,
  };
}

/** How the picture of the user's period is drawn: what was watched most, and how much. */
export async function readStatisticsCard(userId: string, period: Period): Promise<ListCard> {
  const { totals, titles } = await tallyOf(userId, period);
  const most = mostWatched(titles, POSTERS);
  const plays = await Promise.all(
    most.map(({ mediaType, tmdbId }) =>
      PlayModel.findOne({ userId, mediaType, tmdbId }).hint(titleTimeIndex).lean<PlayDoc>(),
    ),
  );
  const amounts = [
    [Math.round(totals.minutes / 60), 'hour'],
    [totals.films, 'film'],
    [totals.episodes, 'episode'],
  ] as const;
  return {
    heading: period.year === undefined ? 'All I watched' : `My ${period.year}`,
    line: amounts.map(([count, noun]) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`).join(' · '),
    titles: plays.filter((play) => play !== null),
  };
}

/**
 * What members of a list have watched of its titles in the period, all together: those who show what they have seen there.
 * Nothing when fewer than two of them have, since it would be one person's own. Throws not_found and forbidden as reading
 * the list does.
 */
export async function readListStatistics(
  source: TitleSource,
  userId: string,
  { folderId, ...period }: Period & { folderId: string },
): Promise<ListStatistics> {
  const members = (await findShownTitles(userId, folderId)).slice(0, MOST_MEMBERS);
  const together = new Tally(period);
  let people = 0;
  for (const member of members) {
    const before = together.totals.plays;
    for (const mediaType of ['movie', 'tv'] as const) {
      for (const tmdbIds of inParts(member[mediaType])) {
        const filter = { userId: member.userId, mediaType, tmdbId: { $in: tmdbIds }, ...around(period) };
        await together.addAll(filter, titleTimeIndex);
      }
    }
    if (together.totals.plays > before) people += 1;
  }
  const isShown = people >= 2;
  return { people: isShown ? people : 0, ...(await sumsOf(source, isShown ? together : new Tally(period))) };
}

function* inParts(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += TITLES_AT_ONCE) yield ids.slice(from, from + TITLES_AT_ONCE);
}

async function tallyOf(userId: string, period: Period): Promise<Tally> {
  const tally = new Tally(period);
  await tally.addAll({ userId: new Types.ObjectId(userId), ...around(period) }, timeIndex);
  return tally;
}

/** A condition for the times that may be in the period: in some time zones a year begins a day earlier. */
function around({ year }: Period) {
  if (year === undefined) return {};
  return { at: { $gte: new Date(Date.UTC(year, 0, 1) - DAY_MS), $lt: new Date(Date.UTC(year + 1, 0, 1) + DAY_MS) } };
}

interface TitleCount extends Amount {
  mediaType: MediaType;
  tmdbId: number;
}

const noAmount = (): Amount => ({ plays: 0, minutes: 0 });

function addTo(amount: Amount, { plays, minutes }: Amount): void {
  amount.plays += plays;
  amount.minutes += minutes;
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** Adds up plays one by one. */
class Tally {
  readonly totals = { ...noAmount(), withoutRuntime: 0, films: 0, episodes: 0 };
  readonly titles = new Map<string, TitleCount>();
  readonly days = new Map<string, Amount>();
  readonly genres = new Map<number, Amount>();
  /** How many plays each companion has a part in. */
  readonly companions = new Map<string, number>();
  readonly #year: string | null;
  readonly #dayOf: ReturnType<typeof createDayOf>;

  constructor({ year, timeZone }: Period) {
    this.#year = year === undefined ? null : `${year}-`;
    this.#dayOf = createDayOf(timeZone);
  }

  async addAll(filter: object, hint: typeof timeIndex | typeof titleTimeIndex): Promise<void> {
    const plays = PlayModel.collection.find<Counted>(filter, { projection, hint, batchSize: BATCH });
    // Not one by one with `for await`, which costs more than adding up.
    while (await plays.hasNext()) for (const play of plays.readBufferedDocuments()) this.#add(play);
  }

  #add(play: Counted): void {
    const day = this.#dayOf(play);
    if (this.#year !== null && !day?.startsWith(this.#year)) return;
    const { mediaType, tmdbId, episode, runtime, genres, companionIds } = play;
    const amount = { plays: 1, minutes: runtime ?? 0 };
    addTo(this.totals, amount);
    if (runtime === null) this.totals.withoutRuntime += 1;
    if (mediaType === 'movie') this.totals.films += 1;
    else if (episode !== undefined) this.totals.episodes += 1;
    addTo(
      entryOf(this.titles, titleKey(play), () => ({ mediaType, tmdbId, ...noAmount() })),
      amount,
    );
    if (day !== null) addTo(entryOf(this.days, day, noAmount), amount);
    for (const genre of new Set(genres)) addTo(entryOf(this.genres, genre, noAmount), amount);
    for (const id of companionIds) {
      const companion = id.toHexString();
      this.companions.set(companion, (this.companions.get(companion) ?? 0) + 1);
    }
  }
}

async function sumsOf(source: TitleSource, tally: Tally): Promise<Omit<ListStatistics, 'people'>> {
  const months = Array.from({ length: 12 }, noAmount);
  const weekdays = Array.from({ length: 7 }, noAmount);
  for (const [day, amount] of tally.days) {
    addTo(months[Number(day.slice(5, 7)) - 1] ?? noAmount(), amount);
    addTo(weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? noAmount(), amount);
  }
  return {
    totals: { ...tally.totals, titles: tally.titles.size, days: tally.days.size },
    months,
    weekdays,
    genres: [...tally.genres]
      .map(([id, amount]) => ({ id, ...amount }))
      .sort((a, b) => b.plays - a.plays || b.minutes - a.minutes || a.id - b.id)
      .slice(0, MOST_SHOWN),
    ...(await findPeople(source, mostWatched(tally.titles, MOST_TITLES))),
  };
}

function mostWatched(titles: ReadonlyMap<string, TitleCount>, most: number): TitleCount[] {
  return [...titles.values()]
    .sort((a, b) => b.plays - a.plays || b.minutes - a.minutes || a.tmdbId - b.tmdbId)
    .slice(0, most);
}

/** Who is in these titles most often, and who made them. */
async function findPeople(source: TitleSource, titles: readonly TitleCount[]) {
  const found = await findTitles(source, titles);
  const known = found.map(foundOrNull).filter((title) => title !== null);
  return {
    cast: mostFrequent(known.map(({ cast }) => cast.slice(0, BILLED))),
    makers: mostFrequent(known.map(({ makers }) => makers)),
    isIncomplete: found.includes('away'),
  };
}

function mostFrequent(peopleOfTitles: readonly (readonly TitlePerson[])[]): WatchedPerson[] {
  const people = new Map<number, WatchedPerson>();
  for (const ofTitle of peopleOfTitles) {
    for (const { id, name } of new Map(ofTitle.map((person) => [person.id, person])).values()) {
      entryOf(people, id, () => ({ id, name, titles: 0 })).titles += 1;
    }
  }
  // Those with the same number stay in the order of the most watched titles.
  return [...people.values()].sort((a, b) => b.titles - a.titles).slice(0, MOST_SHOWN);
}

/** Without people who are blocked or block the user, and without deleted accounts. */
async function findCompanions(userId: string, plays: ReadonlyMap<string, number>): Promise<Statistics['companions']> {
  const blocked = await findBlockedWith(userId);
  const most = [...plays]
    .filter(([id]) => !blocked.has(id))
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_COMPANIONS);
  const users = new Map((await findPublicUsers(most.map(([id]) => id))).map((user) => [user.id, user]));
  return most
    .flatMap(([id, count]) => {
      const user = users.get(id);
      return user ? [{ user, plays: count }] : [];
    })
    .slice(0, MOST_SHOWN);
}

async function findFirstYear(userId: string, timeZone: string): Promise<number | null> {
  const owner = { userId: new Types.ObjectId(userId) };
  const options = { projection: { _id: 0, at: 1, precision: 1 }, hint: timeIndex };
  const first = await PlayModel.collection.findOne<Pick<Counted, 'at'>>(
    { ...owner, at: { $gte: EARLIEST } },
    { ...options, sort: timeIndex },
  );
  if (!first?.at) return null;
  // A later moment may be of an earlier day than one that is known to the day, which is the same in every time zone.
  const soon = { $gte: first.at, $lte: new Date(first.at.getTime() + DAY_MS) };
  const plays = PlayModel.collection.find<Pick<Counted, 'at' | 'precision'>>({ ...owner, at: soon }, options);
  const days = (await plays.toArray()).map(createDayOf(timeZone)).sort();
  return Number(days[0]?.slice(0, 4));
}

const byKey = <Key extends string | number>(map: ReadonlyMap<Key, Amount>): [Key, Amount][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));

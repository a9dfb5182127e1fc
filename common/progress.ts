/*
 * The progress of a person through a show is a set of episodes, derived from plays, and what a title source says about the
 * show. Everything here is pure; server and tabs use the same functions.
 */

export interface EpisodeNumber {
  season: number;
  episode: number;
}

/** Inclusive ranges of numbers, in order, with a gap between each two. */
type Ranges = [first: number, last: number][];

/** Episodes by the number of their season. Seasons without any are left out. */
export type EpisodeSet = Record<string, Ranges>;

/** The numbers of what is about one episode; null for what is about a film, a season or a whole show. */
export function episodeOf({ season, episode }: Partial<EpisodeNumber>): EpisodeNumber | null {
  return season === undefined || episode === undefined ? null : { season, episode };
}

/** 'season-episode', to look an episode up by. */
export const episodeKey = ({ season, episode }: EpisodeNumber) => `${season}-${episode}`;

/** In the order of episodes. */
export const compareEpisodes = (a: EpisodeNumber, b: EpisodeNumber) => a.season - b.season || a.episode - b.episode;

function toRanges(numbers: Iterable<number>): Ranges {
  const ranges: Ranges = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

export function toEpisodeSet(episodes: Iterable<EpisodeNumber>): EpisodeSet {
  const numbers = new Map<number, number[]>();
  for (const { season, episode } of episodes) {
    const known = numbers.get(season);
    if (known) known.push(episode);
    else numbers.set(season, [episode]);
  }
  return Object.fromEntries([...numbers].map(([season, all]) => [season, toRanges(all)]));
}

export function hasEpisode(set: EpisodeSet, { season, episode }: EpisodeNumber): boolean {
  return set[season]?.some(([first, last]) => first <= episode && episode <= last) ?? false;
}

/** All episodes of the set, in no particular order of seasons. */
export function* episodesOf(set: EpisodeSet): Generator<EpisodeNumber> {
  for (const [season, ranges] of Object.entries(set)) {
    for (const [first, last] of ranges) {
      for (let episode = first; episode <= last; episode += 1) yield { season: Number(season), episode };
    }
  }
}

export function countInSeason(set: EpisodeSet, season: number): number {
  return (set[season] ?? []).reduce((count, [first, last]) => count + last - first + 1, 0);
}

/** How many episodes the set has, without specials. */
export function countRegular(set: EpisodeSet): number {
  const regular = Object.keys(set)
    .map(Number)
    .filter((season) => season > 0);
  return regular.reduce((count, season) => count + countInSeason(set, season), 0);
}

export function withEpisodes(set: EpisodeSet, added: Iterable<EpisodeNumber>): EpisodeSet {
  return toEpisodeSet([...episodesOf(set), ...added]);
}

export function withoutEpisode(set: EpisodeSet, { season, episode }: EpisodeNumber): EpisodeSet {
  const { [season]: ranges = [], ...others } = set;
  const left = ranges.flatMap(([first, last]): Ranges => {
    if (episode < first || last < episode) return [[first, last]];
    const parts: Ranges = [
      [first, episode - 1],
      [episode + 1, last],
    ];
    return parts.filter(([from, to]) => from <= to);
  });
  return left.length > 0 ? { ...others, [season]: left } : others;
}

/** The parts of a season that progress depends on, as sources of titles name them. */
interface SeasonEpisodes {
  season_number: number;
  air_date: string | null;
  episodes: readonly {
    episode_number: number;
    name: string;
    still_path: string | null;
    air_date: string | null;
    runtime: number | null;
  }[];
}

/** What a title source says about a show. */
export interface ShowEpisodes {
  /** As TMDB has it; empty when the source does not say. */
  status: string;
  /** In order, also specials. */
  seasons: readonly SeasonEpisodes[];
}

/** An episode that a person can watch next. */
export interface RegularEpisode extends EpisodeNumber {
  name: string;
  stillPath: string | null;
  airDate: string | null;
  runtime: number | null;
  hasAired: boolean;
}

/** The states of a show that follow from plays, and the two that a person chooses. */
export const derivedStates = ['not-started', 'in-progress', 'up-to-date', 'finished'] as const;
export const chosenStates = ['paused', 'dropped'] as const;
type DerivedState = (typeof derivedStates)[number];
export type ChosenState = (typeof chosenStates)[number];

export interface Progress {
  state: DerivedState;
  seenCount: number;
  airedCount: number;
  next: RegularEpisode | null;
  /** The next episode that has a day to come; of a person who is up to date, what they wait for. */
  upcoming: RegularEpisode | null;
  /** How many aired episodes between the first and the last one seen have no play. */
  skipped: number;
}

const RUNNING = ['Returning Series', 'In Production', 'Planned', 'Pilot'];
const ENDED = ['Ended', 'Canceled'];
/** A show of which the source says nothing has ended when its last episode is so old. */
const SILENT_YEARS = 2;

/**
 * The episodes of a show in order, without specials. `today` is a day as YYYY-MM-DD. An episode has aired when its day is
 * today or earlier. Without a day, it has aired if a later one has, or if the show is not known to go on and its season
 * has no day to come.
 */
export function regularEpisodes(show: ShowEpisodes, today: string): readonly RegularEpisode[] {
  return listingOf(show, today).episodes;
}

/** What is the same for everybody who watches a show. */
interface Listing {
  today: string;
  episodes: readonly RegularEpisode[];
  airedCount: number;
  /** The first episode that has a day to come. */
  upcoming: RegularEpisode | null;
}

/** The last listing of each show: without it, finding what is next in hundreds of shows takes more than twice as long. */
const listings = new WeakMap<ShowEpisodes, Listing>();

function listingOf(show: ShowEpisodes, today: string): Listing {
  const known = listings.get(show);
  if (known?.today === today) return known;
  const episodes = listEpisodes(show, today);
  const listing = {
    today,
    episodes,
    airedCount: episodes.filter(({ hasAired }) => hasAired).length,
    upcoming: episodes.find(({ airDate }) => airDate !== null && airDate > today) ?? null,
  };
  listings.set(show, listing);
  return listing;
}

function listEpisodes({ status, seasons }: ShowEpisodes, today: string): RegularEpisode[] {
  const goesOn = RUNNING.includes(status);
  const episodes: RegularEpisode[] = [];
  let laterHasAired = false;
  for (const { season_number: season, air_date: seasonDate, episodes: all } of seasons.toReversed()) {
    if (season === 0) continue;
    for (const {
      episode_number: episode,
      name,
      still_path: stillPath,
      air_date: airDate,
      runtime,
    } of all.toReversed()) {
      const isUndatedAired: boolean = laterHasAired || (!goesOn && (seasonDate ?? '') <= today);
      const hasAired: boolean = airDate === null ? isUndatedAired : airDate <= today;
      laterHasAired ||= hasAired;
      episodes.push({ season, episode, name, stillPath, airDate, runtime, hasAired });
    }
  }
  return episodes.reverse().sort(compareEpisodes);
}

/** The progress through a show by the episodes that count as seen. Those that the source does not have are ignored. */
export function progressThrough(show: ShowEpisodes, seen: EpisodeSet, today: string): Progress {
  const { episodes, airedCount, upcoming } = listingOf(show, today);
  let seenCount = 0;
  let next: RegularEpisode | null = null;
  // The unseen episodes since the last seen one. With another one seen after them, they were skipped.
  let unseen = 0;
  let skipped = 0;
  for (const episode of episodes) {
    if (hasEpisode(seen, episode)) {
      if (seenCount > 0) skipped += unseen;
      seenCount += 1;
      unseen = 0;
      next = null;
    } else if (episode.hasAired) {
      unseen += 1;
      next ??= episode;
    }
  }
  const isDone = !next && hasEnded(show, episodes, today);
  return {
    state: seenCount === 0 ? 'not-started' : next ? 'in-progress' : isDone ? 'finished' : 'up-to-date',
    seenCount,
    airedCount,
    next,
    upcoming,
    skipped,
  };
}

function hasEnded({ status, seasons }: ShowEpisodes, episodes: readonly RegularEpisode[], today: string): boolean {
  if (ENDED.includes(status)) return episodes.every(({ hasAired }) => hasAired);
  const isAnnounced = seasons.some((season) => season.season_number > 0 && season.episodes.length === 0);
  if (status !== '' || isAnnounced || !episodes.every(({ hasAired }) => hasAired)) return false;
  const lastDate = episodes.findLast(({ airDate }) => airDate !== null)?.airDate ?? '';
  return Number(lastDate.slice(0, 4)) < Number(today.slice(0, 4)) - SILENT_YEARS;
}

/** The group's next episode: the earliest of its members' next ones. Null when all have seen what has aired. */
export function earliestNext(nexts: readonly (RegularEpisode | null)[]): RegularEpisode | null {
  return nexts.filter((next) => next !== null).sort(compareEpisodes)[0] ?? null;
}

/** What a play says about an episode, and when it was stored. */
export interface EpisodePlay extends EpisodeNumber {
  id: string;
  at: Date | null;
  createdAt: Date;
}

export interface Fold {
  /** The episodes with a play that counts. */
  seen: EpisodeSet;
  /** How many plays an episode has beyond its first, by `episodeKey`. */
  repeats: Readonly<Record<string, number>>;
  /** The episodes with plays from before the person started again only. */
  earlier: EpisodeSet;
  /** The counting play with the latest time; unknown times come first. */
  last: EpisodePlay | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a play counts: after 'Start again', only one that was watched and stored later. A day counts as a whole. */
export function isCounted({ at, createdAt }: Pick<EpisodePlay, 'at' | 'createdAt'>, restartedAt: Date | null): boolean {
  if (!restartedAt) return true;
  return createdAt >= restartedAt && (at === null || at.getTime() > restartedAt.getTime() - DAY_MS);
}

/** Whether `play` is later than `other`: by its time, where an unknown one is the earliest, and then by its id. */
export function isLater(play: EpisodePlay, other: EpisodePlay | null): boolean {
  if (!other) return true;
  const difference = (play.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0);
  return difference > 0 || (difference === 0 && play.id > other.id);
}

/** Derives the progress of a person from all their plays of episodes of one show. */
export function foldPlays(plays: Iterable<EpisodePlay>, restartedAt: Date | null): Fold {
  const counted = new Map<string, { play: EpisodePlay; count: number }>();
  const earlier: EpisodePlay[] = [];
  let last: EpisodePlay | null = null;
  for (const play of plays) {
    if (!isCounted(play, restartedAt)) {
      earlier.push(play);
      continue;
    }
    const known = counted.get(episodeKey(play));
    counted.set(episodeKey(play), { play, count: (known?.count ?? 0) + 1 });
    if (isLater(play, last)) last = play;
  }
  const repeated = [...counted].filter(([, { count }]) => count > 1);
  return {
    seen: toEpisodeSet([...counted.values()].map(({ play }) => play)),
    repeats: Object.fromEntries(repeated.map(([key, { count }]) => [key, count - 1])),
    earlier: toEpisodeSet(earlier.filter((play) => !counted.has(episodeKey(play)))),
    last,
  };
}

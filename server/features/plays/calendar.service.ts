import { trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import { hasEpisode, regularEpisodes } from '../../../common/progress.ts';
import type {
  Calendar,
  CalendarTitle,
  calendarQuery,
  Release,
  WatchedThatDay,
} from '../../../common/schemas/calendar.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Spoilers } from '../../../common/schemas/progress.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { findTitlesIn } from '../folders/items/listed.service.ts';
import { findReleases, withLocalDates } from '../folders/items/release.service.ts';
import { shownPath } from '../folders/model/itemFacts.ts';
import type { Show } from '../titles/shows.ts';
import { foundOrNull } from '../titles/title.source.ts';
import { readSpoilers } from '../users/user.service.ts';
import { type PlayDoc, PlayModel, timeIndex } from './play.model.ts';
import type { Sources } from './play.service.ts';
import { stateOf, todayIn } from './progress.service.ts';
import { findAllProgress, type ShownDoc } from './progress.store.ts';
import { guardEpisode } from './spoilers.ts';
import { createDayOf } from './viewing.ts';

type Days = z.output<typeof calendarQuery>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What comes out in these days, and what the user has watched. With `folderId`, only titles of that list; throws not_found
 * and forbidden as reading it does.
 */
export async function readCalendar(sources: Sources, userId: string, days: Days): Promise<Calendar> {
  const { releases, isCut, isAway } = await readReleases(sources, userId, days);
  const { watched, isCut: isWatchedCut } = await readWatched(userId, days);
  return { releases, watched, isIncomplete: isCut || isAway || isWatchedCut };
}

interface Releases {
  releases: Release[];
  /** There are more shows than are looked through. */
  isCut: boolean;
  /** The source of titles did not answer for some shows or films. */
  isAway: boolean;
}

/** What comes out in these days: episodes of shows that the user follows or has in a list, and films of their lists. */
export async function readReleases({ shows, source }: Sources, userId: string, days: Days): Promise<Releases> {
  const listed = await findReleases(userId, days);
  const [setting, progress] = [await readSpoilers(userId), await findAllProgress(userId)];
  const followed = new Map(progress.map((stored) => [stored.tmdbId, stored]));
  const isWanted = (tmdbId: number) => followed.get(tmdbId)?.state !== 'dropped';
  const ids = [...new Set([...(days.folderId === undefined ? followed.keys() : []), ...listed.showIds])].filter(
    isWanted,
  );
  const asked = ids.slice(0, limits.calendarShows);
  const found = await shows.findAll(asked);
  const viewer: Viewer = { followed, setting, today: todayIn(days.timeZone) };
  const episodes = found.flatMap((one) => {
    const show = foundOrNull(one);
    return show ? releasesOf(show, days, viewer) : [];
  });
  const local = await withLocalDates(source, listed.films);
  const films = local.films.flatMap((film): Release[] => {
    const day = film.releaseDate;
    return day !== null && days.from <= day && day <= days.to ? [{ day, title: titleOf(film), episodes: [] }] : [];
  });
  const releases: Release[] = [...episodes, ...films];
  return {
    releases: releases.sort((a, b) => compareText(a.day, b.day) || compareText(a.title.title, b.title.title)),
    isCut: asked.length < ids.length,
    isAway: found.includes('away') || local.isAway,
  };
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

interface Viewer {
  followed: ReadonlyMap<number, ShownDoc>;
  setting: Spoilers;
  today: string;
}

/** The episodes of a show that air in these days, one entry for each day. */
function releasesOf(show: Show, { from, to }: Days, { followed, setting, today }: Viewer): Release[] {
  const { tmdbId, title, posterPath } = show.facts;
  const progress = followed.get(tmdbId) ?? null;
  const airing = regularEpisodes(show, today).filter(
    ({ airDate }) => airDate !== null && from <= airDate && airDate <= to,
  );
  if (airing.length === 0) return [];
  const about = {
    title: { mediaType: 'tv' as const, tmdbId, title, posterPath },
    state: stateOf(show, progress, today),
  };
  const byDay = new Map<string, Release>();
  for (const episode of airing) {
    const day = episode.airDate ?? from;
    const isSeen = hasEpisode(progress?.seen ?? {}, episode);
    const { season, episode: number, name } = isSeen ? episode : guardEpisode(episode, setting);
    const release = byDay.get(day) ?? { day, ...about, episodes: [] };
    release.episodes.push({ season, episode: number, ...(name !== undefined && { name }), isSeen });
    byDay.set(day, release);
  }
  return [...byDay.values()];
}

function titleOf({ mediaType, tmdbId, title, posterPath }: TitleFacts): CalendarTitle {
  return { mediaType, tmdbId, title, posterPath: shownPath(posterPath) };
}

/** What a user has watched, and whether there is more than is read. */
interface Watched {
  watched: WatchedThatDay[];
  isCut: boolean;
}

/** A play with a time is of the day that it was in the user's time zone. Call it when the user may read the list. */
async function readWatched(userId: string, { from, to, timeZone, folderId }: Days): Promise<Watched> {
  const around = { $gte: new Date(Date.parse(from) - DAY_MS), $lte: new Date(Date.parse(to) + 2 * DAY_MS) };
  const ofList = folderId === undefined ? {} : await titlesOfList(folderId);
  const found = await PlayModel.find({ userId, at: trusted(around), ...ofList })
    .sort({ at: 1, _id: 1 })
    .limit(limits.calendarPlays + 1)
    .hint(timeIndex)
    .lean<PlayDoc[]>();
  const plays = found.slice(0, limits.calendarPlays);
  const dayOf = createDayOf(timeZone);
  const watched = plays.flatMap((play) => {
    const day = dayOf(play);
    if (day === null || day < from || day > to) return [];
    const { season, episode } = play;
    const numbers = { ...(season !== undefined && { season }), ...(episode !== undefined && { episode }) };
    return [{ day, title: titleOf(play), ...numbers }];
  });
  return { watched, isCut: plays.length < found.length };
}

/** Matches the titles of a list. */
async function titlesOfList(folderId: string) {
  const titles = await findTitlesIn(folderId, limits.itemsPerList);
  const idsOf = (kind: MediaType) => titles.filter(({ mediaType }) => mediaType === kind).map(({ tmdbId }) => tmdbId);
  return {
    $or: [
      { mediaType: 'movie' as const, tmdbId: trusted({ $in: idsOf('movie') }) },
      { mediaType: 'tv' as const, tmdbId: trusted({ $in: idsOf('tv') }) },
    ],
  };
}

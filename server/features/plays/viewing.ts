import { LRUCache } from 'lru-cache';
import { Schema, type Types } from 'mongoose';
import { type EpisodeNumber, episodeOf } from '../../../common/progress.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { type PlayPrecision, type PlaySource, playPrecisions, playSources } from '../../../common/schemas/play.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import { factFields, factsOf, shownPath } from '../folders/model/itemFacts.ts';

/** When a title was watched, and which season or episode of a show. */
export interface ViewingTime {
  season?: number;
  episode?: number;
  /** Null when it is unknown. For a day it is midnight in UTC. */
  at: Date | null;
  precision: PlayPrecision;
}

/** What a play and a proposal of one have in common. */
export interface Viewing extends TitleFacts, ViewingTime {
  source: PlaySource;
  /** The list in which it was recorded. */
  folderId?: Types.ObjectId;
}

export const viewingFields = {
  ...factFields,
  season: { type: Number },
  episode: { type: Number },
  at: { type: Date, default: null },
  precision: { type: String, enum: playPrecisions, required: true },
  source: { type: String, enum: playSources, required: true },
  folderId: { type: Schema.Types.ObjectId },
} satisfies SchemaFields<Viewing>;

/** Only the fields of a viewing, without other fields of the object. */
export function viewingOf(viewing: Viewing): Viewing {
  const { season, episode, at, precision, source, folderId } = viewing;
  return {
    ...factsOf(viewing),
    ...(season === undefined ? {} : { season }),
    ...(episode === undefined ? {} : { episode }),
    at,
    precision,
    source,
    ...(folderId ? { folderId } : {}),
  };
}

/** A viewing as answers and events have it. */
export function showViewing(viewing: Viewing) {
  const { at, folderId, ...shown } = viewingOf(viewing);
  return {
    ...shown,
    posterPath: shownPath(shown.posterPath),
    backdropPath: shownPath(shown.backdropPath),
    at: at?.toISOString() ?? null,
    ...(folderId ? { folderId: folderId.toHexString() } : {}),
  };
}

/** The episode that a viewing is of, alone; none for a film, a season or a whole show. */
export function viewedEpisodes(viewing: {
  season?: number | undefined;
  episode?: number | undefined;
}): EpisodeNumber[] {
  const viewed = episodeOf(viewing);
  return viewed ? [viewed] : [];
}

interface GivenTime {
  at?: string | null | undefined;
  precision?: PlayPrecision | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The time that a request gives, with its precision. A day loses its hours. */
export function timeOf({ at, precision }: GivenTime): Pick<ViewingTime, 'at' | 'precision'> {
  if (!at) return { at: null, precision: 'unknown' };
  const ms = Date.parse(at);
  if (precision === 'day') return { at: new Date(Math.floor(ms / DAY_MS) * DAY_MS), precision };
  return { at: new Date(ms), precision: 'second' };
}

/** Making one takes a millisecond. */
const dayFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 500,
  memoMethod: (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }),
});

/** Formats moments as days of a time zone, YYYY-MM-DD: Sweden writes them as ISO 8601 does. */
export const dayFormat = (timeZone: string) => dayFormats.memo(timeZone);

/** Gives the day of a viewing in a time zone, null when it is unknown. One that is known to the day has the same day everywhere. */
export function createDayOf(timeZone: string): (viewed: Pick<ViewingTime, 'at' | 'precision'>) => string | null {
  const offsetOn = createOffsets(timeZone);
  const format = dayFormat(timeZone);
  return ({ at, precision }) => {
    if (!at) return null;
    const ms = at.getTime();
    const offset = precision === 'day' ? 0 : offsetOn(Math.floor(ms / DAY_MS));
    // Years before 1000 are formatted with fewer digits.
    return offset === null
      ? format.format(at).padStart('YYYY-MM-DD'.length, '0')
      : new Date(ms + offset).toISOString().slice(0, 10);
  };
}

/**
 * How far a time zone is ahead of UTC on a day of UTC, in milliseconds; null when that changes on the day. Formatting each of a
 * hundred thousand moments would take half a second.
 */
function createOffsets(timeZone: string): (day: number) => number | null {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (ms: number) => Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) - ms;
  const known = new Map<number, number | null>();
  return (day) => {
    const offset = known.get(day);
    if (offset !== undefined) return offset;
    const [first, last] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS)];
    const found = first === last ? first : null;
    known.set(day, found);
    return found;
  };
}

import ical, { ICalEventTransparency } from 'ical-generator';
import type { EpisodeNumber } from '../../../common/progress.ts';
import { isDay } from '../../../common/schemas/primitives.ts';
import { plainText } from '../../../common/text.ts';

/** What comes out on a day: a film, or episodes of one show. */
export interface CalendarEvent {
  day: string;
  title: { mediaType: 'movie' | 'tv'; tmdbId: number; title: string };
  /** Empty for a film. With names only where the reader may see them. */
  episodes: readonly (EpisodeNumber & { name?: string | undefined })[];
}

/** How often programs should ask again, in seconds. */
const TTL = 6 * 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A calendar with an event for the whole of each day. The same film or episode always has the same UID, so that programs move
 * an event whose day has changed. `scope` is part of it: programs show a film that two calendars have in both.
 */
export function icsFile(name: string, scope: string, events: readonly CalendarEvent[]): string {
  const prodId = { company: 'Marquee', product: 'Lists', language: 'EN' };
  const calendar = ical({ name: escapeText(name), prodId, ttl: TTL });
  // One stamp for a day, so that the file stays the same until something changes.
  const stamp = new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);
  // When an event has changed is not known. Each day's version is newer than that of the day before.
  const sequence = stamp.getTime() / DAY_MS;
  // The library throws for others, and earlier versions stored any text as the date of a film.
  for (const event of events.filter(({ day }) => isDay(day))) {
    calendar.createEvent({
      id: `${uidOf(event)}-${scope}@marquee`,
      stamp,
      sequence,
      lastModified: stamp,
      // As text, because a Date is of another day in some time zones.
      start: event.day,
      allDay: true,
      // Control characters and Unicode's line breaks make some programs drop the event.
      summary: plainText(summaryOf(event)),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  const file = `${calendar.toString()}\r\n`;
  return calendar.length() > 0 ? file : file.replace(/(?=END:VCALENDAR)/, NO_EVENTS);
}

/** A calendar without any component is not valid. This one says nothing. */
const NO_EVENTS = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n');

/** The library escapes what events say, but not the name of a calendar. */
const escapeText = (text: string) => plainText(text).replace(/[\\;,]/g, '\\$&');

/** Episodes of a day go by the first one, so that they stay one event when the day changes. */
function uidOf({ title: { mediaType, tmdbId }, episodes: [first] }: CalendarEvent): string {
  const title = `${mediaType}-${tmdbId}`;
  return first ? `${title}-s${first.season}e${first.episode}` : title;
}

function summaryOf({ title: { title }, episodes }: CalendarEvent): string {
  const [first] = episodes;
  const last = episodes.at(-1);
  if (!first || !last) return title;
  const number = `${title} S${first.season} E${first.episode}`;
  if (first === last) return first.name ? `${number}: ${first.name}` : number;
  if (first.season === last.season) return `${number}–${last.episode}`;
  return `${number} and ${episodes.length - 1} more`;
}

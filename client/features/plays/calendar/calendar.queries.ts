import { episodeText } from '../../../../common/episodeText.ts';
import { episodeOf } from '../../../../common/progress.ts';
import type { Calendar, CalendarTitle, Release, WatchedThatDay } from '../../../../common/schemas/calendar.ts';
import { calendarDay, timeZone } from '../../../lib/dates.ts';
import { progressApi } from '../../../lib/http/api.ts';
import { about, queryOf } from '../../../lib/query.ts';
import { ownName } from '../episodes/episodeWords.ts';

interface Asked {
  /** YYYY-MM */
  month: string;
  folderId: string | null;
}

/** What comes out in the weeks of a month, and what the viewer watched in them. */
export function calendarQuery({ month, folderId }: Asked) {
  const days = daysOfMonth(month);
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '', timeZone: timeZone() };
  return {
    ...queryOf(progressApi.calendar, { query: { ...range, ...(folderId !== null && { folderId }) } }),
    ...about('progress'),
    staleTime: 60 * 60 * 1000,
  };
}

/** All days of the weeks that a month has a part of, from Monday to Sunday. */
export function daysOfMonth(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = new Date(year, number - 1, 1);
  const before = (first.getDay() + 6) % 7;
  const length = new Date(year, number, 0).getDate();
  const weeks = Math.ceil((before + length) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) => calendarDay(new Date(year, number - 1, 1 - before + index)));
}

export function nextMonth(month: string, step: 1 | -1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return calendarDay(new Date(year, number - 1 + step, 1)).slice(0, 7);
}

/** A title with what happens on a day: what comes out, or what the viewer watched. */
export interface CalendarEntry {
  id: string;
  title: CalendarTitle;
  /** 'S2 E4 · Woe’s Hollow', '3 episodes', 'Comes out', or nothing for a film that was watched. */
  words: string;
  kind: 'airs' | 'seen' | 'watched';
}

/** The entries of each day that has any. What was watched stands in for what came out that day. */
export function entriesByDay({ releases, watched }: Calendar): Map<string, CalendarEntry[]> {
  const byDay = new Map<string, CalendarEntry[]>();
  const add = (day: string, entry: CalendarEntry) => byDay.set(day, [...(byDay.get(day) ?? []), entry]);
  for (const release of releases) {
    const isSeen = release.episodes.length > 0 && release.episodes.every((episode) => episode.isSeen);
    add(release.day, { ...entryOf(release), kind: isSeen ? 'seen' : 'airs' });
  }
  const together = new Map<string, WatchedThatDay[]>();
  for (const play of watched) {
    const key = `${play.day} ${play.title.mediaType} ${play.title.tmdbId}`;
    together.set(key, [...(together.get(key) ?? []), play]);
  }
  for (const [key, plays] of together) {
    const [first] = plays;
    if (first) add(first.day, { id: key, title: first.title, words: watchedWords(plays), kind: 'watched' });
  }
  return byDay;
}

function watchedWords(plays: readonly WatchedThatDay[]): string {
  const numbers = plays.flatMap((play) => {
    const number = episodeOf(play);
    return number ? [episodeText(number)] : [];
  });
  return numbers.length > 3 ? `${numbers.length} episodes` : numbers.join(', ');
}

function entryOf({ day, title, episodes }: Release): Omit<CalendarEntry, 'kind'> {
  const id = `${day} ${title.mediaType} ${title.tmdbId} out`;
  const [first] = episodes;
  if (!first) return { id, title, words: 'Comes out' };
  if (episodes.length > 1) return { id, title, words: `${episodeText(first)} and ${episodes.length - 1} more` };
  return { id, title, words: [episodeText(first), ownName(first)].filter(Boolean).join(' · ') };
}

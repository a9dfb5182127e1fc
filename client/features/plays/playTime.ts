import type { Play, PlayBody } from '../../../common/schemas/play.ts';
import { calendarDay, dayText } from '../../lib/dates.ts';

export const whenChoices = ['today', 'yesterday', 'date', 'unknown'] as const;
export type WhenChoice = (typeof whenChoices)[number];

/** When a title was watched, as the form has it. */
export interface When {
  choice: WhenChoice;
  /** YYYY-MM-DD, for the choice 'date'. */
  date: string;
}

type PlayTime = Required<Pick<PlayBody, 'at' | 'precision'>>;
type TimeOfPlay = Pick<Play, 'at' | 'precision'>;

/** What is sent: the user's calendar day, whatever the time zone. Null while no date is chosen, or one in the future. */
export function playTimeOf({ choice, date }: When, now: Date): PlayTime | null {
  if (choice === 'unknown') return { at: null, precision: 'unknown' };
  const today = calendarDay(now);
  const day = { today, yesterday: calendarDay(now, 1), date }[choice];
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day > today) return null;
  return { at: `${day}T00:00:00.000Z`, precision: 'day' };
}

/** The form's choice for a play. */
export function whenOf(play: TimeOfPlay, now: Date): When {
  const date = dayOf(play);
  if (date === null) return { choice: 'unknown', date: '' };
  if (date === calendarDay(now)) return { choice: 'today', date: '' };
  if (date === calendarDay(now, 1)) return { choice: 'yesterday', date: '' };
  return { choice: 'date', date };
}

/** The day of a play, or null when it is unknown. A day is the same everywhere; a moment is on a day of this device. */
export function dayOf({ at, precision }: TimeOfPlay): string | null {
  if (at === null) return null;
  return precision === 'day' ? at.slice(0, 10) : calendarDay(new Date(at));
}

/** 'today', 'yesterday', 'on January 31, 2026' or 'some time ago'. */
export function whenText(play: TimeOfPlay, now: Date): string {
  const day = dayOf(play);
  if (day === null) return 'some time ago';
  if (day === calendarDay(now)) return 'today';
  if (day === calendarDay(now, 1)) return 'yesterday';
  // Noon is on the same day in every time zone of this device.
  return `on ${dayText(`${day}T12:00:00`)}`;
}

import type { NoticeSettings } from '../../../../common/schemas/notice.ts';

const MINUTE_MS = 60_000;
export const DAY_MINUTES = 24 * 60;

export function minuteOfDay(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [hour = 0, minute = 0] = parts.format(now).split(':').map(Number);
  return hour * 60 + minute;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When the quiet hours end, if `now` is within them. Null otherwise, and if the time zone is unknown. */
export function quietUntil({ quietHours, timeZone }: NoticeSettings, now: Date): Date | null {
  if (!quietHours || timeZone === null) return null;
  const minute = minuteOfDay(now, timeZone);
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const after = (minutes: number) => new Date((Math.floor(now.getTime() / MINUTE_MS) + minutes) * MINUTE_MS);
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES;
  // The clocks may have changed until then.
  const shifted = minuteOfDay(after(left), timeZone) - to;
  const end = after(left - nearZero(shifted));
  // On the day when the clocks leave `to` out, the quiet hours end later.
  return minuteOfDay(end, timeZone) === to ? end : after(left);
}

/** The same difference of two times of day, of at most half a day: 23:15 is an hour before 0:15. */
const nearZero = (minutes: number) => ((minutes + 1.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;

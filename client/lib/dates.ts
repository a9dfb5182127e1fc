/**
 * A format of dates that is created when it is first used: the first one in a page takes a slow phone a quarter of a second.
 */
export function lazyDateFormat(options: Intl.DateTimeFormatOptions): { format(date: Date): string } {
  let created: Intl.DateTimeFormat | undefined;
  return {
    format(date) {
      created ??= new Intl.DateTimeFormat('en', options);
      return created.format(date);
    },
  };
}

const day = lazyDateFormat({ day: 'numeric', month: 'long', year: 'numeric' });
/** Of a day that belongs to no time zone. */
const shortDay = lazyDateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const month = lazyDateFormat({ month: 'long', year: 'numeric' });
const clock = lazyDateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const moment = lazyDateFormat({ dateStyle: 'medium', timeStyle: 'short' });

let foundTimeZone: string | undefined;

/** The IANA name of the time zone in which this device's days begin. */
export function timeZone(): string {
  foundTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return foundTimeZone;
}

/** '21:40' of today, else 'Nov 21, 2026, 10:05 PM', in this device's time zone. */
export function clockText(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? clock.format(at) : moment.format(at);
}

/** 'November 21, 2026', in this device's time zone. */
export function dayText(iso: string): string {
  return day.format(new Date(iso));
}

/** 'November 2026'. */
export function monthText(iso: string): string {
  return month.format(new Date(iso));
}

/** 'Nov 21, 2026, 10:05 PM', in this device's time zone. */
export function momentText(iso: string): string {
  return moment.format(new Date(iso));
}

/** 'Nov 21, 2026', for a calendar day as YYYY-MM-DD. */
export function calendarDayText(day: string): string {
  return shortDay.format(new Date(day));
}

/** A day of this device's calendar, as YYYY-MM-DD. */
export function calendarDay(moment: Date, daysBefore = 0): string {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - daysBefore);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

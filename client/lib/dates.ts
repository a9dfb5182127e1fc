const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

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

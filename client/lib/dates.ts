const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** 'November 21, 2026', in this device's time zone. */
export function dayText(iso: string): string {
  return day.format(new Date(iso));
}

/** 'November 2026'. */
export function monthText(iso: string): string {
  return month.format(new Date(iso));
}

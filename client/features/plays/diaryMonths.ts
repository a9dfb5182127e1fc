import type { Play } from '../../../common/schemas/play.ts';
import { lazyDateFormat } from '../../lib/dates.ts';
import { dayOf } from './playTime.ts';

interface DiaryMonth {
  /** YYYY-MM, or 'unknown'. */
  key: string;
  label: string;
  plays: Play[];
}

const month = lazyDateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = lazyDateFormat({ month: 'short', timeZone: 'UTC' });

const firstDay = (key: string) => new Date(`${key}-01T00:00:00.000Z`);

/** The plays by month, in the order of the log: newest first, those of unknown time last. */
export function byMonth(plays: readonly Play[]): DiaryMonth[] {
  const months = new Map<string, DiaryMonth>();
  for (const play of plays) {
    const key = dayOf(play)?.slice(0, 7) ?? 'unknown';
    const label = key === 'unknown' ? 'Some time ago' : month.format(firstDay(key));
    const known = months.get(key);
    if (known) known.plays.push(play);
    else months.set(key, { key, label, plays: [play] });
  }
  return [...months.values()];
}

export interface MonthCount {
  key: string;
  /** 'Jan'. */
  short: string;
  /** 'January 2026'. */
  label: string;
  count: number;
}

const CHART_MONTHS = 12;

/** How many titles were seen in each of the last twelve months, the oldest first. */
export function monthCounts(plays: readonly Play[], now: Date): MonthCount[] {
  const counts = new Map<string, number>();
  for (const play of plays) {
    const key = dayOf(play)?.slice(0, 7);
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return chartMonths(now).map((key) => ({
    key,
    short: shortMonth.format(firstDay(key)),
    label: month.format(firstDay(key)),
    count: counts.get(key) ?? 0,
  }));
}

/** The last twelve months as YYYY-MM, the oldest first. */
export function chartMonths(now: Date): string[] {
  return Array.from({ length: CHART_MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - CHART_MONTHS + 1 + index, 1));
    return first.toISOString().slice(0, 7);
  });
}

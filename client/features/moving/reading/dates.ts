/** A time as plays have it: a day is its midnight in UTC, and belongs to no time zone. */
export interface Moment {
  at: string;
  precision: 'second' | 'day';
}

/** What a cell says about when something happened. Null if it names no date, 'asked' if the order of day and month is. */
export type When = Moment | null | { unreadable: string } | 'asked';

/** The order of day, month and year in a column. */
const dateOrders = ['dayFirst', 'monthFirst', 'yearFirst'] as const;
export type DateOrder = (typeof dateOrders)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;

/** Years in which nothing was watched. Services write such dates for 'unknown'. */
const FIRST_YEAR = 1910;

const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/;
const isoTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d|[+-]\d\d)?$/i;
const threeNumbers = /^(\d{1,2})[-/.]\s*(\d{1,2})[-/.]\s*(\d{2}|\d{4})\.?(?:,?\s+\d{1,2}:\d\d.*)?$/;
const dayMonthName = /^(\d{1,2})\.?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})(?:,?\s+\d{1,2}:\d\d.*)?$/i;
const monthNameDay = /^(?:[a-z]{3},?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i;
/** As in 'Wed Sep  9 00:00:00 2015'. */
const longDate = /^[a-z]{3}\s+([a-z]{3})\s+(\d{1,2})\s+\d\d:\d\d:\d\d\s+(?:[a-z]+\s+)?(\d{4})$/i;

export interface DateOptions {
  /** Nothing after this day was watched. */
  today: Date;
  /** Times without a zone are UTC. Else only their day counts. */
  isUtc?: boolean | undefined;
}

/** A column of dates. Whether the day or the month comes first follows from all of its cells, never from a language. */
export class DateColumn {
  /** Null if the cells do not tell it. */
  order: DateOrder | null;
  /** The orders that could be meant. */
  readonly candidates: DateOrder[];
  readonly #options: DateOptions;
  readonly #unclear: string[];

  constructor(cells: Iterable<string>, options: DateOptions, order?: DateOrder) {
    this.#options = options;
    const { candidates, unclear } = readOrders(cells, options.today);
    this.candidates = candidates;
    this.order = order ?? (candidates.length === 1 ? (candidates[0] ?? null) : null);
    this.#unclear = unclear;
  }

  get mustAsk(): boolean {
    return this.order === null && this.candidates.length > 0;
  }

  /** Two cells, and the days that they could mean. */
  get examples(): { text: string; days: Partial<Record<DateOrder, string>> }[] {
    return this.#unclear.slice(0, 2).map((text) => {
      const days: Partial<Record<DateOrder, string>> = {};
      for (const order of this.candidates) {
        const day = dayOf(text, order, this.#options.today);
        if (day) days[order] = day.slice(0, 10);
      }
      return { text, days };
    });
  }

  read(cell: string): When {
    const text = cell.trim();
    if (text === '') return null;
    const known = readClear(text, this.#options);
    if (known !== undefined) return known;
    if (!threeNumbers.test(text)) return { unreadable: text };
    if (this.order === null) return 'asked';
    const day = dayOf(text, this.order, this.#options.today);
    return day ? momentOf(day, 'day', this.#options.today) : { unreadable: text };
  }
}

/** A date that can be read without the other cells of its column. */
export function readDate(text: string | null | undefined, options: DateOptions): When {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  const when = readClear(trimmed, options);
  return when === undefined ? { unreadable: trimmed } : when;
}

/** Undefined for what only its column can tell. */
function readClear(text: string, { today, isUtc = false }: DateOptions): When | undefined {
  const iso = isoDate.exec(text);
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]), text, today);
  const time = isoTime.exec(text);
  if (time) return readTime(time, text, today, isUtc);
  if (/^\d{10}$/.test(text)) return momentOf(new Date(Number(text) * 1000).toISOString(), 'second', today);
  if (/^\d{13}$/.test(text)) return momentOf(new Date(Number(text)).toISOString(), 'second', today);
  const named = dayMonthName.exec(text);
  if (named) return dayFrom(Number(named[3]), monthOf(named[2]), Number(named[1]), text, today);
  const american = monthNameDay.exec(text) ?? longDate.exec(text);
  if (american) return dayFrom(Number(american[3]), monthOf(american[1]), Number(american[2]), text, today);
  if (/^(0|0+[-/.]0+[-/.]0+( .*)?|unknown|null|n\/a|none|-)$/i.test(text)) return null;
  return undefined;
}

function readTime(parts: RegExpExecArray, text: string, today: Date, isUtc: boolean): When {
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = parts;
  const date = dayFrom(Number(year), Number(month), Number(day), text, today);
  if (date === null || typeof date !== 'object' || 'unreadable' in date) return date;
  const isMidnight = `${hour}${minute}${second}` === '000000';
  const isZero = zone === undefined || /^(z|utc|[+-]00:?(00)?)$/i.test(zone);
  // A service that knows only the day writes its midnight.
  if ((isMidnight && isZero) || (zone === undefined && !isUtc)) return date;
  const offset = isZero ? 'Z' : (zone ?? 'Z').replace(/^([+-]\d\d):?(\d\d)?$/, (_, h, m = '00') => `${h}:${m}`);
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(at.getTime()) ? { unreadable: text } : momentOf(at.toISOString(), 'second', today);
}

function dayFrom(year: number, month: number, day: number, text: string, today: Date): When {
  if (year < FIRST_YEAR || (month === 0 && day === 0)) return null;
  const iso = isoDayOf(year, month, day);
  return iso ? momentOf(iso, 'day', today) : { unreadable: text };
}

/** Null for dates that mean 'unknown': January 1, 1970, and any day in the future. */
function momentOf(at: string, precision: Moment['precision'], today: Date): Moment | null {
  if (at.startsWith('1970-01-01') || new Date(at).getTime() > today.getTime() + DAY_MS) return null;
  return { at, precision };
}

function isoDayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString() : null;
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1;
}

/** The day that three numbers mean in an order, or null if there is no such day. */
function dayOf(text: string, order: DateOrder, today: Date): string | null {
  const parts = threeNumbers.exec(text);
  if (!parts) return null;
  const [, first = '', second = '', third = ''] = parts;
  if (order === 'yearFirst')
    return third.length === 4 ? null : isoDayOf(fullYear(first, today), Number(second), Number(third));
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
  return isoDayOf(fullYear(third, today), Number(month), Number(day));
}

function fullYear(digits: string, today: Date): number {
  if (digits.length === 4) return Number(digits);
  const year = 2000 + Number(digits);
  return year > today.getUTCFullYear() ? year - 100 : year;
}

/** A date that some services write for 'unknown'. */
const isStandIn = (day: string) => day.startsWith('1970-01-01') || Number(day.slice(0, 4)) >= 2049;

/** Which orders fit a column, and cells that mean different days in these orders. */
function readOrders(cells: Iterable<string>, today: Date): { candidates: DateOrder[]; unclear: string[] } {
  const texts: string[] = [];
  for (const cell of cells) {
    const text = cell.trim();
    if (threeNumbers.test(text)) texts.push(text);
  }
  if (texts.length === 0) return { candidates: [], unclear: [] };
  const isDay = (text: string, order: DateOrder) => {
    const day = dayOf(text, order, today);
    return day !== null && (isStandIn(day) || isPlausible(day, text, today));
  };
  // 31 February says nothing about the others.
  const days = texts.filter((text) => dateOrders.some((order) => isDay(text, order)));
  const fits = (order: DateOrder) => days.every((text) => isDay(text, order));
  const usual = (['dayFirst', 'monthFirst'] as const).filter(fits);
  const fitting: DateOrder[] = usual.length > 0 ? usual : dateOrders.filter(fits);
  // A column that fits no order has mistakes or mixes two of them, which its cells cannot tell.
  const candidates: DateOrder[] = fitting.length > 0 ? fitting : ['dayFirst', 'monthFirst'];
  const unclear = [...new Set(texts)].filter((text) => {
    return new Set(candidates.map((order) => dayOf(text, order, today))).size > 1;
  });
  if (fitting.length > 1 && unclear.length === 0) return { candidates: fitting.slice(0, 1), unclear };
  const sorted = fitting.filter((order) => isSorted(days.map((text) => dayOf(text, order, today) ?? '')));
  // Histories are sorted. A few dates can be so by chance.
  if (sorted.length === 1 && new Set(texts).size >= 8) return { candidates: sorted, unclear };
  return { candidates, unclear };
}

/** Not in the future, and with a year of two digits not long ago. */
function isPlausible(day: string, text: string, today: Date): boolean {
  const isLongAgo = day < '1990' && !/\d{4}/.test(text);
  return !isLongAgo && new Date(day).getTime() <= today.getTime() + DAY_MS;
}

function isSorted(days: string[]): boolean {
  const isUp = days.every((day, n) => n === 0 || (days[n - 1] ?? '') <= day);
  const isDown = days.every((day, n) => n === 0 || (days[n - 1] ?? '') >= day);
  return isUp || isDown;
}

/** How long an answer is fresh, how long it may be used when stale, and where it is cached. */
export interface Policy {
  freshMs: number;
  keepMs: number;
  /** Whether it is also stored in the database. Searches of single users stay in memory. */
  isStored: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// TMDB's terms allow six months. Items store facts for most of that time.
export const policies = {
  list: { freshMs: 6 * HOUR, keepMs: 30 * DAY, isStored: true },
  filtered: { freshMs: 6 * HOUR, keepMs: 7 * DAY, isStored: false },
  search: { freshMs: HOUR, keepMs: 7 * DAY, isStored: false },
  title: { freshMs: DAY, keepMs: 30 * DAY, isStored: true },
  seasons: { freshMs: DAY, keepMs: 30 * DAY, isStored: true },
  endedSeasons: { freshMs: 7 * DAY, keepMs: 30 * DAY, isStored: true },
  person: { freshMs: 2 * DAY, keepMs: 30 * DAY, isStored: true },
  ratings: { freshMs: DAY, keepMs: 90 * DAY, isStored: true },
} as const satisfies Record<string, Policy>;

export type CacheKind = keyof typeof policies;

/** Missing titles may be added and empty pages may be errors, so both are requested again soon. */
export const notFoundPolicy: Policy = { freshMs: 10 * MINUTE, keepMs: 10 * MINUTE, isStored: false };
export const emptyPagePolicy: Policy = { freshMs: MINUTE, keepMs: HOUR, isStored: false };

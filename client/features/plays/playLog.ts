import type { Play } from '../../../common/schemas/play.ts';

/** The part of the viewer's log that is loaded: newest first, plays of unknown time last. */
export interface PlayLog {
  plays: readonly Play[];
  /** Where the next page begins. Undefined when everything is loaded. */
  next: string | undefined;
}

/** Sorts as the server does. */
export function byTime(a: Play, b: Play): number {
  if (a.at !== b.at) {
    if (a.at === null) return 1;
    if (b.at === null) return -1;
    return a.at < b.at ? 1 : -1;
  }
  return a.id < b.id ? 1 : -1;
}

/** The log with a new or changed play. A play beyond the loaded part comes with a later page. */
export function withPlay(log: PlayLog, play: Play): PlayLog {
  const others = log.plays.filter(({ id }) => id !== play.id);
  const last = others.at(-1);
  if (log.next !== undefined && last && byTime(play, last) > 0) return { ...log, plays: others };
  return { ...log, plays: [...others, play].sort(byTime) };
}

export function withoutPlay(log: PlayLog, playId: string): PlayLog {
  return { ...log, plays: log.plays.filter(({ id }) => id !== playId) };
}

/** The log with its next page. A play that has moved meanwhile is in it once. */
export function withPage(log: PlayLog, page: PlayLog): PlayLog {
  const known = new Set(log.plays.map(({ id }) => id));
  return { plays: [...log.plays, ...page.plays.filter(({ id }) => !known.has(id))].sort(byTime), next: page.next };
}

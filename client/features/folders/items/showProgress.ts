import { createContext, useContext } from 'react';
import type { ProgressSummary } from '../../../../common/schemas/progress.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';

/** How far the viewer is in shows, by their id. A show that is missing was not begun. */
export type ShowProgress = ReadonlyMap<number, ProgressSummary>;

/** Undefined while it is unknown. Screens provide it, because progress comes from plays. */
export const ShowProgressContext = createContext<ShowProgress | undefined>(undefined);

export const useShowProgress = () => useContext(ShowProgressContext);

/** What a poster shows of it. */
export function posterProgress(title: { mediaType: MediaType; tmdbId: number }, progress: ShowProgress | undefined) {
  const known = title.mediaType === 'tv' ? progress?.get(title.tmdbId) : undefined;
  return known && { seenCount: known.seenCount, airedCount: known.airedCount };
}

export const progressFilters = ['not-started', 'in-progress', 'up-to-date', 'finished'] as const;
type ProgressFilter = (typeof progressFilters)[number];

export const progressFilterLabels: Record<ProgressFilter, string> = {
  'not-started': 'Not started',
  'in-progress': 'In progress',
  'up-to-date': 'Up to date',
  finished: 'Finished',
};

/** Whether a title passes the filter. Films do not. A paused show counts as in progress, and a dropped show has none of these states. */
export function passesProgress(
  { mediaType, tmdbId }: { mediaType: MediaType; tmdbId: number },
  filter: string | undefined,
  progress: ShowProgress,
): boolean {
  const wanted = progressFilters.find((known) => known === filter);
  if (!wanted) return true;
  if (mediaType !== 'tv') return false;
  const state = progress.get(tmdbId)?.state ?? 'not-started';
  return (state === 'paused' ? 'in-progress' : state) === wanted;
}

import { useEffect } from 'react';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { Play } from '../../../../common/schemas/play.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { usePlays } from '../play.store.ts';

const none: readonly Play[] = [];

/** The viewer's plays of a title, newest first: loaded on first use and live from then on. */
export function useTitlePlays({ mediaType, tmdbId }: Pick<TitleFacts, 'mediaType' | 'tmdbId'>): readonly Play[] {
  const key = titleKey({ mediaType, tmdbId });
  const plays = usePlays((state) => state.ofTitle[key]);
  const isCurrent = usePlays((state) => key in state.ofTitle && !state.staleTitles.has(key));

  // Runs again when events were missed.
  useEffect(() => {
    // Without them the title can still be recorded.
    if (!isCurrent)
      usePlays
        .getState()
        .loadTitle({ mediaType, tmdbId })
        .catch(() => undefined);
  }, [isCurrent, mediaType, tmdbId]);

  return plays ?? none;
}

import { useEffect, useState } from 'react';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { useTitles } from '../title.store.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

/** The facts of a dialog's title: from a loaded list, else loaded. */
export function useFacts(ref: TitleRef | null): { facts: TitleFacts | undefined; hasFailed: boolean } {
  const key = ref && titleKey(ref);
  const listed = useTitles((state) => (key ? state.facts[key] : undefined));
  const [loaded, setLoaded] = useState<{ key: string; facts: TitleFacts | null }>();
  const mediaType = ref?.mediaType;
  const tmdbId = ref?.tmdbId;

  useEffect(() => {
    if (!mediaType || !tmdbId) return;
    const own = titleKey({ mediaType, tmdbId });
    useTitles
      .getState()
      .loadFacts({ mediaType, tmdbId })
      .then((facts) => setLoaded({ key: own, facts }))
      .catch(() => setLoaded({ key: own, facts: null }));
  }, [mediaType, tmdbId]);

  const answer = loaded?.key === key ? loaded.facts : undefined;
  return { facts: answer ?? listed, hasFailed: answer === null && !listed };
}

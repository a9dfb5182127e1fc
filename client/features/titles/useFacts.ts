import { useEffect, useState } from 'react';
import { type TitleFacts, titleKey } from '../../../common/item.ts';
import { useTitles } from './title.store.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

/** The facts of a title that a dialog is about: from the list it was pressed in, else asked for. */
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

import { useState } from 'react';
import type { UpNextEntry } from '../../../../common/schemas/progress.ts';

type Entries = readonly UpNextEntry[] | undefined;

/** The shows, in the order in which they were first shown: a tick must not move its card away. New ones come first. */
export function useKeptOrder(shows: Entries): Entries {
  const [known, setKnown] = useState<{ shows: Entries; ordered: Entries }>({ shows: undefined, ordered: undefined });
  if (known.shows === shows) return known.ordered;
  const places = new Map(known.ordered?.map(({ show }, index) => [show.tmdbId, index]));
  const placeOf = ({ show }: UpNextEntry) => places.get(show.tmdbId) ?? -1;
  const ordered = shows && [...shows].sort((a, b) => placeOf(a) - placeOf(b));
  setKnown({ shows, ordered });
  return ordered;
}

import type { ReactNode } from 'react';
import { KindHead } from './KindHead.tsx';
import { KindPanel } from './KindPanel.tsx';
import { useKind } from './kinds.ts';
import { useShelves } from './useShelves.ts';

interface SearchResultsProps {
  query: string;
  title: string;
  /** They are a part of a screen that has its own title. */
  isPart?: boolean;
  /** Shown above the titles, for the search whose titles are shown. */
  renderAbove?: (query: string) => ReactNode;
  /** Whether what `renderAbove` shows for the search is here. Titles wait for it, so that it does not move them. */
  isAboveHere?: boolean;
}

/** The films, shows and actors that match the header's search, in tabs with their numbers. */
export function SearchResults({ query, title, isPart, renderAbove, isAboveHere }: SearchResultsProps) {
  const [kind, setKind] = useKind(query);
  const shown = useShelves(kind, query, { isRestHere: isAboveHere });
  return (
    <>
      <KindHead title={title} kind={kind} query={query} onChange={setKind} isPart={isPart}>
        Results for “{shown.query}”
      </KindHead>
      {renderAbove?.(shown.query)}
      <KindPanel kind={kind} query={shown.query} isEarly={shown.isEarly} />
    </>
  );
}

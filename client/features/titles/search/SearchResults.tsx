import { KindHead } from './KindHead.tsx';
import { KindPanel } from './KindPanel.tsx';
import { useKind } from './kinds.ts';
import { useShelves } from './useShelves.ts';

interface SearchResultsProps {
  query: string;
  title: string;
  /** They are a part of a screen that has its own title. */
  isPart?: boolean;
}

/** The films, shows and actors that match the header's search, in tabs with their numbers. */
export function SearchResults({ query, title, isPart }: SearchResultsProps) {
  const [kind, setKind] = useKind(query);
  const shown = useShelves(kind, query);
  return (
    <>
      <KindHead title={title} kind={kind} query={query} onChange={setKind} isPart={isPart}>
        Results for “{shown.query}”
      </KindHead>
      <KindPanel kind={kind} query={shown.query} />
    </>
  );
}

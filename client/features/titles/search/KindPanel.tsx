import type { ReactNode } from 'react';
import { type ChosenFilters, noFilters } from '../filters/titleFilters.ts';
import { ActorShelf } from '../people/ActorShelf.tsx';
import type { CatalogueKind } from '../shelf.queries.ts';
import { TitleShelf } from '../TitleShelf.tsx';
import { kinds, PANEL_ID } from './kinds.ts';

interface KindPanelProps {
  kind: CatalogueKind;
  query: string;
  /** Shows skeletons, even if the titles are here. */
  isEarly?: boolean;
  filters?: ChosenFilters;
  onClearFilters?: () => void;
  /** Shown above popular titles. */
  children?: ReactNode;
}

/** The films, shows or actors of the chosen tab. */
export function KindPanel(props: KindPanelProps) {
  const { kind, query, isEarly = false, filters = noFilters, onClearFilters, children } = props;
  return (
    <div id={PANEL_ID} role="tabpanel" aria-label={kinds.find(({ value }) => value === kind)?.label}>
      {kind === 'person' ? (
        <ActorShelf query={query} isEarly={isEarly} />
      ) : (
        <TitleShelf
          key={kind}
          mediaType={kind}
          query={query}
          isEarly={isEarly}
          filters={filters}
          onClearFilters={onClearFilters}
        >
          {children}
        </TitleShelf>
      )}
    </div>
  );
}

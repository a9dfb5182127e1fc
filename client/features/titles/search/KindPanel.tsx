import type { ReactNode } from 'react';
import type { CatalogueKind } from '../catalogue.store.ts';
import { type ChosenFilters, noFilters } from '../filters/titleFilters.ts';
import { ActorShelf } from '../people/ActorShelf.tsx';
import { TitleShelf } from '../TitleShelf.tsx';
import { kinds, PANEL_ID } from './kinds.ts';

interface KindPanelProps {
  kind: CatalogueKind;
  query: string;
  filters?: ChosenFilters;
  onClearFilters?: () => void;
  /** Shown above popular titles. */
  children?: ReactNode;
}

/** The films, shows or actors of the chosen tab. */
export function KindPanel({ kind, query, filters = noFilters, onClearFilters, children }: KindPanelProps) {
  return (
    <div id={PANEL_ID} role="tabpanel" aria-label={kinds.find(({ value }) => value === kind)?.label}>
      {kind === 'person' ? (
        <ActorShelf query={query} />
      ) : (
        <TitleShelf key={kind} mediaType={kind} query={query} filters={filters} onClearFilters={onClearFilters}>
          {children}
        </TitleShelf>
      )}
    </div>
  );
}

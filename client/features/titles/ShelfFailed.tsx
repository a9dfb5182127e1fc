import { Button } from '@mantine/core';
import { EmptyState } from '../../components/EmptyState.tsx';
import { type CatalogueKind, useCatalogue } from './catalogue.store.ts';
import type { ChosenFilters } from './titleFilters.ts';

interface ShelfFailedProps {
  kind: CatalogueKind;
  query: string;
  noun: string;
  filters?: ChosenFilters;
}

/** A shelf that did not load: what happened, and the button that tries again. */
export function ShelfFailed({ kind, query, noun, filters }: ShelfFailedProps) {
  const loadShelf = useCatalogue((state) => state.loadShelf);
  return (
    <EmptyState
      drawing="reel"
      title={`Failed to fetch ${noun}`}
      action={<Button onClick={() => loadShelf(kind, query, undefined, filters)}>Try again</Button>}
    >
      The movie database did not answer. Your lists are not affected.
    </EmptyState>
  );
}

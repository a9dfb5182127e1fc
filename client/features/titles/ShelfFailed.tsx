import { Button } from '@mantine/core';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { type CatalogueKind, useCatalogue } from './catalogue.store.ts';
import type { ChosenFilters } from './filters/titleFilters.ts';

interface ShelfFailedProps {
  kind: CatalogueKind;
  query: string;
  noun: string;
  filters?: ChosenFilters;
}

/** The error of a shelf that failed to load, with a button to try again. */
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

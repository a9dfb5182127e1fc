import { Button } from '@mantine/core';
import { EmptyState } from '../../components/EmptyState.tsx';
import { type CatalogueKind, useCatalogue } from './catalogue.store.ts';

/** A shelf that did not load: what happened, and the button that tries again. */
export function ShelfFailed({ kind, query, noun }: { kind: CatalogueKind; query: string; noun: string }) {
  const loadShelf = useCatalogue((state) => state.loadShelf);
  return (
    <EmptyState
      drawing="reel"
      title={`Failed to fetch ${noun}`}
      action={<Button onClick={() => loadShelf(kind, query)}>Try again</Button>}
    >
      The movie database did not answer. Your lists are not affected.
    </EmptyState>
  );
}

import { Button } from '@mantine/core';
import { useErrorToast } from '../../components/toast/useErrorToast.ts';
import { type CatalogueKind, useCatalogue, useShelf } from './catalogue.store.ts';
import type { ChosenFilters } from './filters/titleFilters.ts';
import classes from './LoadMore.module.css';

interface LoadMoreProps {
  kind: CatalogueKind;
  query: string;
  noun: string;
  filters?: ChosenFilters;
}

/** Loads the next page of a shelf; hidden after the last page. */
export function LoadMore({ kind, query, noun, filters }: LoadMoreProps) {
  const shelf = useShelf(kind, query, filters);
  const errorToast = useErrorToast();
  const loadMore = useCatalogue((state) => state.loadMore);
  if (!shelf || shelf.page >= shelf.totalPages) return null;

  const handleClick = () => {
    errorToast.clear();
    loadMore(kind, query, filters).catch((error) => errorToast.showError(error, `Failed to fetch ${noun}`));
  };
  return (
    <div className={classes.line}>
      <Button variant="default" size="md" loading={shelf.isLoadingMore} onClick={handleClick}>
        Load More
      </Button>
    </div>
  );
}

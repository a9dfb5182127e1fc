import { Button } from '@mantine/core';
import { toastError } from '../../components/toast.ts';
import { type CatalogueKind, useCatalogue, useShelf } from './catalogue.store.ts';
import classes from './LoadMore.module.css';

interface LoadMoreProps {
  kind: CatalogueKind;
  query: string;
  noun: string;
}

/** Asks for the next page of a shelf; gone once the last one is here. */
export function LoadMore({ kind, query, noun }: LoadMoreProps) {
  const shelf = useShelf(kind, query);
  const loadMore = useCatalogue((state) => state.loadMore);
  if (!shelf || shelf.page >= shelf.totalPages) return null;

  const handleClick = () => {
    loadMore(kind, query).catch((error) => toastError(error, `Failed to fetch ${noun}`));
  };
  return (
    <div className={classes.line}>
      <Button variant="default" size="md" loading={shelf.isLoadingMore} onClick={handleClick}>
        Load More
      </Button>
    </div>
  );
}

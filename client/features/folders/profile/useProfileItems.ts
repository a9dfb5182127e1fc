import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import { profileItemsQuery } from './profile.queries.ts';

/** All titles of a user's list: the first page shows while the others load. */
export function useProfileItems(userId: string, listId: string, family: FamilyKey, isWanted = true) {
  const query = useInfiniteQuery({ ...profileItemsQuery(userId, listId, family), enabled: isWanted });
  const { data: items, hasNextPage, isFetching, error, isError, fetchNextPage, refetch } = query;

  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage]);

  return {
    items: isError ? undefined : items,
    isWhole: items !== undefined && !hasNextPage,
    error,
    hasFailed: isError,
    retry: refetch,
  };
}

/** A backdrop from a loaded list, for the head of a screen. */
export function useBackdrop(userId: string, listId: string, family: FamilyKey): string | null {
  const { data: items } = useInfiniteQuery({ ...profileItemsQuery(userId, listId, family), enabled: false });
  return items?.find(({ backdropPath }) => backdropPath)?.backdropPath ?? null;
}

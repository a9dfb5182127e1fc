import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { limits } from '../../../../common/constants.ts';
import type { FamilyKey } from '../../../../common/families.ts';
import { profileApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { about, queryOf } from '../../../lib/query.ts';
import { useTitles } from '../../titles/title.store.ts';

// What the viewer sees of other people's lists. It is asked for on each visit.

export const profileListsQuery = (userId: string, family: FamilyKey) => ({
  ...queryOf(profileApi[family].lists, { params: { userId } }),
  ...about('people'),
});

export const profileListQuery = (userId: string, id: string, family: FamilyKey) => ({
  ...queryOf(profileApi[family].list, { params: { userId, id } }),
  ...about('people'),
});

/** On whose profile the list is. */
export const listOwnerQuery = (id: string, family: FamilyKey) => queryOf(profileApi[family].owner, { params: { id } });

/** The titles of a list, page after page. */
export const profileItemsQuery = (userId: string, id: string, family: FamilyKey) =>
  infiniteQueryOptions({
    ...about('people'),
    queryKey: [profileApi[family].items.path, userId, id],
    async queryFn({ pageParam: after, signal }) {
      const query = { limit: limits.itemsPage, after };
      const items = await call(profileApi[family].items, { params: { userId, id }, query, signal });
      useTitles.getState().applyFacts(items);
      return items;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < limits.itemsPage ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });

/** As many as a card shows. */
export const TASTE_ITEMS = 5;

/** A few titles of a user's largest list. */
export const tasteQuery = (userId: string, family: FamilyKey) =>
  queryOptions({
    ...about('people'),
    queryKey: [profileApi[family].lists.path, userId, 'taste'],
    async queryFn({ signal }) {
      const lists = await call(profileApi[family].lists, { params: { userId }, signal });
      const fullest = lists.sort((a, b) => b.itemCount - a.itemCount)[0];
      if (!fullest?.itemCount) return [];
      const params = { userId, id: fullest.id };
      return call(profileApi[family].items, { params, query: { limit: TASTE_ITEMS }, signal });
    },
  });

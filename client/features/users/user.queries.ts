import { queryOptions } from '@tanstack/react-query';
import { userApi } from '../../lib/http/api.ts';
import { call, callAllPages } from '../../lib/http/http.ts';
import { about, queryOf, refresh, refreshAbout } from '../../lib/query.ts';
import { useUsers } from './users.store.ts';

/** Everybody in the directory. Their names and pins go to the store, which keeps them up to date. */
export const everybodyQuery = queryOptions({
  ...about('people'),
  queryKey: [userApi.list.path],
  async queryFn() {
    const people = await callAllPages(userApi.list);
    useUsers.getState().applyDirectory(people);
    return people;
  },
});

export const foundPeopleQuery = (q: string) =>
  queryOptions({
    ...about('people'),
    queryKey: [userApi.search.path, q],
    async queryFn({ signal }) {
      const people = await call(userApi.search, { query: { q }, signal });
      useUsers.getState().applyPeople(people);
      return people;
    },
  });

export const personQuery = (id: string) =>
  queryOptions({
    ...about('people'),
    queryKey: [userApi.get.path, id],
    async queryFn() {
      const person = await call(userApi.get, { params: { id } });
      useUsers.getState().applyPeople([person]);
      return person;
    },
  });

export async function togglePin(id: string): Promise<void> {
  const { isPinned } = await call(userApi.pin, { params: { id } });
  useUsers.getState().applyPin(id, isPinned);
  await refresh(userApi.list);
}

/** The people whom the viewer blocks, the latest first. */
export const blocksQuery = { ...queryOf(userApi.blocks), ...about('people') };

export async function block(id: string): Promise<void> {
  await call(userApi.block, { params: { id } });
  await refreshAbout('people');
}

export async function unblock(id: string): Promise<void> {
  await call(userApi.unblock, { params: { id } });
  await refreshAbout('people');
}

import { queryOptions } from '@tanstack/react-query';
import { userApi } from '../../lib/http/api.ts';
import { call, callAllPages } from '../../lib/http/http.ts';
import { queryClient, queryOf, refresh } from '../../lib/query.ts';
import { useUsers } from './users.store.ts';

/** Given to queries whose answers depend on what people show of themselves. */
export const aboutPeople = { meta: { isAboutPeople: true } };

/** Asks again for what is shown of people, after one of them shows more or less. */
export function refreshPeople(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isAboutPeople === true });
}

/** Everybody in the directory. Their names and pins go to the store, which keeps them up to date. */
export const everybodyQuery = queryOptions({
  ...aboutPeople,
  queryKey: [userApi.list.path],
  async queryFn() {
    const people = await callAllPages(userApi.list);
    useUsers.getState().applyDirectory(people);
    return people;
  },
});

export const foundPeopleQuery = (q: string) =>
  queryOptions({
    ...aboutPeople,
    queryKey: [userApi.search.path, q],
    async queryFn({ signal }) {
      const people = await call(userApi.search, { query: { q }, signal });
      useUsers.getState().applyPeople(people);
      return people;
    },
  });

export const personQuery = (id: string) =>
  queryOptions({
    ...aboutPeople,
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
export const blocksQuery = { ...queryOf(userApi.blocks), ...aboutPeople };

export async function block(id: string): Promise<void> {
  await call(userApi.block, { params: { id } });
  await refreshPeople();
}

export async function unblock(id: string): Promise<void> {
  await call(userApi.unblock, { params: { id } });
  await refreshPeople();
}

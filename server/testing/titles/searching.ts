import { createCatalogueSource } from '../../features/titles/catalogue/catalogue.source.ts';

const source = createCatalogueSource();

export type Find = (query: string) => Promise<string[]>;

export const findFilms: Find = async (query) =>
  (await source.search('movie', query, 1)).results.map(({ title }) => title);
export const findShows: Find = async (query) => (await source.search('tv', query, 1)).results.map(({ name }) => name);
export const findPeople: Find = async (query) => (await source.searchPeople(query, 1)).results.map(({ name }) => name);

/** The lines 'query | name' whose name is not among the first five results. */
export async function missedBy(find: Find, list: string): Promise<string[]> {
  const missed: string[] = [];
  for (const line of list.trim().split('\n')) {
    const [query = '', meant = ''] = line.split(' | ');
    if (!(await find(query)).slice(0, 5).includes(meant)) missed.push(line);
  }
  return missed;
}

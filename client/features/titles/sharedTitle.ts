import { queryOptions } from '@tanstack/react-query';
import { fetchTitles } from './title.api.ts';
import type { TitleRef } from './title.queries.ts';

/** What another app shares: which of the fields it fills differs from app to app. */
export interface Shared {
  title: string;
  text: string;
  url: string;
}

const address = /https?:\/\/\S+/;

/** The text to search for: an address that the search knows, or else the name of the title. */
export function searchTextOf({ title, text, url }: Shared): string {
  const shared = address.exec(url)?.[0] ?? address.exec(text)?.[0] ?? address.exec(title)?.[0] ?? '';
  if (isSearchable(shared)) return shared;
  const film = /^https?:\/\/(?:www\.)?letterboxd\.com\/(?:[\w-]+\/)?film\/([\w-]+)/.exec(shared)?.[1];
  if (film) return film.replaceAll('-', ' ');
  return nameIn(title) || nameIn(text);
}

/** Whether the search finds what the address is about. */
function isSearchable(shared: string): boolean {
  return /^https?:\/\/(?:[\w-]+\.)?(?:imdb\.com|themoviedb\.org)\//.test(shared);
}

/** 'Seen “Heat” on Netflix yet?' and 'Heat (1995) - IMDb' are about Heat. */
function nameIn(text: string): string {
  const words = text.replace(address, '').trim();
  const quoted = /[“"]([^”"]+)[”"]/.exec(words)?.[1];
  const page = /^(?:Watch )?(.+?)\s*[-|–•·]\s*(?:IMDb|Letterboxd|Netflix|The Movie Database)/i.exec(words)?.[1];
  return (quoted ?? page ?? words).trim();
}

/** The title that a text is surely about, or null. */
export const sharedTitleQuery = (text: string) =>
  queryOptions({
    queryKey: ['shared', text],
    enabled: text !== '',
    async queryFn({ signal }): Promise<TitleRef | null> {
      const request = { query: text, page: 1, signal };
      const found = await Promise.all([fetchTitles('movie', request), fetchTitles('tv', request)]);
      const titles = found.flatMap(({ results }) => results);
      const name = text.replace(/\s*\(\d{4}\)$/, '').toLowerCase();
      return titles.find(({ title }) => address.test(text) || title.toLowerCase() === name) ?? null;
    },
  });

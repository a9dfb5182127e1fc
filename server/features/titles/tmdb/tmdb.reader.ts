import type { FilmPerson, MediaType, Page } from '../../../../common/schemas/title.ts';
import { upstreamAway } from '../../../platform/http/errors.ts';
import type { TitleOf } from '../title.source.ts';
import {
  APPENDED,
  PERSON_APPENDED,
  type PersonBundle,
  type TitleBundle,
  toPersonBundle,
  toTitleBundle,
} from './bundle.ts';
import type { AnswerCache } from './cache/answerCache.ts';
import type { CacheKind } from './cache/cachePolicy.ts';
import { pageOfEntries, tmdbPerson, tmdbTitle } from './tmdb.schemas.ts';
import type { Upstream } from './upstream/upstream.ts';

export type Params = Record<string, string | number | undefined>;

type ListKind = 'list' | 'filtered' | 'search';

const pages = { movie: pageOfEntries(tmdbTitle.movie), tv: pageOfEntries(tmdbTitle.tv) };
const peoplePage = pageOfEntries(tmdbPerson);

/** Reads validated answers of TMDB through the cache. Unknown ids give null. */
export class TmdbReader {
  private readonly tmdb: Upstream;
  private readonly cache: AnswerCache;
  private readonly language: string;
  private readonly region: string;

  constructor(tmdb: Upstream, cache: AnswerCache, { language, region }: { language: string; region: string }) {
    this.tmdb = tmdb;
    this.cache = cache;
    this.language = language;
    this.region = region;
  }

  /** One title with all its parts, from one request. */
  title<M extends MediaType>(mediaType: M, id: number): Promise<TitleBundle<M> | null> {
    const load = () =>
      this.ask('title', `/${mediaType}/${id}`, { append_to_response: APPENDED }, toTitleBundle[mediaType]);
    return this.cache.read('title', `${this.language}/${mediaType}/${id}`, load);
  }

  person(id: number): Promise<PersonBundle | null> {
    const load = () => this.ask('person', `/person/${id}`, { append_to_response: PERSON_APPENDED }, toPersonBundle);
    return this.cache.read('person', `${this.language}/${id}`, load);
  }

  titles<M extends MediaType>(kind: ListKind, mediaType: M, path: string, params: Params): Promise<Page<TitleOf[M]>> {
    const key = `${this.language}/${this.region}${path}?${keyOf(params)}`;
    return this.cache.read(kind, key, () => this.askList(kind, path, params, pageParser(mediaType)));
  }

  people(kind: 'list' | 'search', path: string, params: Params): Promise<Page<FilmPerson>> {
    const key = `${this.language}${path}?${keyOf(params)}`;
    return this.cache.read(kind, key, () => this.askList(kind, path, params, (answer) => peoplePage.parse(answer)));
  }

  /** A page of recommendations after the first, which is a part of the title. */
  recommendations<M extends MediaType>(mediaType: M, id: number, page: number): Promise<Page<TitleOf[M]> | null> {
    const path = `/${mediaType}/${id}/recommendations`;
    const load = () => this.ask('title', path, { page }, pageParser(mediaType));
    return this.cache.read('title', `${this.language}${path}?page=${page}`, load);
  }

  private ask<T>(kind: CacheKind, path: string, params: Params, read: (answer: unknown) => T): Promise<T | null> {
    return this.tmdb.get(kind, path, { params: { language: this.language, ...params }, read });
  }

  /** Every list has a first page, so a 404 means that the upstream is misconfigured. */
  private async askList<T>(kind: CacheKind, path: string, params: Params, read: (answer: unknown) => T): Promise<T> {
    const page = await this.ask(kind, path, params, read);
    if (page === null) throw upstreamAway();
    return page;
  }
}

// The schema of each media type gives what TitleOf names, but the compiler cannot infer it from the parameter.
const pageParser =
  <M extends MediaType>(mediaType: M) =>
  (answer: unknown) =>
    pages[mediaType].parse(answer) as unknown as Page<TitleOf[M]>;

/** A cache key that ignores upper and lower case. */
function keyOf(params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value).toLowerCase()])).toString();
}

import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.ts';
import type { TitleSettings } from '../../platform/instance/instance.ts';
import { createCatalogueSource } from './catalogue/catalogue.source.ts';
import { createKnownTitles } from './search/known.service.ts';
import type { BundledSource, TitleSource } from './title.source.ts';
import { createAnswerCache } from './tmdb/cache/answerCache.ts';
import { createTmdbSource } from './tmdb/tmdb.source.ts';
import { createUpstream, type Timing, type Upstream } from './tmdb/upstream/upstream.ts';

type TitleSourceConfig = Pick<Config, 'tmdbBaseUrl' | 'omdbBaseUrl'>;

export interface TitleSources {
  /** The source for API calls: TMDB if there is a key, else the bundled catalogue. It changes with the settings. */
  titles: TitleSource;
  /** The bundled catalogue, for artwork, which must not depend on other services. */
  bundled: BundledSource;
  /** The country that the present settings name. */
  region(): string;
  /** Takes the stored settings into use. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** TMDB's paths start with the API version. A base URL without a path gets the default version. */
export function withVersion(baseUrl: URL): URL {
  return baseUrl.pathname === '/' ? new URL('/3', baseUrl) : baseUrl;
}

/** Makes the sources from the stored settings, and again at each `refresh` if these have changed. */
export async function createTitleSources(
  config: TitleSourceConfig,
  readSettings: () => Promise<TitleSettings>,
  timing?: Partial<Timing>,
): Promise<TitleSources> {
  const bundled = createCatalogueSource();
  const cache = createAnswerCache();
  const known = createKnownTitles(bundled.names);
  const upstreams: Upstream[] = [];
  const build = (settings: TitleSettings): TitleSource => {
    const made = createUpstreams(config, settings, timing);
    if (!made) return bundled;
    const { region, language } = settings;
    upstreams.push(...Object.values(made));
    known.start();
    return createTmdbSource({ ...made, region, language, cache, bundled, known });
  };

  let settings = await readSettings();
  let source = build(settings);
  // Reads are numbered: a slow one must not undo what a later one has set.
  let reads = 0;
  let latest = 0;
  return {
    titles: createLiveSource(() => source),
    bundled,
    region: () => settings.region,
    async refresh() {
      reads += 1;
      const read = reads;
      const stored = await readSettings();
      if (read < latest) return;
      latest = read;
      if (isDeepStrictEqual(stored, settings)) return;
      settings = stored;
      source = build(stored);
    },
    async close() {
      // Those of earlier settings too, which may have requests that are still running.
      for (const upstream of upstreams) upstream.close();
      await cache.close();
      await known.close();
    },
  };
}

function createUpstreams(
  config: TitleSourceConfig,
  { tmdb: access, omdbKey }: TitleSettings,
  timing?: Partial<Timing>,
) {
  if (!access) return null;
  const tmdb = createUpstream({
    service: 'tmdb',
    baseUrl: withVersion(config.tmdbBaseUrl),
    ...('accessToken' in access
      ? { headers: { authorization: `Bearer ${access.accessToken}` } }
      : { params: { api_key: access.apiKey } }),
    timing,
  });
  if (!omdbKey) return { tmdb };
  const omdb = createUpstream({ service: 'omdb', baseUrl: config.omdbBaseUrl, params: { apikey: omdbKey }, timing });
  return { tmdb, omdb };
}

/** Passes each call on to the source that `current` returns at that moment. */
function createLiveSource(current: () => TitleSource): TitleSource {
  return {
    get name() {
      return current().name;
    },
    popular: (mediaType, page, filters) => current().popular(mediaType, page, filters),
    search: (mediaType, query, page) => current().search(mediaType, query, page),
    details: (mediaType, id) => current().details(mediaType, id),
    credits: (mediaType, id) => current().credits(mediaType, id),
    videos: (mediaType, id) => current().videos(mediaType, id),
    recommendations: (mediaType, id, page) => current().recommendations(mediaType, id, page),
    externalRatings: (mediaType, id) => current().externalRatings(mediaType, id),
    season: (showId, number) => current().season(showId, number),
    watchProviders: (mediaType, id) => current().watchProviders(mediaType, id),
    popularPeople: (page) => current().popularPeople(page),
    searchPeople: (query, page) => current().searchPeople(query, page),
    person: (id) => current().person(id),
    personCredits: (mediaType, personId) => current().personCredits(mediaType, personId),
    findTitle: (mediaType, id) => current().findTitle(mediaType, id),
    findNamed: (mediaType, name) => current().findNamed(mediaType, name),
    identify: (ids) => current().identify(ids),
    otherIds: (mediaType, id) => current().otherIds(mediaType, id),
    findPerson: (id) => current().findPerson(id),
    candidates: () => current().candidates(),
  };
}

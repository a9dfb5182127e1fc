import { createCatalogueSource } from './catalogue/catalogue.source.ts';
import type { TitleSource } from './title.source.ts';
import { createAnswerCache } from './tmdb/cache/answerCache.ts';
import { createTmdbSource } from './tmdb/tmdb.source.ts';
import { createUpstream, type Timing } from './tmdb/upstream/upstream.ts';

export interface TitleSourceConfig {
  /** A v4 token, sent as a bearer token. */
  tmdbAccessToken: string | undefined;
  /** A v3 key, sent as a parameter if there is no token. */
  tmdbApiKey: string | undefined;
  tmdbBaseUrl: URL;
  omdbApiKey: string | undefined;
  omdbBaseUrl: URL;
}

export interface TitleSources {
  /** The source for API calls: TMDB if a key is configured, else the bundled catalogue. */
  titles: TitleSource;
  /** The bundled catalogue, for artwork, which must not depend on other services. */
  bundled: TitleSource;
  close(): Promise<void>;
}

export function isTmdbOn(config: Pick<TitleSourceConfig, 'tmdbAccessToken' | 'tmdbApiKey'>): boolean {
  return Boolean(config.tmdbAccessToken ?? config.tmdbApiKey);
}

/** TMDB's paths start with the API version. A base URL without a path gets the default version. */
function withVersion(baseUrl: URL): URL {
  return baseUrl.pathname === '/' ? new URL('/3', baseUrl) : baseUrl;
}

export function createTitleSources(config: TitleSourceConfig, timing?: Partial<Timing>): TitleSources {
  const bundled = createCatalogueSource();
  if (!isTmdbOn(config)) return { titles: bundled, bundled, close: async () => undefined };

  const { tmdbAccessToken, tmdbApiKey, omdbApiKey } = config;
  const tmdb = createUpstream({
    service: 'tmdb',
    baseUrl: withVersion(config.tmdbBaseUrl),
    ...(tmdbAccessToken
      ? { headers: { authorization: `Bearer ${tmdbAccessToken}` } }
      : { params: { api_key: tmdbApiKey ?? '' } }),
    timing,
  });
  const omdb = omdbApiKey
    ? createUpstream({ service: 'omdb', baseUrl: config.omdbBaseUrl, params: { apikey: omdbApiKey }, timing })
    : undefined;
  const cache = createAnswerCache();
  return {
    titles: createTmdbSource({ tmdb, omdb, cache, bundled }),
    bundled,
    async close() {
      tmdb.close();
      omdb?.close();
      await cache.close();
    },
  };
}

import { createCatalogueSource } from './catalogue.source.ts';
import type { TitleSource } from './title.source.ts';
import { createAnswerCache } from './tmdb/answerCache.ts';
import { createTmdbSource } from './tmdb/tmdb.source.ts';
import { createUpstream, type Timing } from './tmdb/upstream.ts';

export interface TitleSourceConfig {
  /** A v4 token, sent as a bearer. */
  tmdbAccessToken: string | undefined;
  /** A v3 key, sent as a parameter; the token goes before it. */
  tmdbApiKey: string | undefined;
  tmdbBaseUrl: URL;
  omdbApiKey: string | undefined;
  omdbBaseUrl: URL;
}

export interface TitleSources {
  /** What the calls answer from: TMDB where there is a key to it, else the bundled catalogue. */
  titles: TitleSource;
  /** The bundled catalogue, whichever is on: what draws artwork must not depend on others, nor send visitors to them. */
  bundled: TitleSource;
  close(): Promise<void>;
}

export function isTmdbOn(config: Pick<TitleSourceConfig, 'tmdbAccessToken' | 'tmdbApiKey'>): boolean {
  return Boolean(config.tmdbAccessToken ?? config.tmdbApiKey);
}

/** TMDB's own addresses begin with the version; a base without a path means the usual one. */
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

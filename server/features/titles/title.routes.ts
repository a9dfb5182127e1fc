import { Router } from 'express';
import { titleApi } from '../../../common/api/titles.ts';
import { notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/requests/request.ts';
import type { TitleSource } from './title.source.ts';

function known<T>(answer: T | null): T {
  if (answer === null) throw notFound();
  return answer;
}

/** Titles and people, from the configured source. */
export function titleRouter(source: TitleSource): Router {
  const router = Router();
  const { movie, tv, person } = titleApi;

  serve(router, movie.popular, ({ query }) => source.popular('movie', query.page, query));
  serve(router, tv.popular, ({ query }) => source.popular('tv', query.page, query));
  serve(router, movie.search, ({ query }) => source.search('movie', query.q, query.page));
  serve(router, tv.search, ({ query }) => source.search('tv', query.q, query.page));
  serve(router, person.popular, ({ query }) => source.popularPeople(query.page));
  serve(router, person.search, ({ query }) => source.searchPeople(query.q, query.page));
  serve(router, person.details, async ({ params }) => known(await source.person(params.id)));
  serve(router, person.movieCredits, async ({ params }) => known(await source.personCredits('movie', params.id)));
  serve(router, person.tvCredits, async ({ params }) => known(await source.personCredits('tv', params.id)));
  serve(router, movie.details, async ({ params }) => known(await source.details('movie', params.id)));
  serve(router, tv.details, async ({ params }) => known(await source.details('tv', params.id)));
  serve(router, movie.recommendations, async ({ params, query }) =>
    known(await source.recommendations('movie', params.id, query.page)),
  );
  serve(router, tv.recommendations, async ({ params, query }) =>
    known(await source.recommendations('tv', params.id, query.page)),
  );

  for (const mediaType of ['movie', 'tv'] as const) {
    const calls = titleApi[mediaType];
    serve(router, calls.credits, async ({ params }) => known(await source.credits(mediaType, params.id)));
    serve(router, calls.videos, async ({ params }) => known(await source.videos(mediaType, params.id)));
    serve(router, calls.externalRatings, async ({ params }) =>
      known(await source.externalRatings(mediaType, params.id)),
    );
    serve(router, calls.watchProviders, async ({ params }) => known(await source.watchProviders(mediaType, params.id)));
  }
  return router;
}

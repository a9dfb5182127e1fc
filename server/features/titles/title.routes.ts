import { Router } from 'express';
import { titleApi } from '../../../common/api.ts';
import type { MediaType } from '../../../common/title.ts';
import { notFound } from '../../platform/errors.ts';
import { serve } from '../../platform/request.ts';
import type { TitleSource } from './title.source.ts';

const titleNotFound = () => notFound('Title not found');
const personNotFound = () => notFound('Person not found');

async function found<T>(answer: Promise<T | null>, problem: () => Error): Promise<T> {
  const value = await answer;
  if (value === null) throw problem();
  return value;
}

/** The movie database calls, whichever source answers them. */
export function titleRouter(source: TitleSource): Router {
  const router = Router();
  // `popular` and `search` are mounted before `:id` can take them for one.
  serveMovies(router, source);
  serveShows(router, source);
  servePeople(router, source);
  serveOne(router, source, 'movie');
  serveOne(router, source, 'tv');
  return router;
}

// Films and shows are answered in different shapes, so their calls are written out twice for the compiler to check.
function serveMovies(router: Router, source: TitleSource): void {
  const calls = titleApi.movie;
  serve(router, calls.popular, ({ query }) => source.popular('movie', query.page));
  serve(router, calls.search, ({ query }) => source.search('movie', query.q, query.page));
  serve(router, calls.details, ({ params }) => found(source.details('movie', params.id), titleNotFound));
  serve(router, calls.recommendations, ({ params, query }) =>
    found(source.recommendations('movie', params.id, query.page), titleNotFound),
  );
}

function serveShows(router: Router, source: TitleSource): void {
  const calls = titleApi.tv;
  serve(router, calls.popular, ({ query }) => source.popular('tv', query.page));
  serve(router, calls.search, ({ query }) => source.search('tv', query.q, query.page));
  serve(router, calls.details, ({ params }) => found(source.details('tv', params.id), titleNotFound));
  serve(router, calls.recommendations, ({ params, query }) =>
    found(source.recommendations('tv', params.id, query.page), titleNotFound),
  );
}

function serveOne(router: Router, source: TitleSource, mediaType: MediaType): void {
  const calls = titleApi[mediaType];
  serve(router, calls.credits, ({ params }) => found(source.credits(mediaType, params.id), titleNotFound));
  serve(router, calls.videos, ({ params }) => found(source.videos(mediaType, params.id), titleNotFound));
  serve(router, calls.externalRatings, ({ params }) =>
    found(source.externalRatings(mediaType, params.id), titleNotFound),
  );
  serve(router, calls.watchProviders, ({ params }) =>
    found(source.watchProviders(mediaType, params.id), titleNotFound),
  );
}

function servePeople(router: Router, source: TitleSource): void {
  const calls = titleApi.person;
  serve(router, calls.popular, ({ query }) => source.popularPeople(query.page));
  serve(router, calls.search, ({ query }) => source.searchPeople(query.q, query.page));
  serve(router, calls.movieCredits, ({ params }) => found(source.personCredits('movie', params.id), personNotFound));
  serve(router, calls.tvCredits, ({ params }) => found(source.personCredits('tv', params.id), personNotFound));
}

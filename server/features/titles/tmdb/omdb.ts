import type { ExternalRatings } from '../../../../common/title.ts';
import { omdbAnswer } from './tmdb.schemas.ts';

/** '8.7/10', '83%', '73/100' and '73' as numbers; undefined for 'N/A'. */
function figure(value: string | undefined): number | undefined {
  const number = Number.parseFloat(value ?? '');
  return Number.isFinite(number) && number >= 0 && number <= 100 ? number : undefined;
}

const rated = (rating: number | undefined) => (rating === undefined ? undefined : { rating });

/** Throws a ZodError for what is no answer of OMDb. A title that it does not know has no ratings. */
export function toRatings(answer: unknown): ExternalRatings {
  const { Response, Error: reason, Ratings, imdbRating, Metascore } = omdbAnswer.parse(answer);
  if (Response === 'False') return { error: reason ?? 'No ratings' };
  const valueFrom = (source: string) => Ratings.find((one) => one.Source === source)?.Value;
  const ratings = {
    rottenTomatoes: rated(figure(valueFrom('Rotten Tomatoes'))),
    imdb: rated(figure(valueFrom('Internet Movie Database')) ?? figure(imdbRating)),
    metacritic: rated(figure(valueFrom('Metacritic')) ?? figure(Metascore)),
  };
  return Object.fromEntries(Object.entries(ratings).filter(([, one]) => one)) as ExternalRatings;
}

import type { ExternalRatings } from '../../../../common/schemas/title.ts';
import { omdbAnswer } from './tmdb.schemas.ts';

/** '8.7/10', '83%', '73/100' and '73' as numbers; undefined for 'N/A' and other texts. */
function figure(value: string | undefined, most = 100): number | undefined {
  const number = Number.parseFloat(value ?? '');
  return number >= 0 && number <= most ? number : undefined;
}

const rated = (rating: number | undefined) => (rating === undefined ? undefined : { rating });

/** OMDb's error for an unknown title. Any other error is a failure that must not be cached. */
const UNKNOWN = /not found|incorrect imdb id|error getting data/i;

/** Throws for invalid answers and errors. An unknown title has no ratings. */
export function toRatings(answer: unknown): ExternalRatings {
  const { Response, Error: reason, Ratings, imdbRating, Metascore } = omdbAnswer.parse(answer);
  if (Response === 'False') {
    if (!reason || !UNKNOWN.test(reason)) throw new Error('OMDb answered with an error');
    return { error: 'The ratings service does not know this title.' };
  }
  const valueFrom = (source: string) => Ratings.find((one) => one.Source === source)?.Value;
  const ratings = {
    rottenTomatoes: rated(figure(valueFrom('Rotten Tomatoes'))),
    imdb: rated(figure(valueFrom('Internet Movie Database'), 10) ?? figure(imdbRating, 10)),
    metacritic: rated(figure(valueFrom('Metacritic')) ?? figure(Metascore)),
  };
  return Object.fromEntries(Object.entries(ratings).filter(([, one]) => one)) as ExternalRatings;
}

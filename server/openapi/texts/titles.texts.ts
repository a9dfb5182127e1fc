import { requestApi, titleApi } from '../../../common/api/titles.ts';
import { describeGroup, type OperationText, type TextEntry, text } from './operationText.ts';

type TitleCalls = typeof titleApi.movie;

interface Words {
  /** As in 'a movie'. */
  one: string;
  many: string;
  /** As in `getMovie` and `searchMovies`. */
  One: string;
  Many: string;
}

const titleTexts = ({ one, many, One, Many }: Words): Record<keyof TitleCalls, OperationText> => ({
  popular: text(
    `listPopular${Many}`,
    `List popular ${many}`,
    `Lists ${many}, most popular first unless sort says otherwise. The filters may be combined.`,
  ),
  search: text(
    `search${Many}`,
    `Search ${many}`,
    `Finds ${many} by their names, in other languages too, by people, characters, the number in a series, or an id or address of TMDB or IMDb. Misspelt and superfluous words are allowed.`,
  ),
  details: text(`get${One}`, `Get a ${one}`, `Returns the facts of a ${one}.`),
  credits: text(
    `get${One}Credits`,
    `Get the cast and crew of a ${one}`,
    'Directors and creators are first in the crew.',
  ),
  videos: text(
    `list${One}Videos`,
    `List the videos of a ${one}`,
    'Lists trailers and clips, with the site and key of each.',
  ),
  recommendations: text(
    `listSimilar${Many}`,
    `List ${many} like a ${one}`,
    `Lists ${many} that people who like this ${one} may like. It does not depend on your reviews.`,
  ),
  externalRatings: text(
    `get${One}Ratings`,
    `Get the ratings of a ${one} elsewhere`,
    'Returns Rotten Tomatoes and Metacritic out of 100, and IMDb out of 10. If none is known, error says why.',
  ),
  watchProviders: text(
    `get${One}WatchProviders`,
    `Get where to watch a ${one}`,
    'Lists streaming, rental, purchase and free offers by country code.',
  ),
});

const personTexts: Record<keyof typeof titleApi.person, OperationText> = {
  popular: text('listPopularPeople', 'List popular people', 'Lists people, most popular first.'),
  search: text(
    'searchPeople',
    'Search people',
    'Finds people by name, or by an id or address of TMDB or IMDb. Misspelt words are allowed.',
  ),
  details: text('getPerson', 'Get a person', 'Returns the facts of a person.'),
  movieCredits: text(
    'listPersonMovieCredits',
    'List the movies of a person',
    'Lists movies that the person acted in, directed or created.',
  ),
  tvCredits: text(
    'listPersonTvCredits',
    'List the TV shows of a person',
    'Lists shows that the person acted in, directed or created.',
  ),
};

export const titlesTexts: TextEntry[] = [
  ...describeGroup(
    'Movies',
    titleApi.movie,
    titleTexts({ one: 'movie', many: 'movies', One: 'Movie', Many: 'Movies' }),
  ),
  ...describeGroup('TV shows', titleApi.tv, {
    ...titleTexts({ one: 'TV show', many: 'TV shows', One: 'TvShow', Many: 'TvShows' }),
    season: text('getSeason', 'Get a season of a TV show', 'Returns the episodes of a season. Season 0 has specials.'),
  }),
  ...describeGroup('People', titleApi.person, personTexts),
  ...describeGroup('Requests', requestApi, {
    get: text(
      'getRequest',
      'See how far a title is at Seerr',
      'Returns `closed` if this server has no Seerr or you may not request titles.',
    ),
    create: text(
      'requestTitle',
      'Request a title at Seerr',
      'Asks the media server of the operator for a title, of a show for all seasons. For people whom the operator allows.',
    ),
  }),
];

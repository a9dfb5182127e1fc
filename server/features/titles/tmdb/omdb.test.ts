import { describe, expect, test } from '@jest/globals';
import { toRatings } from './omdb.ts';

const answer = (over: object) => ({ Response: 'True', imdbRating: 'N/A', Metascore: 'N/A', Ratings: [], ...over });
const from = (Source: string, Value: string) => ({ Source, Value });

describe('ratings of OMDb', () => {
  test('are numbers from three sources', () => {
    const Ratings = [
      from('Internet Movie Database', '8.7/10'),
      from('Rotten Tomatoes', '83%'),
      from('Metacritic', '73/100'),
      from('Somebody Else', '5/5'),
    ];

    expect(toRatings(answer({ Ratings }))).toEqual({
      imdb: { rating: 8.7 },
      rottenTomatoes: { rating: 83 },
      metacritic: { rating: 73 },
    });
  });

  test.each([
    ['no list of ratings', { Ratings: undefined, imdbRating: '7.1' }, { imdb: { rating: 7.1 } }],
    ['a rating that is missing in the list', { Metascore: '64' }, { metacritic: { rating: 64 } }],
    ['nothing', {}, {}],
    ['N/A for all', { Ratings: [from('Rotten Tomatoes', 'N/A')] }, {}],
    ['nulls', { imdbRating: null, Metascore: null, Ratings: null }, {}],
    ['zero', { Ratings: [from('Rotten Tomatoes', '0%')] }, { rottenTomatoes: { rating: 0 } }],
    ['values out of range', { imdbRating: '12', Metascore: '150', Ratings: [from('Rotten Tomatoes', '-5%')] }, {}],
    ['bad entries', { Ratings: [null, 7, from('Metacritic', '50/100')] }, { metacritic: { rating: 50 } }],
  ])('may have %s', (_what, over, ratings) => {
    expect(toRatings(answer(over))).toEqual(ratings);
  });

  test('are missing for an unknown title, with a text of ours', () => {
    const unknown = { Response: 'False', Error: 'Movie not found! Asked with key 1234' };

    expect(toRatings(unknown)).toEqual({ error: 'The ratings service does not know this title.' });
  });

  test.each(['Request limit reached!', 'Invalid API key!', undefined])('fail with the error %s', (reason) => {
    expect(() => toRatings({ Response: 'False', Error: reason })).toThrow();
  });

  test.each([null, [], 'text', {}, { Response: true }])('fail with the answer %j', (body) => {
    expect(() => toRatings(body)).toThrow();
  });
});

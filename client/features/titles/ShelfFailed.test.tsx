import { expect, test } from '@jest/globals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { announceReachable } from '../../lib/http/reachable.ts';
import { failure, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { pageOf } from '../../testing/titles.ts';
import { ShelfFailed } from './ShelfFailed.tsx';
import { shelfQuery } from './shelf.queries.ts';

const POPULAR = 'GET /api/movies/popular';

function Shelf() {
  const shelf = useInfiniteQuery(shelfQuery('movie', ''));
  if (shelf.isPending) return null;
  return shelf.data ? <p>{shelf.data.total} movies</p> : <ShelfFailed shelf={shelf} noun="movies" />;
}

test('without a connection it says so, and loads by itself when the connection is back', async () => {
  const api = stubApi({
    [POPULAR]: () => {
      throw new TypeError('network');
    },
  });
  renderAt(<Shelf />, { at: '/' });
  expect(await screen.findByText('Couldn’t reach Marquee. Check your connection and try again.')).toBeTruthy();

  api.on(POPULAR, { body: pageOf([]) });
  act(announceReachable);

  expect(await screen.findByText('0 movies')).toBeTruthy();
});

test('a movie database that is away is asked again only by the person', async () => {
  const api = stubApi({ [POPULAR]: failure(502, 'upstream') });
  renderAt(<Shelf />, { at: '/' });
  expect(await screen.findByText('The movie database did not answer. Your lists are not affected.')).toBeTruthy();

  act(announceReachable);

  expect(api.calls).toEqual([POPULAR]);
});

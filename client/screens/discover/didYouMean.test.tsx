import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useUsers } from '../../features/users/users.store.ts';
import { stubApi } from '../../testing/api.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';
import { pageOf, sampleMovie } from '../../testing/titles.ts';
import { SearchScreen } from './SearchScreen.tsx';

beforeEach(() => {
  useUsers.getState().applyViewer(ana);
  stubApi({
    'GET /api/movies/search': ({ query }) => ({
      body:
        query.get('q') === 'Interstellar'
          ? pageOf([sampleMovie(157336, { title: 'Interstellar' })])
          : { ...pageOf([sampleMovie(157336, { title: 'Interstellar' })]), did_you_mean: 'Interstellar' },
    }),
    'GET /api/tv/search': { body: pageOf([]) },
    'GET /api/person/search': { body: pageOf([]) },
    'GET /api/users/search': { body: [] },
    'GET /api/folders/search': { body: [] },
  });
});

test('a misspelt search suggests the name that was meant, and searches for it', async () => {
  renderAt(<SearchScreen />, { at: '/my-list?q=intersteller&tab=movie', isLaidOut: true });

  await userEvent.click(await screen.findByRole('link', { name: 'Interstellar' }));

  expect(addressOf()).toBe('/my-list?q=Interstellar');
  expect(await screen.findByText('Results for “Interstellar”')).toBeTruthy();
  expect(screen.queryByText(/Did you mean/)).toBeNull();
});

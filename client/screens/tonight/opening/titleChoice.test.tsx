import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ApiStub, stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { sampleItem } from '../../../testing/samples.ts';
import { pageOf, sampleMovie } from '../../../testing/titles.ts';
import { TitleChoice } from './TitleChoice.tsx';

const items = [
  sampleItem(1, { title: 'Spirited Away' }),
  sampleItem(2, { title: 'Parasite' }),
  sampleItem(3, { title: 'Heat' }),
];
const movie = ({ tmdbId, title }: { tmdbId: number; title: string }) => sampleMovie(tmdbId, { title });

let api: ApiStub;
beforeEach(() => {
  api = stubApi({ 'GET /api/movies/search': { body: pageOf([]) }, 'GET /api/tv/search': { body: pageOf([]) } });
  renderAt(<TitleChoice items={items} chosen={[]} onChange={jest.fn()} />, { isLaidOut: true });
});

const shown = () =>
  screen.queryAllByRole('button', { name: /^Vote on/ }).map((button) => button.getAttribute('aria-label'));
const find = (text: string) => userEvent.type(screen.getByRole('searchbox'), text);

test('finds titles of the list by what the search of titles finds, such as a name in another language', async () => {
  api.on('GET /api/movies/search', { body: pageOf([sampleMovie(999), movie(items[0]!)]) });

  await find('千と千尋');

  await waitFor(() => expect(shown()).toEqual([expect.stringContaining('Spirited Away')]));
});

test('titles that contain the text come first', async () => {
  api.on('GET /api/movies/search', { body: pageOf([movie(items[1]!), movie(items[2]!)]) });

  await find('heat');

  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(shown()[0]).toContain('Heat');
});

test('says that no title matches when the search has found none', async () => {
  await find('zzz');

  expect(await screen.findByText('No title matches.')).toBeTruthy();
});

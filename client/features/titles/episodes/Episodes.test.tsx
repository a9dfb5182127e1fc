import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { sampleSeason, severance } from '../../../testing/titles.ts';
import { Episodes } from './Episodes.tsx';

const SEASON = (number: number) => `GET /api/tv/95396/seasons/${number}`;
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

const renderEpisodes = (seasons = severance.seasons) =>
  renderAt(<Episodes showId={95396} seasons={seasons} heading={<h3>Episodes</h3>} />);

test('shows the first season, and another when it is chosen; specials come last', async () => {
  api.on(SEASON(1), { body: sampleSeason(1) });
  api.on(SEASON(2), { body: sampleSeason(2) });
  renderEpisodes();

  const first = await screen.findByRole('list', { name: 'Season 1' });
  const [row] = within(first).getAllByRole('listitem');
  expect(row?.textContent).toBe('1Part 1 of season 1Feb 10, 2022 · 50 min');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['S1Season 1', 'S2Season 2', 'Specials']);

  await userEvent.click(screen.getByRole('tab', { name: 'Season 2' }));
  expect(await screen.findByRole('list', { name: 'Season 2' })).toBeTruthy();
});

test('an episode of the future says when it airs', async () => {
  const [episode] = sampleSeason(1).episodes;
  if (!episode) throw new Error('No episode');
  api.on(SEASON(1), { body: sampleSeason(1, { episodes: [{ ...episode, air_date: '2999-03-01', runtime: null }] }) });
  renderEpisodes(severance.seasons.slice(1, 2));

  expect(await screen.findByText('Airs Mar 1, 2999')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a season that failed to load can be tried again', async () => {
  api.on(SEASON(1), failure(502, 'upstream'));
  renderEpisodes();
  expect(await screen.findByText(/Couldn’t load the episodes/)).toBeTruthy();

  api.on(SEASON(1), { body: sampleSeason(1) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Part 3 of season 1')).toBeTruthy();
});

test('an announced season without episodes says so', async () => {
  api.on(SEASON(1), { body: sampleSeason(1, { episodes: [] }) });
  renderEpisodes();

  expect(await screen.findByText('The episodes are not announced yet.')).toBeTruthy();
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { sampleMovie, samplePerson, severance } from '../../testing/titles.ts';
import { ActorDialog } from './ActorDialog.tsx';

let api: ApiStub;
const PERSON = 'GET /api/person/6384';
const MOVIES = 'GET /api/person/6384/movie_credits';
const SHOWS = 'GET /api/person/6384/tv_credits';
const credit = (id: number, over = {}) => ({ ...sampleMovie(id, over), character: '' });

beforeEach(() => {
  api = stubApi({
    [PERSON]: { body: samplePerson() },
    [MOVIES]: { body: { id: 6384, cast: [] } },
    [SHOWS]: { body: { id: 6384, cast: [] } },
  });
});

const open = (id = '6384') => renderAt(<ActorDialog />, { at: `/?actor=${id}` });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const posters = () => screen.findByRole('list', { name: 'movies' });

test('a direct link shows name, department, popularity and three known titles', async () => {
  const known_for = [1, 2, 3, 4].map((id) => ({ ...sampleMovie(id), media_type: 'movie' as const }));
  api.on(PERSON, { body: samplePerson({ known_for }) });

  open();

  expect(await screen.findByRole('heading', { name: 'Keanu Reeves' })).toBeTruthy();
  expect(screen.getByText('Acting')).toBeTruthy();
  expect(screen.getByText('Popularity 11.4')).toBeTruthy();
  const badges = within(screen.getByRole('list', { name: 'Known for' })).getAllByRole('link');
  expect(badges.map((badge) => badge.textContent)).toEqual(['Film 1', 'Film 2', 'Film 3']);
});

test('a biography is cut after a few lines until more is asked for', async () => {
  const biography = 'Born in Beirut. '.repeat(20).trim();
  api.on(PERSON, { body: { ...samplePerson(), biography } });
  open();

  const text = await screen.findByText(biography);
  expect(text.hasAttribute('data-cut')).toBe(true);
  await press('Read more');

  expect(text.hasAttribute('data-cut')).toBe(false);
  expect(screen.queryByRole('button', { name: 'Read more' })).toBeNull();
});

test.each(['999', 'nobody', '-1'])('an unknown id shows that the actor was not found (%s)', async (id) => {
  api.on('GET /api/person/999', failure(404, 'not_found'));

  open(id);

  expect(await screen.findByText('No such actor')).toBeTruthy();
});

test('an actor that failed to load can be loaded again', async () => {
  api.on(PERSON, failure(502, 'upstream'));
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });

  api.on(PERSON, { body: samplePerson() });
  await userEvent.click(again);

  expect(await screen.findByRole('heading', { name: 'Keanu Reeves' })).toBeTruthy();
});

describe('the filmography', () => {
  const idsIn = (list: HTMLElement) =>
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.match(/(?:movie|tv)-(\d+)/)?.[1]);

  test('shows the films with the most votes until movies or shows are chosen', async () => {
    const cast = [credit(1, { vote_count: 20 }), credit(2, { vote_count: 900 }), credit(3, { vote_count: 10 })];
    api.on(MOVIES, { body: { id: 6384, cast } });
    open();

    expect(idsIn(await screen.findByRole('list', { name: 'Best known' }))).toEqual(['2', '1']);
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  test('shows the best known shows of a person without films', async () => {
    api.on(SHOWS, { body: { id: 6384, cast: [{ ...severance, character: '' }] } });
    open();

    expect(idsIn(await screen.findByRole('list', { name: 'Best known' }))).toEqual([String(severance.id)]);
  });

  test('loads, shows and clears the choice', async () => {
    const answer = deferred<StubAnswer>();
    api.on(MOVIES, () => answer.promise);
    open();

    await press('Movie credits');
    expect(screen.getByRole('button', { name: 'Movie credits', pressed: true })).toBeTruthy();
    expect(screen.getByRole('status', { name: 'Loading filmography' })).toBeTruthy();
    answer.resolve({ body: { id: 6384, cast: [credit(1)] } });
    expect(within(await posters()).getAllByRole('link')).toHaveLength(1);

    await press('Clear');
    expect(screen.queryByRole('list', { name: 'movies' })).toBeNull();
    expect(await screen.findByRole('list', { name: 'Best known' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Movie credits', pressed: false })).toBeTruthy();
  });

  test('keeps titles with a poster and more than ten votes, newest first, at most twelve', async () => {
    const years = Array.from({ length: 15 }, (_, n) => credit(n + 1, { release_date: `${1990 + n}-01-01` }));
    const poor = [credit(50, { poster_path: null }), credit(51, { vote_count: 10, release_date: '2020-01-01' })];
    api.on(MOVIES, { body: { id: 6384, cast: [...poor, ...years] } });
    open();

    await press('Movie credits');

    const names = within(await posters())
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.match(/movie-(\d+)/)?.[1]);
    expect(names).toEqual(['15', '14', '13', '12', '11', '10', '9', '8', '7', '6', '5', '4']);
  });

  test('is one tab stop with arrow keys', async () => {
    api.on(MOVIES, { body: { id: 6384, cast: [1, 2, 3].map((id) => credit(id)) } });
    open();
    await press('Movie credits');
    const links = within(await posters()).getAllByRole('link');

    act(() => links[0]?.focus());
    await userEvent.keyboard('{End}{ArrowLeft}');

    expect(document.activeElement).toBe(links[1]);
    expect(links.map((link) => link.tabIndex)).toEqual([-1, 0, -1]);
  });

  test('shows that there are no titles', async () => {
    api.on('GET /api/person/6384/tv_credits', { body: { id: 6384, cast: [] } });
    open();

    await press('TV credits');

    expect(await screen.findByText('No TV shows found')).toBeTruthy();
  });

  test('shows a failure and can try again', async () => {
    api.on(MOVIES, failure(502, 'upstream'));
    open();
    await press('Movie credits');
    expect(await screen.findByText("Failed to load actor's filmography")).toBeTruthy();
    expect(screen.getByText('Failed to fetch movie credits')).toBeTruthy();

    api.on(MOVIES, { body: { id: 6384, cast: [credit(1)] } });
    await press('Try again');

    expect(await posters()).toBeTruthy();
  });
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';
import { pageOf, sampleMovie, samplePerson, severance } from '../../testing/titles.ts';
import { DiscoverScreen } from './DiscoverScreen.tsx';

const MOVIES = 'GET /api/movies/popular';
let api: ApiStub;

beforeEach(() => {
  useUsers.getState().applyViewer(ana);
  api = stubApi({
    [MOVIES]: { body: pageOf([sampleMovie(1), sampleMovie(2)]) },
    'GET /api/tv/popular': { body: pageOf([severance]) },
    'GET /api/person/popular': { body: pageOf([samplePerson()]) },
    'GET /api/movies/search': { body: pageOf([]) },
    'GET /api/tv/search': { body: pageOf([]) },
    'GET /api/person/search': { body: pageOf([]) },
    'GET /api/users/search': { body: [] },
    'GET /api/folders/search': { body: [] },
    'GET /api/recommendations': { body: { rankedBy: 'local', results: [] } },
  });
});

const open = (at = '/', width = 1440) =>
  renderAt(
    <>
      <DiscoverScreen />
      <Toaster />
    </>,
    { at, width, isLaidOut: true },
  );
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
// The grid has its posters once it knows its width.
const linksOf = async (list: string) => within(await screen.findByRole('list', { name: list })).findAllByRole('link');
const linksIn = async (list: string) => (await linksOf(list)).map((link) => link.getAttribute('href'));
const asked = (route: string) => api.requestsTo(route).map(({ query }) => query.toString());

describe('popular titles', () => {
  test('begin with the first one, large, with its year and rating', async () => {
    open();

    const first = within(await screen.findByRole('region', { name: 'Number one right now: Film 1' }));
    expect(first.getByRole('link', { name: 'Film 1' }).getAttribute('href')).toBe('/?title=movie-1');
    expect(first.getByText('Somebody does something.')).toBeTruthy();
    expect(first.getByText('1999').textContent).toBe('19998.2');
    await userEvent.click(first.getByRole('button', { name: 'Add to a list' }));

    expect(addressOf()).toBe('/?add=movie-1');
  });

  test('leave out what is not known of the first one', async () => {
    const unknown = { overview: '', release_date: '', vote_average: 0, backdrop_path: null };
    api.on(MOVIES, { body: pageOf([sampleMovie(1, unknown)]) });
    open();

    const first = await screen.findByRole('region', { name: 'Number one right now: Film 1' });
    expect(within(first).getByText('Unknown').textContent).toBe('Unknown');
    expect(first.querySelector('img')).toBeNull();
  });

  test('are in tabs, of which the address has the chosen one', async () => {
    open();
    expect(await linksIn('Popular movies')).toEqual(['/?title=movie-1', '/?title=movie-2']);

    await userEvent.click(screen.getByRole('tab', { name: 'TV Shows' }));
    expect(await linksIn('Popular TV shows')).toEqual([`/?tab=tv&title=tv-${severance.id}`]);
    expect(await button('Episode length')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Actors' }));

    const [card] = await linksOf('Popular actors');
    expect(card?.getAttribute('href')).toBe('/?tab=person&actor=6384');
    expect(card?.textContent).toBe('KRKeanu ReevesActingPopularity 11.4');
    expect(addressOf()).toBe('/?tab=person');
    expect(screen.queryByRole('region', { name: 'Filters' })).toBeNull();
  });

  test('continue with the next page, which repeats no title', async () => {
    api.on(MOVIES, ({ query }) => ({
      body:
        query.get('page') === '2'
          ? { page: 2, results: [sampleMovie(2), sampleMovie(3)], total_pages: 2, total_results: 4 }
          : { page: 1, results: [sampleMovie(1), sampleMovie(2)], total_pages: 2, total_results: 4 },
    }));
    open();

    await press('Load More');

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull());
    expect(await linksIn('Popular movies')).toEqual(['/?title=movie-1', '/?title=movie-2', '/?title=movie-3']);
  });

  test('can be added to a list from their poster', async () => {
    open();
    await screen.findByRole('list', { name: 'Popular movies' });

    await press('Add Film 2 to a list');

    expect(addressOf()).toBe('/?add=movie-2');
  });
});

describe('filters', () => {
  test('are chosen in menus, and cleared together', async () => {
    open('/?tab=movie');
    await press('Genre');
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Action' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Comedy' }));
    await userEvent.keyboard('{Escape}');
    await press('Decade');
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '1990s' }));

    expect(await button('Genre: Action +1')).toBeTruthy();
    expect(await button('Decade: 1990s')).toBeTruthy();
    expect(await linksIn('Filtered movies')).toHaveLength(2);
    expect(screen.queryByRole('region', { name: /^Number one/ })).toBeNull();
    expect(asked(MOVIES).at(-1)).toBe('page=1&genre=28%2C35&decade=1990');
    expect(addressOf()).toBe('/?tab=movie&genre=28%2C35&decade=1990');
    await press('Clear filters');

    expect(addressOf()).toBe('/?tab=movie');
    expect(await linksIn('Popular movies')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  test('are taken back by the usual choice', async () => {
    open('/?decade=1990');
    await press('Decade: 1990s');
    const chosen = await screen.findByRole('menuitemradio', { name: '1990s' });
    expect(chosen.getAttribute('aria-checked')).toBe('true');

    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Any decade' }));

    expect(addressOf()).toBe('/');
  });

  test('that nothing fits can be cleared there', async () => {
    api.on(MOVIES, ({ query }) => ({ body: pageOf(query.has('rating') ? [] : [sampleMovie(1)]) }));
    open('/?rating=9');
    expect(await screen.findByText('No movies found')).toBeTruthy();
    const hint = screen.getByText('Nothing fits all of these filters at once.');

    const empty = hint.parentElement?.parentElement as HTMLElement;
    await userEvent.click(within(empty).getByRole('button', { name: 'Clear filters' }));

    expect(await linksIn('Popular movies')).toEqual(['/?title=movie-1']);
  });

  test('are in a drawer on a phone, with each choice beside its button', async () => {
    open('/?genre=28', 390);
    expect((await button('Filters 1')).getAttribute('data-chosen')).toBe('true');
    await press('Filters 1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Filters' }));
    expect(drawer.getByRole('button', { name: 'Action' }).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(drawer.getByRole('button', { name: '1990s' }));
    await userEvent.click(drawer.getByRole('button', { name: 'Highest rated' }));
    await userEvent.click(drawer.getByRole('button', { name: 'Any genre' }));
    await userEvent.click(drawer.getByRole('button', { name: 'Show movies' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(addressOf()).toBe('/?decade=1990&sort=rating');

    await press('Remove filter 1990s');

    expect(addressOf()).toBe('/?sort=rating');
    // One filter has its own button.
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await press('Filters 1');
    const again = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await userEvent.click(again.getByRole('button', { name: 'Clear filters' }));
    expect(addressOf()).toBe('/');
    expect((again.getByRole('button', { name: 'Clear filters' }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('a search', () => {
  test.each([
    ['TV Shows', { 'GET /api/tv/search': pageOf([severance]) }, 'Found TV shows'],
    ['Actors', { 'GET /api/person/search': pageOf([samplePerson()]) }, 'Found actors'],
  ])('opens %s if only they have results, and the tabs count them', async (tab, answers, list) => {
    for (const [route, body] of Object.entries(answers)) api.on(route, { body });
    open('/?q=x');

    expect(await linksIn(list)).toHaveLength(1);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(`${tab} (1)`);
    expect(screen.getByRole('tab', { name: 'Movies (0)' })).toBeTruthy();
    expect(screen.getByText('Results for “x”')).toBeTruthy();
  });

  test('that finds nothing says what to try', async () => {
    open('/?q=x');
    expect(await screen.findByText('No movies found')).toBeTruthy();
    expect(screen.getByText('Try another spelling, or fewer words.')).toBeTruthy();

    await userEvent.click(screen.getByRole('tab', { name: 'Actors (0)' }));

    expect(await screen.findByText('No actors found')).toBeTruthy();
  });

  test('turns the filters off, and keeps them in the address', async () => {
    api.on('GET /api/movies/search', { body: pageOf([sampleMovie(5)]) });
    open('/?q=x&genre=28');

    expect(await screen.findByText('Results for “x” (filters off)')).toBeTruthy();
    expect(asked('GET /api/movies/search')).toEqual(['q=x&page=1']);
    expect(screen.queryByRole('region', { name: 'Filters' })).toBeNull();
  });

  test('whose next page fails says so', async () => {
    api.on('GET /api/person/search', {
      body: { page: 1, results: [samplePerson()], total_pages: 2, total_results: 2 },
    });
    open('/?q=x&tab=person');
    const more = await button('Load More');
    api.on('GET /api/person/search', failure(500, 'internal', ''));

    await userEvent.click(more);

    await waitFor(() => expect(toastText()).toContain('Failed to fetch actors'));
    expect(await linksIn('Found actors')).toHaveLength(1);
  });
});

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { nameOf } from '../../features/plays/play.queries.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { matrix, pageOf, sampleCast, sampleMovie, serveTitle, severance } from '../../testing/titles.ts';
import { MediaDialog } from './MediaDialog.tsx';

let api: ApiStub;
const config = {
  imageBase: 'https://images.example/',
  source: 'tmdb',
  attribution: 'By way of TMDB',
  region: 'US',
  hasModel: false,
  hasRequests: false,
  hasMail: false,
  hasLocalAccounts: true,
  hasSingleSignOn: false,
  hasPasskeys: false,
  build: '1',
} as const;

beforeEach(() => {
  api = stubApi({ 'GET /api/folders': { body: [] }, 'GET /api/shared-folders': { body: [] } });
  useUsers.getState().applyViewer(ana);
  useConfig.setState({ config });
});

afterEach(() => {
  useConfig.setState({ config: null });
});

function open(title = 'movie-603') {
  return renderAt(
    <>
      <MediaDialog />
      <Toaster />
    </>,
    { at: `/?title=${title}`, isLaidOut: true },
  );
}

const section = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest('section') as HTMLElement;

test('a film shows its year, running time, genres, tagline and director', async () => {
  serveTitle(api, matrix, {
    credits: { id: 603, cast: [], crew: [{ id: 9, name: 'Lana Wachowski', job: 'Director', department: 'Directing' }] },
  });

  open();

  expect(await screen.findByRole('heading', { name: 'The Matrix' })).toBeTruthy();
  for (const fact of ['1999', '2 h 16 min', 'Action', 'Free your mind.']) expect(screen.getByText(fact)).toBeTruthy();
  expect(await screen.findByText('Directed by Lana Wachowski')).toBeTruthy();
});

test('what is recorded of an open title has its name, also if no list has the title', async () => {
  serveTitle(api, matrix);

  open();
  await screen.findByText('Free your mind.');

  expect(nameOf({ mediaType: 'movie', tmdbId: 603 })).toBe('The Matrix');
});

test('a backdrop that does not load leaves only its colour', async () => {
  serveTitle(api, { ...matrix, backdrop_path: '/api/art/backdrop/movie/603' });
  const backdrop = () => document.querySelector('img[src*="backdrop"]');

  open();
  await screen.findByText('Free your mind.');
  fireEvent.error(backdrop() as Element);

  expect(backdrop()).toBeNull();
});

test('while its facts load it claims nothing about them', async () => {
  serveTitle(api, matrix);
  const details = deferred<StubAnswer>();
  api.on('GET /api/movie/603', () => details.promise);

  open();
  await screen.findByRole('button', { name: 'Add' });
  for (const claim of ['Unknown', 'N/A']) expect(screen.queryByText(claim)).toBeNull();

  details.resolve({ body: matrix });
  expect(await screen.findByText('1999')).toBeTruthy();
});

test('a show has its seasons and creators', async () => {
  serveTitle(api, severance);

  open('tv-95396');

  expect(await screen.findByText('2 seasons')).toBeTruthy();
  expect(screen.getByText('Created by Dan Erickson')).toBeTruthy();
});

test('external ratings are shown if known', async () => {
  serveTitle(api, matrix, {
    'external-ratings': { rottenTomatoes: { rating: 83 }, imdb: { rating: 8.7 }, metacritic: { rating: 73 } },
  });

  open();

  const ratings = await screen.findByRole('list', { name: 'Ratings' });
  expect(await within(ratings).findByText('8.7')).toBeTruthy();
  expect(within(ratings).getByText('83%')).toBeTruthy();
  expect(within(ratings).getByText('73')).toBeTruthy();
  expect(within(ratings).getByText('8.2')).toBeTruthy();
});

test('only US providers are listed: all for streaming and six for rent', async () => {
  const named = (names: string[]) =>
    names.map((provider_name, provider_id) => ({ provider_id, provider_name, logo_path: null }));
  serveTitle(api, matrix, {
    'watch-providers': {
      id: 603,
      results: {
        US: {
          flatrate: named(['Streams 1', 'Streams 2']),
          rent: named([1, 2, 3, 4, 5, 6, 7].map((n) => `Rents ${n}`)),
        },
        DE: { flatrate: named(['Elsewhere']) },
      },
    },
  });

  open();

  const where = await section('Where to watch');
  expect(within(where).getAllByText(/^Streams/)).toHaveLength(2);
  expect(
    within(where)
      .getAllByText(/^Rents/)
      .map((rent) => rent.textContent),
  ).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Rents ${n}`));
  expect(screen.queryByText('Elsewhere')).toBeNull();
});

test('the offers are those of the country that the operator has chosen', async () => {
  useConfig.setState({ config: { ...config, region: 'GB' } });
  const offer = (provider_name: string) => ({ flatrate: [{ provider_id: 1, provider_name, logo_path: null }] });
  serveTitle(api, matrix, {
    'watch-providers': { id: 603, results: { US: offer('Elsewhere'), GB: offer('Streams here') } },
  });

  open();

  const where = await section('Where to watch');
  expect(within(where).getByText('Streams here')).toBeTruthy();
  expect(where.textContent).toContain('In the United Kingdom, by JustWatch');
  expect(screen.queryByText('Elsewhere')).toBeNull();
});

test('each kind of offer has its own label, including free and buy', async () => {
  const named = (...names: string[]) =>
    names.map((provider_name, provider_id) => ({ provider_id, provider_name, logo_path: null }));
  serveTitle(api, matrix, {
    'watch-providers': {
      id: 603,
      results: {
        US: { free: named('A Library'), ads: named('A Channel'), buy: named('Shop 1', 'Shop 2') },
        DE: { free: named('Elsewhere') },
      },
    },
  });

  open();

  const where = await section('Where to watch');
  const groups = within(where)
    .getAllByRole('list')
    .map((list) => [
      list.getAttribute('aria-label'),
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ]);
  expect(groups).toEqual([
    ['Free', ['A Library']],
    ['Free with ads', ['A Channel']],
    ['Buy', ['Shop 1', 'Shop 2']],
  ]);
  expect(screen.queryByText('Elsewhere')).toBeNull();
});

test('only trailers of the video site are shown, and the player loads on a click', async () => {
  const video = (type: string, site: string, name: string) => ({ type, site, key: `key ${name}`, name });
  serveTitle(api, matrix, {
    videos: {
      id: 603,
      results: [
        video('Trailer', 'YouTube', 'One'),
        video('Teaser', 'YouTube', 'Two'),
        video('Trailer', 'Vimeo', 'Three'),
      ],
    },
  });
  open();

  const trailers = await section('Trailers');
  expect(
    within(trailers)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Play One']);
  expect(document.querySelector('iframe')).toBeNull();
  await userEvent.click(within(trailers).getByRole('button', { name: 'Play One' }));

  const player = document.querySelector('iframe');
  expect(player?.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/key%20One\?/);
  expect(document.activeElement).toBe(player);
});

test('the first twenty of the cast are shown, as one tab stop with arrow keys', async () => {
  serveTitle(api, matrix, { credits: { id: 603, cast: sampleCast(24), crew: [] } });
  open();

  const cast = await screen.findByRole('list', { name: 'Cast' });
  const links = within(cast).getAllByRole('link');
  links[0]?.focus();
  await userEvent.keyboard('{ArrowRight}');

  expect(links).toHaveLength(20);
  expect(document.activeElement).toBe(links[1]);
  expect(links.filter((link) => link.tabIndex === 0)).toEqual([links[1]]);
});

test('the sections below the hero show together, without waiting for the ratings', async () => {
  const videos = deferred<StubAnswer>();
  serveTitle(api, matrix, { credits: { id: 603, cast: sampleCast(1), crew: [] } });
  api.on('GET /api/movie/603/videos', () => videos.promise);
  api.on('GET /api/movie/603/external-ratings', () => new Promise(() => undefined));
  open();
  await screen.findByText('2 h 16 min');
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Cast' })).toBeNull();

  videos.resolve({ body: { id: 603, results: [] } });

  expect(await screen.findByRole('heading', { name: 'Cast' })).toBeTruthy();
});

test('twelve recommendations are shown', async () => {
  serveTitle(api, matrix, { recommendations: pageOf(Array.from({ length: 20 }, (_, n) => sampleMovie(n + 1))) });

  open();

  const list = await screen.findByRole('list', { name: 'Recommendations' });
  expect(await within(list).findAllByRole('listitem')).toHaveLength(12);
});

test('parts that the offline catalogue lacks are one short line', async () => {
  useConfig.setState({ config: { ...config, source: 'catalogue' } });
  serveTitle(api, matrix);

  open();

  expect(await screen.findByText(/need an online movie database/)).toBeTruthy();
  for (const name of ['Where to watch', 'Trailers', 'Cast']) expect(screen.queryByRole('heading', { name })).toBeNull();
});

describe('a dialog without its title', () => {
  test('shows that the title is unknown', async () => {
    serveTitle(api, matrix);
    api.on('GET /api/movie/603', failure(404, 'not_found'));

    open();

    expect(await screen.findByText("We couldn't find that title.")).toBeTruthy();
  });

  test.each(['missing', 'failed'])(
    'shows what a list has kept of a title that is %s, opened by its link',
    async (how) => {
      const kept = sampleItem(603, { title: 'Kept From Elsewhere' });
      const folder = sampleFolder({ itemCount: 1 });
      serveTitle(api, matrix);
      for (const part of ['', '/credits', '/videos', '/recommendations', '/external-ratings', '/watch-providers']) {
        api.on(`GET /api/movie/603${part}`, how === 'missing' ? failure(404, 'not_found') : failure(502, 'upstream'));
      }
      api.on('GET /api/folders', { body: [folder] });
      api.on(`GET /api/folders/${folder.id}/items`, { body: [kept], headers: { 'Folder-Rev': '1' } });

      open();

      expect(await screen.findByRole('heading', { name: 'Kept From Elsewhere' })).toBeTruthy();
      const line = how === 'missing' ? /You see what your list saved/ : /Couldn’t load some of this/;
      expect(await screen.findByText(line)).toBeTruthy();
    },
  );

  test('shows that the title is unknown if the address is invalid', () => {
    open('film-nonsense');

    expect(screen.getAllByText('Title not found')).not.toHaveLength(0);
  });

  test.each([
    ['the source', failure(502, 'upstream'), 'The movie database did not answer. Your lists are not affected.'],
    ['the connection', null, 'Couldn’t reach Marquee. Check your connection and try again.'],
  ])('says that it could not be read because of %s', async (_, answer, text) => {
    serveTitle(api, matrix);
    api.on('GET /api/movie/603', () => {
      if (!answer) throw new TypeError('network');
      return answer;
    });

    open();

    expect(await screen.findByRole('heading', { name: 'Couldn’t load this title' })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('offers to load failed parts again', async () => {
    serveTitle(api, matrix);
    api.on('GET /api/movie/603', failure(502, 'upstream'));
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });

    api.on('GET /api/movie/603', { body: matrix });
    await userEvent.click(again);

    expect(await screen.findByRole('heading', { name: 'The Matrix' })).toBeTruthy();
  });
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useConfig } from '../../features/titles/config.store.ts';
import { renderAt } from '../../testing/render.tsx';
import { AboutDialog } from './AboutDialog.tsx';

const terms = 'This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.';

const config = {
  imageBase: 'https://image.tmdb.org/t/p/',
  attribution: terms,
  region: 'US',
  hasModel: false,
  hasRequests: false,
  hasMail: false,
  hasLocalAccounts: true,
  hasSingleSignOn: false,
  hasPasskeys: false,
  build: '1.2.3',
};

describe('About, where titles come from TMDB', () => {
  beforeEach(() => {
    useConfig.setState({ config: { ...config, source: 'tmdb' } });
    renderAt(<AboutDialog />, { at: '/?about=1' });
  });

  test('shows the TMDB logo next to the required sentence', async () => {
    const logo = await screen.findByRole('img', { name: 'The Movie Database (TMDB)' });

    expect(logo.parentElement?.textContent).toBe(terms);
    expect(logo.querySelector('path')?.getAttribute('d')).not.toBe('');
  });

  test.each([
    ['TMDB', 'https://www.themoviedb.org/'],
    ['JustWatch', 'https://www.justwatch.com/'],
    ['OMDb', 'https://www.omdbapi.com/'],
  ])('names %s with a link', async (name, address) => {
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(address);
  });
});

test('About shows no TMDB logo with the offline catalogue', async () => {
  useConfig.setState({ config: { ...config, source: 'catalogue' } });
  renderAt(<AboutDialog />, { at: '/?about=1' });

  await screen.findByText(/A catalogue that comes with Marquee/);
  expect(screen.queryByRole('img', { name: /TMDB/ })).toBeNull();
});

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAccount, row } from '../../testing/accountScreen.tsx';
import { stubApi } from '../../testing/api.ts';
import { ana } from '../../testing/samples.ts';

beforeEach(() => {
  stubApi();
});

test('links home, shows the email read-only, and has guidelines and a sign-out', () => {
  openAccount();

  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  expect(row('Email').getByText(ana.email)).toBeTruthy();
  expect(row('Email').queryByRole('button')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Account Guidelines' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/api/logout');
});

test('everything of the account can be downloaded by a plain link', () => {
  openAccount();

  const download = row('Export your data').getByRole('link', { name: 'Download' });
  expect(download.getAttribute('href')).toBe('/api/export?format=marquee');
  expect(download.hasAttribute('download')).toBe(true);
});

test('the format of the download can be chosen', async () => {
  openAccount();
  const exports = row('Export your data');

  await userEvent.selectOptions(exports.getByRole('combobox', { name: 'Format of the file' }), 'For Letterboxd');

  expect(exports.getByText('Films with their days, stars and reviews, and your lists')).toBeTruthy();
  const download = exports.getByRole('link', { name: 'Download' });
  expect(download.getAttribute('href')).toBe('/api/export?format=letterboxd');
});

test('the colour scheme is chosen here', async () => {
  openAccount();

  await userEvent.click(screen.getByRole('radio', { name: 'Light' }));

  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Light' }).checked).toBe(true);
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
});

import { describe, expect, test } from '@jest/globals';
import { RemoveScroll } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Header } from './Header.tsx';

test('The bottom bar has the class name that the scroll lock of dialogs looks for', () => {
  renderAt(<BottomBar />);

  const bar = screen.getByRole('navigation', { name: 'Primary' });
  expect(bar.className.split(' ')).toContain(RemoveScroll.classNames.zeroRight);
});

test.each(['/', '/my-list', '/users', '/account', '/nowhere'])('at %s it has the same five entries', (at) => {
  renderAt(<BottomBar />, { at });

  const entries = [...screen.getByRole('navigation').children];
  expect(entries.map((entry) => entry.textContent)).toEqual(['Discover', 'My List', 'Users', 'New', 'Account']);
});

test('its New creates a category where the screen has nothing of its own to create', async () => {
  renderAt(<BottomBar />, { at: '/account' });

  await userEvent.click(screen.getByRole('button', { name: 'New' }));

  expect(addressOf()).toBe('/account?create=category');
});

describe('the current place is', () => {
  const id = 'a'.repeat(24);

  test.each([
    ['/', 'Discover'],
    ['/browse', 'Discover'],
    ['/my-list', 'My List'],
    ['/folders', 'My List'],
    ['/categories', 'My List'],
    [`/folder/${id}`, 'My List'],
    [`/folder/${id}/details`, 'My List'],
    [`/category/${id}/editor`, 'My List'],
    ['/users', 'Users'],
    [`/users/${id}/folders/${id}`, 'Users'],
    ['/account', 'Account'],
  ])('at %s: %s', (at, name) => {
    renderAt(<BottomBar />, { at });

    expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([name]);
  });

  test('not marked on a path without a screen', () => {
    renderAt(<BottomBar />, { at: '/foldersandmore' });

    expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
  });

  test('the same one in the header', () => {
    renderAt(<Header />, { at: `/category/${id}` });

    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('My List');
  });
});

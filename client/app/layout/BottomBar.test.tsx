import { describe, expect, test } from '@jest/globals';
import { RemoveScroll } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCreateActionStore } from '../../lib/page/createAction.ts';
import { renderAt } from '../../testing/render.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Header } from './header/Header.tsx';

test('The bottom bar has the class name that the scroll lock of dialogs looks for', () => {
  renderAt(<BottomBar />);

  const bar = screen.getByRole('navigation', { name: 'Primary' });
  expect(bar.className.split(' ')).toContain(RemoveScroll.classNames.zeroRight);
});

const cells = () => [...screen.getByRole('navigation').children].map(({ textContent }) => textContent);

test.each(['/', '/my-list', '/users', '/account', '/nowhere'])('at %s the entries have the same places', (at) => {
  renderAt(<BottomBar />, { at });

  expect(cells()).toEqual(['Discover', 'My List', 'Users', '', 'Account']);
});

test('New is only there while the screen can create something', async () => {
  let created = 0;
  const create = () => {
    created += 1;
  };
  renderAt(<BottomBar />);

  act(() => useCreateActionStore.setState({ create }));
  await userEvent.click(screen.getByRole('button', { name: 'New' }));

  expect(created).toBe(1);
  expect(cells()).toEqual(['Discover', 'My List', 'Users', 'New', 'Account']);
  act(() => useCreateActionStore.setState({ create: null }));
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
});

describe('the current place is', () => {
  const id = 'a'.repeat(24);

  test.each([
    ['/', 'Discover'],
    ['/browse', 'Discover'],
    ['/my-list', 'My List'],
    ['/diary', 'Account'],
    ['/admin', 'Account'],
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

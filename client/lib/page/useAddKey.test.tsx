import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { useAddKey } from './shortcuts.ts';

function Screen() {
  useAddKey();
  return (
    <>
      <div data-poster>
        <Link to="/?title=tv-1396&folder=1">Poster</Link>
        <button type="button">Plus</button>
      </div>
      <Link to="/my-list">Elsewhere</Link>
      <input aria-label="Search" />
      <div role="dialog">
        <button type="button">In the dialog</button>
      </div>
    </>
  );
}

beforeEach(() => {
  renderAt(<Screen />);
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
});

function pressOn(element: HTMLElement, init = {}) {
  act(() => element.focus());
  fireEvent.keyDown(element, { key: 'a', ...init });
}

test.each([
  ['link', 'Poster'],
  ['button', 'Plus'],
])('adds the poster whose %s has the focus', (role, name) => {
  pressOn(screen.getByRole(role, { name }));

  expect(addressOf()).toBe('/?add=tv-1396');
});

test('adds the title of the open dialog', () => {
  window.history.replaceState(null, '', '/?title=movie-603');

  pressOn(screen.getByRole('button', { name: 'In the dialog' }));

  expect(addressOf()).toBe('/?title=movie-603&add=movie-603');
});

test('does nothing while typing, without a title, or below another dialog', () => {
  pressOn(screen.getByRole('textbox'));
  pressOn(screen.getByRole('link', { name: 'Elsewhere' }));
  pressOn(screen.getByRole('link', { name: 'Poster' }), { ctrlKey: true });
  window.history.replaceState(null, '', '/?title=movie-603&review=movie-603');
  pressOn(screen.getByRole('button', { name: 'In the dialog' }));

  expect(addressOf()).toBe('/');
});

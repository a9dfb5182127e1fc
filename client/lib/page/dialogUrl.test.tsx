import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { addressOf, renderAt } from '../../testing/render.tsx';
import {
  dialogState,
  parseTitleParam,
  useCloseDialog,
  useDeeperState,
  useOpenDialog,
  useTitleLink,
  withParams,
} from './dialogUrl.ts';

describe('parseTitleParam', () => {
  test('reads a film or show and nothing else', () => {
    expect(parseTitleParam('movie-603')).toEqual({ mediaType: 'movie', tmdbId: 603 });
    expect(parseTitleParam('tv-1396')).toEqual({ mediaType: 'tv', tmdbId: 1396 });
    for (const wrong of [null, '', 'movie-', 'book-1', 'movie-0', 'movie-1x'])
      expect(parseTitleParam(wrong)).toBeNull();
  });
});

test('withParams sets some parameters, removes others and keeps the rest', () => {
  expect(withParams('?filter=tv&title=movie-1', { title: null, add: 'tv-2' })).toBe('?filter=tv&add=tv-2');
  expect(withParams('?title=movie-1', { title: null })).toBe('');
});

function Dialog() {
  const linkTo = useTitleLink();
  const deeper = useDeeperState();
  const close = useCloseDialog('title', 'folder');
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  return (
    <>
      <button type="button" onClick={() => openDialog({ title: null, folder: null, add: 'movie-1' })}>
        add
      </button>
      <Link to={linkTo({ mediaType: 'movie', tmdbId: 1 })} state={dialogState}>
        open
      </Link>
      <Link to={linkTo({ mediaType: 'movie', tmdbId: 2 })} state={deeper}>
        deeper
      </Link>
      <button type="button" onClick={close}>
        close
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
    </>
  );
}

/** Closes the dialog, as after its request is answered. */
let answered: () => void;

function Sending() {
  answered = useCloseDialog('add');
  return null;
}

function Screen() {
  const navigate = useNavigate();
  return (
    <>
      {useLocation().search && <Sending />}
      <button type="button" onClick={() => navigate('/my-list')}>
        leave
      </button>
    </>
  );
}

function press(name: string) {
  act(() => {
    fireEvent.click(screen.getByText(name));
  });
}

describe('a dialog in the address', () => {
  test('closes by going back to the previous entry', () => {
    renderAt(<Dialog />, { at: '/?tab=tv' });

    press('open');
    expect(addressOf()).toBe('/?tab=tv&title=movie-1');

    press('close');
    expect(addressOf()).toBe('/?tab=tv');
  });

  test('goes back to the previous title, while closing leaves all of them', () => {
    renderAt(<Dialog />, { at: '/' });

    press('open');
    press('deeper');
    press('back');
    expect(addressOf()).toBe('/?title=movie-1');

    press('deeper');
    press('close');
    expect(addressOf()).toBe('/');
  });

  test('goes back once when closed twice, for example by holding Escape', () => {
    renderAt(<Dialog />, { at: '/' });
    press('open');
    press('deeper');
    press('open');

    act(() => {
      for (let i = 0; i < 2; i++) fireEvent.click(screen.getByText('close'));
    });

    expect(addressOf()).toBe('/?title=movie-2');
  });

  test('that is already closed does not change the address when a late answer arrives', () => {
    renderAt(<Screen />, { at: '/?add=movie-1' });

    press('leave');
    act(() => answered());

    expect(addressOf()).toBe('/my-list');
  });

  test('can be opened and closed repeatedly', () => {
    renderAt(<Dialog />, { at: '/' });
    press('open');
    press('close');

    press('open');
    press('close');

    expect(addressOf()).toBe('/');
  });

  test('that is already open is not opened again on top of itself', () => {
    window.history.replaceState(null, '', '/?tab=tv&add=movie-1');
    renderAt(<Dialog />, { at: '/' });

    press('add');

    expect(addressOf()).toBe('/');
    window.history.replaceState(null, '', '/');
  });

  test('opened by an external link closes by removing its parameter', () => {
    window.history.replaceState(null, '', '/?tab=tv&title=movie-1&folder=5');
    renderAt(<Dialog />, { at: '/?tab=tv&title=movie-1&folder=5' });

    press('close');

    expect(addressOf()).toBe('/?tab=tv');
    window.history.replaceState(null, '', '/');
  });

  test('opened from one that a link opened closes both', () => {
    renderAt(<Dialog />, { at: '/?title=movie-1' });

    press('deeper');
    window.history.replaceState(null, '', '/?title=movie-2');
    press('close');

    expect(addressOf()).toBe('/');
    window.history.replaceState(null, '', '/');
  });
});

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { ApiError } from '../../lib/http/http.ts';
import { renderAt } from '../../testing/render.tsx';
import { Toaster } from './Toaster.tsx';
import { toast, toastError } from './toast.ts';

beforeEach(() => {
  jest.useFakeTimers();
  renderAt(<Toaster />);
});
afterEach(() => {
  jest.useRealTimers();
});

const show = (message: Parameters<typeof toast>[0]) => act(() => toast(message));
/** Mantine takes a toast out of the page one turn after it is hidden. */
const expectGone = (text: string) => {
  act(() => jest.advanceTimersByTime(0));
  expect(screen.queryByText(text)).toBeNull();
};
const region = () => screen.getByRole('region', { name: 'Notification' });
const cardOf = (text: string) => screen.getByText(text).closest('[data-variant]') as HTMLElement;

function swipe(element: HTMLElement, pixels: number) {
  const at = (clientX: number) => ({ clientX, pointerId: 1, bubbles: true });
  for (const [type, x] of [
    ['pointerdown', 0],
    ['pointermove', pixels],
    ['pointerup', pixels],
  ] as const) {
    // jsdom has no PointerEvent; a mouse event of that name carries what is read of it.
    fireEvent(element, new MouseEvent(type, at(x)));
  }
}

describe('a toast', () => {
  test('takes the place of the one before', () => {
    show({ title: 'First' });
    show({ title: 'Second' });

    expectGone('First');
    expect(screen.getByText('Second')).toBeTruthy();
  });

  test('goes after five seconds', () => {
    show({ title: 'Saved' });

    act(() => jest.advanceTimersByTime(4999));
    expect(screen.queryByText('Saved')).not.toBeNull();

    act(() => jest.advanceTimersByTime(1));
    expectGone('Saved');
  });

  test('has five seconds of its own after replacing another', () => {
    show({ title: 'First' });
    act(() => jest.advanceTimersByTime(4000));
    show({ title: 'Second' });

    act(() => jest.advanceTimersByTime(4000));

    expect(screen.queryByText('Second')).not.toBeNull();
  });

  test('is dismissed by a swipe of 50 px to the right and not by less', () => {
    show({ title: 'Saved' });

    swipe(cardOf('Saved'), 49);
    expect(screen.queryByText('Saved')).not.toBeNull();

    swipe(cardOf('Saved'), 50);
    expectGone('Saved');
  });

  test('stays while the pointer rests on it', () => {
    show({ title: 'Saved' });

    fireEvent.mouseEnter(cardOf('Saved'));
    act(() => jest.advanceTimersByTime(60_000));

    expect(screen.queryByText('Saved')).not.toBeNull();
  });

  test('stays while it has the focus, and five seconds more', () => {
    show({ title: 'Saved' });

    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.queryByText('Saved')).not.toBeNull();

    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
    act(() => jest.advanceTimersByTime(4999));
    expect(screen.queryByText('Saved')).not.toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expectGone('Saved');
  });

  test('runs its action once and goes', () => {
    const undo = jest.fn();
    show({ title: 'Removed', action: { label: 'Undo', onPress: undo } });

    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));

    expect(undo).toHaveBeenCalledTimes(1);
    expectGone('Removed');
  });
});

test('F8 brings the focus to the region', () => {
  fireEvent.keyDown(document, { key: 'F8' });

  expect(document.activeElement).toBe(region());
});

describe('a failed write', () => {
  test('shows a destructive toast titled Error with the server’s message', () => {
    act(() =>
      toastError(
        new ApiError(409, '{"error":"Already there","code":"conflict"}'),
        'Couldn’t add the title. Try again.',
      ),
    );

    expect(cardOf('Error').dataset.variant).toBe('destructive');
    expect(screen.getByText('Already there')).toBeTruthy();
  });

  test('falls back to our words where the server has none', () => {
    act(() => toastError(new ApiError(500, ''), 'Failed to remove item'));

    expect(screen.getByText('Failed to remove item')).toBeTruthy();
  });

  test('is silent about being signed out, which has a toast of its own', () => {
    act(() => toastError(new ApiError(401, '{"error":"Unauthorized"}'), 'Failed to remove item'));

    expect(region().textContent).toBe('');
  });
});

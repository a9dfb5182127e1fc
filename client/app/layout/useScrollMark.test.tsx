import { afterEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { useScrollMark } from './useScrollMark.ts';

afterEach(() => {
  jest.useRealTimers();
});

function Page() {
  useScrollMark();
  return null;
}

const isMarked = () => document.documentElement.hasAttribute('data-scrolling');

test('the page is marked while it scrolls, and until a moment later', () => {
  jest.useFakeTimers();
  render(<Page />);
  expect(isMarked()).toBe(false);

  fireEvent.scroll(window);
  jest.advanceTimersByTime(100);
  fireEvent.scroll(window);
  jest.advanceTimersByTime(100);
  expect(isMarked()).toBe(true);

  jest.advanceTimersByTime(100);
  expect(isMarked()).toBe(false);
});

test('leaving the page removes the mark', () => {
  const { unmount } = render(<Page />);
  fireEvent.scroll(window);
  unmount();
  expect(isMarked()).toBe(false);
});

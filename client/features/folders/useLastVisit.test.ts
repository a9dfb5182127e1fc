import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import { useLastVisit } from './useLastVisit.ts';

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  jest.advanceTimersByTime(2000);
  jest.useRealTimers();
});

const visit = (rev: number, viewer = 'ana', folder = 'noir') =>
  renderHook(({ at }) => useLastVisit(viewer, folder, at), { initialProps: { at: rev } });

describe('the last visit', () => {
  test('is none at the first, and then where it ended, whatever is told meanwhile', () => {
    const first = visit(3);
    expect(first.result.current).toBeNull();
    first.rerender({ at: 7 });
    expect(first.result.current).toBeNull();
    first.unmount();
    jest.advanceTimersByTime(2000);

    expect(visit(12).result.current).toBe(7);
  });

  test('goes on from one screen of the folder to the next', () => {
    localStorage.setItem('marquee.seen.ana.noir', '5');
    const first = visit(9);
    first.unmount();

    expect(visit(9).result.current).toBe(5);
  });

  test('is that of each person and each folder', () => {
    visit(4).unmount();
    jest.advanceTimersByTime(2000);

    expect(visit(4, 'ben').result.current).toBeNull();
    cleanup();
    expect(visit(4, 'ana', 'other').result.current).toBeNull();
  });

  test('is stored when the page goes, and never goes back', () => {
    localStorage.setItem('marquee.seen.ana.noir', '20');
    visit(9);

    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('marquee.seen.ana.noir')).toBe('20');
  });
});

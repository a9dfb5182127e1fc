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
  test('is null at first, then the rev and time of its end, whatever changes arrive in the meantime', () => {
    const first = visit(3);
    expect(first.result.current).toBeNull();
    first.rerender({ at: 7 });
    expect(first.result.current).toBeNull();
    first.unmount();
    const left = new Date().toISOString();
    jest.advanceTimersByTime(2000);

    expect(visit(12).result.current).toEqual({ rev: 7, at: left });
  });

  test('continues between screens of the same folder', () => {
    localStorage.setItem('marquee.seen.ana.noir', '5');
    const first = visit(9);
    first.unmount();

    expect(visit(9).result.current).toEqual({ rev: 5, at: null });
  });

  test('is stored per user and folder', () => {
    visit(4).unmount();
    jest.advanceTimersByTime(2000);

    expect(visit(4, 'ben').result.current).toBeNull();
    cleanup();
    expect(visit(4, 'ana', 'other').result.current).toBeNull();
  });

  test('is stored when the page closes, and never decreases', () => {
    localStorage.setItem('marquee.seen.ana.noir', '20');
    visit(9);

    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('marquee.seen.ana.noir')).toMatch(/^20@\d{4}-/);
  });
});

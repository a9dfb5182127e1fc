import { describe, expect, test } from '@jest/globals';
import { samplePlay } from '../../testing/samples.ts';
import { byMonth, monthCounts } from './diaryMonths.ts';
import { playTimeOf, whenOf, whenText } from './playTime.ts';

// The time of day does not matter, so the tests hold in every time zone.
const now = new Date(2026, 2, 1, 13);
const day = (date: string) => ({ at: `${date}T00:00:00.000Z`, precision: 'day' as const });
const unknown = { at: null, precision: 'unknown' as const };

describe('what the form says about the time', () => {
  test.each([
    ['today', '', day('2026-03-01')],
    ['yesterday', '', day('2026-02-28')],
    ['date', '2025-12-24', day('2025-12-24')],
    ['unknown', '', unknown],
  ] as const)('%s %s is sent and read back', (choice, date, time) => {
    expect(playTimeOf({ choice, date }, now)).toEqual(time);
    expect(whenOf(time, now)).toEqual({ choice, date });
  });

  test('no date and one in the future cannot be sent', () => {
    expect(playTimeOf({ choice: 'date', date: '' }, now)).toBeNull();
    expect(playTimeOf({ choice: 'date', date: '2026-03-02' }, now)).toBeNull();
  });
});

test('a time is said as people say it', () => {
  expect(whenText(day('2026-03-01'), now)).toBe('today');
  expect(whenText(day('2026-02-28'), now)).toBe('yesterday');
  expect(whenText(day('2026-01-31'), now)).toBe('on January 31, 2026');
  expect(whenText({ at: new Date(2026, 0, 31, 20).toISOString(), precision: 'second' }, now)).toBe(
    'on January 31, 2026',
  );
  expect(whenText(unknown, now)).toBe('some time ago');
});

describe('the months of the diary', () => {
  const plays = [day('2026-03-01'), day('2026-01-31'), day('2026-01-01'), day('2025-03-31'), unknown].map((time) =>
    samplePlay(time),
  );

  test('are in the order of the log', () => {
    expect(byMonth(plays).map(({ label, plays: inMonth }) => [label, inMonth.length])).toEqual([
      ['March 2026', 1],
      ['January 2026', 2],
      ['March 2025', 1],
      ['Some time ago', 1],
    ]);
  });

  test('are counted for the last twelve months', () => {
    const months = monthCounts(plays, now);

    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ key: '2025-04', short: 'Apr', label: 'April 2025', count: 0 });
    expect(months.filter(({ count }) => count > 0).map(({ label, count }) => [label, count])).toEqual([
      ['January 2026', 2],
      ['March 2026', 1],
    ]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { DateColumn, readDate } from './dates.ts';

const today = new Date('2026-11-26T12:00:00Z');
const columnOf = (...cells: string[]) => new DateColumn(cells, { today });
const dayOf = (column: DateColumn, cell: string) => {
  const when = column.read(cell);
  return when !== null && typeof when === 'object' && 'at' in when ? when.at.slice(0, 10) : when;
};

describe('a column of dates', () => {
  test.each([
    ['a day over 12 tells', ['01/02/2023', '25/12/2022'], 'dayFirst'],
    ['a second number over 12 tells', ['1/2/23', '12/25/22'], 'monthFirst'],
    ['points tell nothing', ['01.02.23', '03.02.23'], null],
    ['nothing is watched in the future', ['12/1/26', '3/4/26'], 'dayFirst'],
    ['the year can come first', ['23/12/31', '23/11/05'], 'yearFirst'],
    ['equal numbers need no answer', ['1/1/23', '2/2/23'], 'dayFirst'],
    [
      'a long history is sorted',
      ['11/2/23', '10/9/23', '9/12/23', '9/3/23', '8/11/23', '7/10/23', '6/5/23', '5/12/23'],
      'monthFirst',
    ],
  ])('%s', (_, cells, order) => {
    expect(columnOf(...cells).order).toBe(order);
  });

  test('reads its cells in the order that was found', () => {
    const column = columnOf('25/12/2022', '01/02/2023', '1.2.99', '31/02/2023');

    expect(['25/12/2022', '01/02/2023', '1.2.99'].map((cell) => dayOf(column, cell))).toEqual([
      '2022-12-25',
      '2023-02-01',
      '1999-02-01',
    ]);
  });

  test('one that contradicts itself is asked about, and refuses what the answer makes impossible', () => {
    const cells = ['25/12/2022', '12/25/2022', '1/2/2022'];
    expect(columnOf(...cells).mustAsk).toBe(true);

    const column = new DateColumn(cells, { today }, 'dayFirst');

    expect(cells.map((cell) => dayOf(column, cell))).toEqual([
      '2022-12-25',
      { unreadable: '12/25/2022' },
      '2022-02-01',
    ]);
  });

  test('one of ISO dates is never asked about', () => {
    expect(columnOf('2023-05-01', '2023-05-02', '').mustAsk).toBe(false);
  });
});

test.each([
  ['2023-05-01', '2023-05-01T00:00:00.000Z', 'day'],
  ['2023/5/1', '2023-05-01T00:00:00.000Z', 'day'],
  ['1 May 2023', '2023-05-01T00:00:00.000Z', 'day'],
  ['May 1, 2023', '2023-05-01T00:00:00.000Z', 'day'],
  ['Mon May  1 00:00:00 2023', '2023-05-01T00:00:00.000Z', 'day'],
  ['2023-05-01T00:00:00.000Z', '2023-05-01T00:00:00.000Z', 'day'],
  ['2023-05-01 23:30', '2023-05-01T00:00:00.000Z', 'day'],
  ['2023-05-01T23:30:00-08:00', '2023-05-02T07:30:00.000Z', 'second'],
  ['2023-05-01 23:30:00+0200', '2023-05-01T21:30:00.000Z', 'second'],
  ['1682976600', '2023-05-01T21:30:00.000Z', 'second'],
])('“%s” is %s', (text, at, precision) => {
  expect(readDate(text, { today })).toEqual({ at, precision });
});

test('a time without a zone is a moment only where the service writes UTC', () => {
  expect(readDate('2023-05-01 23:30:00', { today, isUtc: true })).toEqual({
    at: '2023-05-01T23:30:00.000Z',
    precision: 'second',
  });
});

test.each(['', '0000-00-00', '0000-12-31 00:00:00', '1970-01-01', '1900-01-01', '2050-01-01', 'unknown'])(
  '“%s” is no date',
  (text) => {
    expect(readDate(text, { today })).toBeNull();
  },
);

test.each(['2023-02-30', 'last summer'])('“%s” cannot be read', (text) => {
  expect(readDate(text, { today })).toEqual({ unreadable: text });
});

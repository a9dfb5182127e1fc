import { describe, expect, test } from '@jest/globals';
import { type Arrow, columnsAt, keepRows, layOut, nextCell, nextInRow } from './gridLayout.ts';

const items = (count: number) => Array.from({ length: count }, (_, n) => n);
const twoSections = [
  { key: 'watch', heading: 'To Watch', items: items(5) },
  { key: 'rewatch', heading: 'Rewatch', items: items(2) },
];

test('a grid has 3, 5, 7 or 10 columns depending on its own width', () => {
  expect([358, 615, 616, 899, 900, 1343, 1344, 2216].map((width) => columnsAt(width))).toEqual([
    3, 3, 5, 5, 7, 7, 10, 10,
  ]);
});

describe('layOut', () => {
  test('splits each section into rows below its heading and numbers the cards across sections', () => {
    const rows = layOut(twoSections, 3);

    expect(rows.map(({ key, start, end }) => [key, start, end])).toEqual([
      ['watch:heading', 0, 0],
      ['watch:0', 0, 3],
      ['watch:1', 3, 5],
      ['rewatch:heading', 5, 5],
      ['rewatch:0', 5, 7],
    ]);
  });

  test('omits a section without cards, including its heading', () => {
    expect(layOut([{ key: 'watch', heading: 'To Watch', items: [] }], 3)).toEqual([]);
  });
});

describe('keepRows', () => {
  const cards = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
  const before = layOut([{ key: 'watch', items: cards }], 2);

  test('keeps the rows before a new card, and creates the others again', () => {
    const rows = layOut([{ key: 'watch', items: [...cards, { name: 'f' }] }], 2);

    const kept = keepRows(before, rows);

    expect(kept).toEqual(rows);
    expect(kept.map((row, at) => row === before[at])).toEqual([true, true, false]);
  });

  test('creates a row again if one of its cards is another object', () => {
    const rows = layOut([{ key: 'watch', items: cards.map((card) => (card.name === 'c' ? { ...card } : card)) }], 2);

    expect(keepRows(before, rows).map((row, at) => row === before[at])).toEqual([true, false, true]);
  });
});

describe('nextCell', () => {
  const rows = layOut(twoSections, 3);
  const moves: [number, Arrow, number][] = [
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', 3],
    [0, 'ArrowLeft', 0],
    [6, 'ArrowRight', 6],
    [1, 'ArrowDown', 4],
    [2, 'ArrowDown', 4],
    [4, 'ArrowDown', 6],
    [6, 'ArrowDown', 6],
    [5, 'ArrowUp', 3],
    [0, 'ArrowUp', 0],
    [3, 'Home', 0],
    [3, 'End', 6],
  ];

  test.each(moves)('from card %i, %s moves to card %i across headings and short rows', (from, key, to) => {
    expect(nextCell(rows, from, key)).toBe(to);
  });
});

describe('nextInRow', () => {
  test.each([
    [1, 'ArrowLeft', 0],
    [0, 'ArrowLeft', 0],
    [1, 'ArrowRight', 2],
    [4, 'ArrowRight', 4],
    [2, 'Home', 0],
    [2, 'End', 4],
    [2, 'ArrowDown', null],
  ])('from card %i of five, %s moves to %p', (from, key, to) => {
    expect(nextInRow(5, from, key)).toBe(to);
  });
});

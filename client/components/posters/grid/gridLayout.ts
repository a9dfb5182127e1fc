import type { ReactNode } from 'react';

/** A row of the grid: a heading, or the cards from `start` up to `end`, numbered over the whole grid. */
export interface GridRow<T> {
  key: string;
  start: number;
  end: number;
  items: readonly T[];
  heading?: ReactNode;
  headingHeight?: number;
}

export interface GridSection<T> {
  key: string;
  /** Shown above the section's posters, in a row of `headingHeight` pixels. */
  heading?: ReactNode;
  headingHeight?: number;
  items: readonly T[];
}

const HEADING_HEIGHT = 56;

/** Splits sections into rows. A section without cards has no heading. */
export function layOut<T>(sections: readonly GridSection<T>[], columns: number): GridRow<T>[] {
  const rows: GridRow<T>[] = [];
  let count = 0;
  for (const section of sections) {
    if (section.items.length === 0) continue;
    if (section.heading !== undefined) {
      rows.push({
        key: `${section.key}:heading`,
        start: count,
        end: count,
        items: [],
        heading: section.heading,
        headingHeight: section.headingHeight ?? HEADING_HEIGHT,
      });
    }
    for (let at = 0; at < section.items.length; at += columns) {
      const items = section.items.slice(at, at + columns);
      rows.push({ key: `${section.key}:${at / columns}`, start: count, end: count + items.length, items });
      count += items.length;
    }
  }
  return rows;
}

/** The new rows, but the same objects for unchanged rows, so that memoized rows do not render again. */
export function keepRows<T>(before: readonly GridRow<T>[], rows: readonly GridRow<T>[]): GridRow<T>[] {
  const known = new Map(before.map((row) => [row.key, row]));
  return rows.map((row) => {
    const old = known.get(row.key);
    return old && isSame(old, row) ? old : row;
  });
}

function isSame<T>(a: GridRow<T>, b: GridRow<T>): boolean {
  const isSamePlace = a.start === b.start && a.end === b.end && a.headingHeight === b.headingHeight;
  return isSamePlace && a.heading === b.heading && a.items.every((item, at) => item === b.items[at]);
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'] as const;
export type Arrow = (typeof arrows)[number];

export function isArrow(key: string): key is Arrow {
  return (arrows as readonly string[]).includes(key);
}

/** The index of the card that an arrow key moves to from `index`; the same index at the grid's edges. */
export function nextCell(rows: readonly GridRow<unknown>[], index: number, key: Arrow): number {
  const cards = rows.filter((row) => row.items.length > 0);
  const last = (cards.at(-1)?.end ?? 1) - 1;
  const rowIndex = cards.findIndex((row) => index >= row.start && index < row.end);
  const row = cards[rowIndex];
  if (!row) return 0;
  const column = index - row.start;
  const inRow = (target: GridRow<unknown> | undefined) =>
    target ? Math.min(target.start + column, target.end - 1) : index;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowRight':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return inRow(cards[rowIndex - 1]);
    case 'ArrowDown':
      return inRow(cards[rowIndex + 1]);
    case 'Home':
      return 0;
    case 'End':
      return last;
  }
}

/** The index of the card that a key moves to in a single row of cards; null for other keys. */
export function nextInRow(count: number, index: number, key: string): number | null {
  const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count };
  const move = moves[key];
  return move === undefined ? null : Math.min(count - 1, Math.max(0, index + move));
}

/** The index of the row that a card is in. */
export function rowOf(rows: readonly GridRow<unknown>[], index: number): number {
  return rows.findIndex((row) => index >= row.start && index < row.end);
}

/** The index of the card that contains an element. */
export function cellAt(element: Element): number | null {
  const cell = element.closest('[data-cell]')?.getAttribute('data-cell');
  return cell == null ? null : Number(cell);
}

/** The columns of every poster grid, for the four sizes of `sizeClass`. */
const posterColumns: GridColumns = [3, 5, 7, 10];

export type GridColumns = readonly [small: number, medium: number, large: number, extraLarge: number];

/**
 * Widths of the grid itself, not of the window, which may also have a sidebar. Five and seven posters are at least 113 px
 * wide, ten at least 120 px. The previews have the same numbers (frame.style.ts).
 */
const breakpoints = [616, 900, 1344];

/** Which of the four sizes a grid of this width has, 0 to 3. */
function sizeClass(gridWidth: number): 0 | 1 | 2 | 3 {
  return breakpoints.filter((breakpoint) => gridWidth >= breakpoint).length as 0 | 1 | 2 | 3;
}

export function columnsAt(gridWidth: number, columns: GridColumns = posterColumns): number {
  return columns[sizeClass(gridWidth)];
}

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useState } from 'react';
import { type GridRow, type GridSection, keepRows, layOut, rowOf } from './gridLayout.ts';

/** The sections as rows. Unchanged rows stay the same objects, so that they do not render again. */
export function useGridRows<T>(sections: readonly GridSection<T>[], columns: number): readonly GridRow<T>[] {
  const [known, setKnown] = useState(() => ({ sections, columns, rows: layOut(sections, columns) }));
  if (known.sections === sections && known.columns === columns) return known.rows;
  const rows = keepRows(known.rows, layOut(sections, columns));
  setKnown({ sections, columns, rows });
  return rows;
}

interface VirtualRowsOptions {
  container: RefObject<HTMLElement | null>;
  rows: readonly GridRow<unknown>[];
  rowHeight: number;
  /** The grid's distance from the top of the page. */
  top: number;
  /** The card in the tab order: its row stays rendered while it has the focus. */
  activeIndex: number;
}

/** Chooses the rows to render: those in the window, one ahead, and the one with the focus. */
export function useVirtualRows({ container, rows, rowHeight, top, activeIndex }: VirtualRowsOptions) {
  // The last direction: the virtualizer forgets it when scrolling ends.
  const [direction, setDirection] = useState<'backward' | 'forward'>('forward');

  // Sizes are computed, not measured. They are computed again when this function changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; also when rowHeight changes
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows, rowHeight]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rows[index]?.headingHeight ?? rowHeight,
    // Also renders one row ahead, and the row with the focus, which scrolling would otherwise lose.
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const isBack = direction === 'backward';
      const drawn = range(Math.max(0, startIndex - (isBack ? 1 : 0)), Math.min(count - 1, endIndex + (isBack ? 0 : 1)));
      if (!container.current?.contains(document.activeElement)) return drawn;
      const focused = rowOf(rows, activeIndex);
      return focused < 0 || drawn.includes(focused) ? drawn : [...drawn, focused].sort((a, b) => a - b);
    },
    scrollMargin: top,
    getItemKey,
    scrollPaddingStart: 72,
    scrollPaddingEnd: 72,
  });

  const { scrollDirection } = virtualizer;
  if (scrollDirection !== null && scrollDirection !== direction) setDirection(scrollDirection);
  return virtualizer;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

import { useDebouncedValue } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useKeptFocus } from '../focus/useKeptFocus.ts';
import { type GridColumns, posterColumns, useColumns } from './gridColumns.ts';
import { cellAt, type GridRow, isArrow, keepRows, layOut, nextCell } from './gridLayout.ts';
import classes from './PosterGrid.module.css';

export interface PosterGridSection<T> {
  key: string;
  /** Shown above the section's posters, in a row of `headingHeight` pixels. */
  heading?: ReactNode;
  headingHeight?: number;
  items: readonly T[];
}

export interface PosterPlace {
  /** For the PosterCard: one card of the grid is in the tab order; the arrow keys move it. */
  tabIndex: 0 | -1;
  /** CSS pixels each card is wide. */
  width: number;
  /** The list item's props. Spread them onto the card's outermost element, which saves one node per card. */
  cell?: CellProps;
}

export interface CellProps {
  role: 'listitem';
  'data-cell': number;
  'aria-setsize': number;
  'aria-posinset': number;
}

export interface PosterGridProps<T> {
  /** The sections of the grid, each with its heading: 'To Watch (12)', 'Rewatch (3)'. */
  sections: readonly PosterGridSection<T>[];
  /** Stable and unique over all sections. With `titleKey(item)`, a pending add and its confirmed item are the same card. */
  getKey: (item: T) => string;
  /** Renders one card. Keep it stable (useCallback), or each scroll renders all cards again. */
  renderPoster: (item: T, place: PosterPlace) => ReactNode;
  /** The accessible name of the list. */
  label: string;
  columns?: GridColumns;
  /** Pixels below each poster for a caption. */
  captionHeight?: number;
  /** Height of a card divided by its width; posters are 3:2. */
  ratio?: number;
  /** When the focused card is removed, the next card gets the focus. */
  isFocusKept?: boolean;
}

/** How long the number of cards must be unchanged before all cards get the new count. */
const CALM_MS = 400;

/** The virtual grid of posters: it only renders the cards in the window. */
export function PosterGrid<T>(props: PosterGridProps<T>) {
  const { sections, getKey, renderPoster, label, captionHeight = 0, ratio = 1.5, isFocusKept = false } = props;
  const columns = useColumns(props.columns ?? posterColumns);
  const container = useRef<HTMLDivElement>(null);
  const { width, gap, top } = useBox(container);
  const known = useRef<readonly GridRow<T>[]>([]);
  const rows = useMemo(() => keepRows(known.current, layOut(sections, columns)), [sections, columns]);
  known.current = rows;
  const cellWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  const rowHeight = cellWidth * ratio + captionHeight + gap;

  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const total = rows.at(-1)?.end ?? 0;
  // Every card has the total (aria-setsize). While cards are being added, the others are not rendered again each time.
  const [toldTotal] = useDebouncedValue(total, CALM_MS);
  const activeIndex = Math.min(active, Math.max(0, total - 1));
  const direction = useRef<'backward' | 'forward'>('forward');

  // Sizes are computed, not measured. They are computed again when this function changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; also when rowHeight changes
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows, rowHeight]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rows[index]?.headingHeight ?? rowHeight,
    // Also renders one row ahead, and the row with the focus, which scrolling would otherwise lose.
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const isBack = direction.current === 'backward';
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

  direction.current = virtualizer.scrollDirection ?? direction.current;

  // The card to focus may only be rendered after scrolling to it, so look for it after every render.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const cell = container.current?.querySelector(`[data-cell="${activeIndex}"]`);
    const target = cell?.querySelector<HTMLElement>('a, button');
    if (!target) return;
    wantsFocus.current = false;
    target.focus({ preventScroll: true });
  });

  const kept = useKeptFocus(() =>
    isFocusKept ? container.current?.querySelector<HTMLElement>(`[data-cell="${activeIndex}"] a`) : null,
  );

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isArrow(event.key) || event.altKey || event.metaKey || event.ctrlKey) return;
    const next = nextCell(rows, activeIndex, event.key);
    event.preventDefault();
    if (next === activeIndex) return;
    wantsFocus.current = true;
    setActive(next);
    virtualizer.scrollToIndex(rowOf(rows, next), { align: 'auto' });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list cannot be children of a ul
    <div
      ref={container}
      role="list"
      aria-label={label}
      className={classes.grid}
      style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}
      onKeyDown={handleKeyDown}
      onBlur={kept.onBlur}
      onFocus={(event) => {
        kept.onFocus();
        const index = cellAt(event.target);
        if (index !== null && !wantsFocus.current) setActive(index);
      }}
    >
      {width > 0 &&
        virtualizer.getVirtualItems().map((virtual) => {
          const row = rows[virtual.index];
          if (!row) return null;
          const isActiveRow = activeIndex >= row.start && activeIndex < row.end;
          return (
            <Row
              key={virtual.key}
              row={row as GridRow<unknown>}
              offset={virtual.start - top}
              columns={columns}
              total={toldTotal}
              activeIndex={isActiveRow ? activeIndex : -1}
              width={cellWidth}
              getKey={getKey as (item: unknown) => string}
              renderPoster={renderPoster as (item: unknown, place: PosterPlace) => ReactNode}
            />
          );
        })}
    </div>
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The index of the row that a card is in. */
function rowOf(rows: readonly GridRow<unknown>[], index: number): number {
  return rows.findIndex((row) => index >= row.start && index < row.end);
}

interface RowProps {
  row: GridRow<unknown>;
  offset: number;
  columns: number;
  total: number;
  activeIndex: number;
  width: number;
  getKey: (item: unknown) => string;
  renderPoster: (item: unknown, place: PosterPlace) => ReactNode;
}

const Row = memo(function Row({ row, offset, columns, total, activeIndex, width, getKey, renderPoster }: RowProps) {
  const style = { transform: `translateY(${offset}px)`, '--columns': columns };
  if (row.headingHeight !== undefined) {
    return (
      // A list may only contain items, so the heading is an item.
      // biome-ignore lint/a11y/useSemanticElements: see the list
      <div role="listitem" className={classes.heading} style={{ ...style, height: row.headingHeight }}>
        {row.heading}
      </div>
    );
  }
  return (
    <div className={classes.row} style={style}>
      {row.items.map((item, position) => {
        const index = row.start + position;
        const cell = {
          role: 'listitem',
          'data-cell': index,
          'aria-setsize': Math.max(total, row.end),
          'aria-posinset': index + 1,
        } as const;
        const tabIndex = index === activeIndex ? 0 : -1;
        return <Fragment key={getKey(item)}>{renderPoster(item, { tabIndex, width, cell })}</Fragment>;
      })}
    </div>
  );
});

/** The grid's width, gap and distance from the top of the page, kept up to date when the page changes. */
function useBox(container: { current: HTMLDivElement | null }) {
  const [box, setBox] = useState({ width: 0, gap: 0, top: 0 });

  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const rect = element.getBoundingClientRect();
      const gap = Number.parseFloat(getComputedStyle(element).getPropertyValue('--grid-gap')) || 0;
      const next = { width: rect.width, gap, top: Math.round(rect.top + window.scrollY) };
      setBox((known) =>
        known.width === next.width && known.gap === next.gap && known.top === next.top ? known : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);

  return box;
}

import { useDebouncedValue } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useRef,
  useState,
} from 'react';
import { useDeferredMount } from '../../../lib/page/useDeferredMount.ts';
import { useKeptFocus } from '../../focus/useKeptFocus.ts';
import { useStripHeight } from '../useStripHeight.ts';
import {
  columnsAt,
  type GridColumns,
  type GridRow,
  type GridSection,
  isArrow,
  keepRows,
  layOut,
  nextCell,
  rowOf,
} from './gridLayout.ts';
import classes from './PosterGrid.module.css';
import { useActiveCell } from './useActiveCell.ts';
import { useBox } from './useBox.ts';

export interface PosterPlace {
  /** For the PosterCard: one card of the grid is in the tab order; the arrow keys move it. */
  tabIndex: 0 | -1;
  /** For the PosterCard: its actions are in a strip below it. */
  hasStrip?: boolean;
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

interface PosterGridProps<T> {
  /** The sections of the grid, each with its heading: 'To Watch (12)', 'Rewatch (3)'. */
  sections: readonly GridSection<T>[];
  /** Stable and unique over all sections. With `titleKey(item)`, a pending add and its confirmed item are the same card. */
  getKey: (item: T) => string;
  /** Renders one card. Keep it stable (useCallback), or each scroll renders all cards again. */
  renderPoster: (item: T, place: PosterPlace) => ReactNode;
  /** The accessible name of the list. */
  label: string;
  columns?: GridColumns;
  /** The posters have a plus or a remove button. */
  hasActions?: boolean;
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
  const stripHeight = useStripHeight(props.hasActions);
  const container = useRef<HTMLDivElement>(null);
  const { width, gap, top } = useBox(container);
  const isMeasured = useDeferredMount(width > 0);
  const columns = columnsAt(width, props.columns);
  const rows = useGridRows(sections, columns);
  const cellWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  const rowHeight = cellWidth * ratio + stripHeight + captionHeight + gap;
  const total = rows.at(-1)?.end ?? 0;
  // Every card has the total (aria-setsize). While cards are being added, the others are not rendered again each time.
  const [calmTotal] = useDebouncedValue(total, CALM_MS);
  const { activeIndex, focusCell, onFocus, onBlur } = useGridFocus(container, total, isFocusKept);
  const virtualizer = useVirtualRows({ container, rows, rowHeight, top, activeIndex });

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isArrow(event.key) || event.altKey || event.metaKey || event.ctrlKey) return;
    const next = nextCell(rows, activeIndex, event.key);
    event.preventDefault();
    if (next === activeIndex) return;
    focusCell(next);
    virtualizer.scrollToIndex(rowOf(rows, next), { align: 'auto' });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list cannot be children of a ul
    <div
      ref={container}
      role="list"
      aria-label={label}
      aria-busy={!isMeasured || undefined}
      className={classes.grid}
      style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}
      onKeyDown={handleKeyDown}
      onBlur={onBlur}
      onFocus={onFocus}
    >
      {isMeasured &&
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
              total={calmTotal}
              activeIndex={isActiveRow ? activeIndex : -1}
              width={cellWidth}
              hasStrip={stripHeight > 0}
              getKey={getKey as (item: unknown) => string}
              renderPoster={renderPoster as (item: unknown, place: PosterPlace) => ReactNode}
            />
          );
        })}
    </div>
  );
}

/** The focus in the grid: follows the active card, and with `isFocusKept` moves on when that card is removed. */
function useGridFocus(container: RefObject<HTMLElement | null>, total: number, isFocusKept: boolean) {
  const { activeIndex, focusCell, followFocus } = useActiveCell(container, total);
  const kept = useKeptFocus(() =>
    isFocusKept ? container.current?.querySelector<HTMLElement>(`[data-cell="${activeIndex}"] a`) : null,
  );
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    kept.onFocus(event);
    followFocus(event.target);
  };
  return { activeIndex, focusCell, onFocus, onBlur: kept.onBlur };
}

interface RowProps {
  row: GridRow<unknown>;
  offset: number;
  columns: number;
  total: number;
  activeIndex: number;
  width: number;
  hasStrip: boolean;
  getKey: (item: unknown) => string;
  renderPoster: (item: unknown, place: PosterPlace) => ReactNode;
}

const Row = memo(function Row(props: RowProps) {
  const { row, offset, columns, total, activeIndex, width, hasStrip, getKey, renderPoster } = props;
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
        return <Fragment key={getKey(item)}>{renderPoster(item, { tabIndex, width, hasStrip, cell })}</Fragment>;
      })}
    </div>
  );
});

/** The sections as rows. Unchanged rows stay the same objects, so that they do not render again. */
function useGridRows<T>(sections: readonly GridSection<T>[], columns: number): readonly GridRow<T>[] {
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
function useVirtualRows({ container, rows, rowHeight, top, activeIndex }: VirtualRowsOptions) {
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

import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useDeferredMount } from '../../lib/page/useDeferredMount.ts';
import { PHONE, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { nextInRow } from './grid/gridLayout.ts';
import type { PosterPlace } from './grid/PosterGrid.tsx';
import { useActiveCell } from './grid/useActiveCell.ts';
import classes from './PosterRow.module.css';
import { useStripHeight } from './useStripHeight.ts';

export interface PosterRowProps<T> {
  items: readonly T[];
  getKey: (item: T) => string;
  renderPoster: (item: T, place: PosterPlace) => ReactNode;
  /** The accessible name of the list. */
  label: string;
  /** Heading and controls on the line above; the arrows are at its end. */
  heading?: ReactNode;
  /** Pixels that one click on an arrow scrolls: 800 in My List, 400 in profiles. */
  step: number;
  /** Without it, the arrows only show from five cards on. */
  hasArrowsAlways?: boolean;
  /** Height of a card over its width. */
  ratio?: number;
  captionHeight?: number;
  /** The posters have a plus. */
  hasActions?: boolean;
  /** Card widths on phones and on wider windows. */
  widths?: readonly [phone: number, beyond: number];
  /** Below the heading while there are no items. */
  empty?: ReactNode;
}

const GAP = 12;
/** The right arrow only appears from this number of cards on. */
const ARROW_ABOVE = 4;

/** A row with up to this many cards is rendered completely. */
const WHOLE = 12;

/** A row of posters that scrolls sideways. Only the visible cards are rendered. */
export function PosterRow<T>(props: PosterRowProps<T>) {
  const { items, label, heading, step, hasArrowsAlways, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isEmpty = items.length === 0;
  return (
    <div className={classes.block}>
      <div className={classes.line}>
        <div className={classes.heading}>{heading}</div>
        {!isEmpty && (hasArrowsAlways || items.length > ARROW_ABOVE) && (
          <Arrows label={label} scroller={scroller} step={step} />
        )}
      </div>
      {isEmpty ? empty : <Cards {...props} scroller={scroller} />}
    </div>
  );
}

type CardsProps<T> = PosterRowProps<T> & { scroller: RefObject<HTMLDivElement | null> };

function Cards<T>({ scroller, ...props }: CardsProps<T>) {
  const { items, renderPoster, label, ratio = 1.5, captionHeight = 0 } = props;
  const stripHeight = useStripHeight(props.hasActions);
  const [phoneWidth, beyondWidth] = props.widths ?? [112, 148];
  const width = useMediaQuery(PHONE) ? phoneWidth : beyondWidth;
  const { activeIndex, focusCell, followFocus } = useActiveCell(scroller, items.length);

  const hasCards = useDeferredMount(true);
  const virtualizer = useVirtualCards(scroller, props, width);

  const handleKeyDown = (event: KeyboardEvent) => {
    const next = nextInRow(items.length, activeIndex, event.key);
    if (next === null || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (next === activeIndex) return;
    focusCell(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
  };

  return (
    <div ref={scroller} className={classes.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: virtual cards have absolute positions */}
      <div
        role="list"
        aria-label={label}
        aria-busy={!hasCards || undefined}
        className={classes.track}
        style={{
          width: Math.max(0, virtualizer.getTotalSize() - GAP),
          height: width * ratio + stripHeight + captionHeight,
        }}
        onKeyDown={handleKeyDown}
        onFocus={(event) => followFocus(event.target)}
      >
        {hasCards &&
          virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            return (
              item !== undefined && (
                <Cell key={key} index={index} count={items.length} start={start} width={width}>
                  {renderPoster(item, { tabIndex: index === activeIndex ? 0 : -1, width, hasStrip: stripHeight > 0 })}
                </Cell>
              )
            );
          })}
      </div>
    </div>
  );
}

interface CellProps {
  index: number;
  count: number;
  start: number;
  width: number;
  children: ReactNode;
}

function Cell({ index, count, start, width, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the list
    <div
      role="listitem"
      data-cell={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes.cell}
      style={{ width, transform: `translateX(${start}px)` }}
    >
      {children}
    </div>
  );
}

/** Chooses the cards to render: those in the visible part of the row and a few beside it. */
function useVirtualCards<T>(
  scroller: RefObject<HTMLElement | null>,
  { items, getKey }: Pick<PosterRowProps<T>, 'items' | 'getKey'>,
  width: number,
) {
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => width + GAP,
    overscan: items.length <= WHOLE ? WHOLE : 3,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : getKey(item);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer never changes; only the width matters
  useLayoutEffect(() => virtualizer.measure(), [width]);
  return virtualizer;
}

interface ArrowsProps {
  label: string;
  scroller: RefObject<HTMLElement | null>;
  step: number;
}

function Arrows({ label, scroller, step }: ArrowsProps) {
  const edges = useScrollEdges(scroller);
  const scrollBy = (pixels: number) => scroller.current?.scrollBy({ left: pixels, behavior: 'smooth' });
  return (
    <div className={classes.arrows}>
      <button
        type="button"
        className={classes.arrow}
        aria-label={`Scroll ${label} left`}
        disabled={edges.atStart}
        onClick={() => scrollBy(-step)}
      >
        <IconChevronLeft size={20} stroke={1.75} />
      </button>
      <button
        type="button"
        className={classes.arrow}
        aria-label={`Scroll ${label} right`}
        disabled={edges.atEnd}
        onClick={() => scrollBy(step)}
      >
        <IconChevronRight size={20} stroke={1.75} />
      </button>
    </div>
  );
}

/** Whether a sideways scroller is at its start and at its end. */
function useScrollEdges(scroller: RefObject<HTMLElement | null>) {
  const [edges, setEdges] = useState({ atStart: true, atEnd: false });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const atStart = element.scrollLeft <= 1;
      const atEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
      setEdges((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }));
    };
    element.addEventListener('scroll', update, { passive: true });
    // If everything fits, there is nothing to scroll to.
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [scroller]);

  return edges;
}

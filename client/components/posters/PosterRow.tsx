import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useColumns } from './gridColumns.ts';
import { cellAt } from './gridLayout.ts';
import type { PosterPlace } from './PosterGrid.tsx';
import classes from './PosterRow.module.css';

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
  /** Card widths on phones and on wider windows. */
  widths?: readonly [phone: number, beyond: number];
}

const GAP = 12;
/** The right arrow only appears from this number of cards on. */
const ARROW_ABOVE = 4;

/** A row with up to this many cards is rendered completely. */
const WHOLE = 12;

/** A row of posters that scrolls sideways. Only the visible cards are rendered. */
export function PosterRow<T>(props: PosterRowProps<T>) {
  const { items, getKey, renderPoster, label, heading, step, hasArrowsAlways, ratio = 1.5, captionHeight = 0 } = props;
  const [phoneWidth, beyondWidth] = props.widths ?? [112, 148];
  const width = useColumns([0, 1, 1, 1]) === 0 ? phoneWidth : beyondWidth;
  const scroller = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ atStart: true, atEnd: false });
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const activeIndex = Math.min(active, Math.max(0, items.length - 1));

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

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const target = scroller.current?.querySelector<HTMLElement>(`[data-cell="${activeIndex}"] :is(a, button)`);
    if (!target) return;
    wantsFocus.current = false;
    target.focus({ preventScroll: true });
  });

  const handleScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const atStart = element.scrollLeft <= 1;
    const atEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
    setEdges((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }));
  };

  // If everything fits, there is nothing to scroll to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: handleScroll only reads the element
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(handleScroll);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  const scrollBy = (pixels: number) => scroller.current?.scrollBy({ left: pixels, behavior: 'smooth' });

  const handleKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -items.length, End: items.length };
    const move = moves[event.key];
    if (move === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const next = Math.min(items.length - 1, Math.max(0, activeIndex + move));
    if (next === activeIndex) return;
    wantsFocus.current = true;
    setActive(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
  };

  return (
    <div className={classes.block}>
      <div className={classes.line}>
        <div className={classes.heading}>{heading}</div>
        {(hasArrowsAlways || items.length > ARROW_ABOVE) && (
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
        )}
      </div>
      <div ref={scroller} className={classes.scroller} onScroll={handleScroll}>
        {/* biome-ignore lint/a11y/useSemanticElements: virtual cards have absolute positions */}
        <div
          role="list"
          aria-label={label}
          className={classes.track}
          style={{ width: Math.max(0, virtualizer.getTotalSize() - GAP), height: width * ratio + captionHeight }}
          onKeyDown={handleKeyDown}
          onFocus={(event) => {
            const index = cellAt(event.target);
            if (index !== null && !wantsFocus.current) setActive(index);
          }}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            return (
              item !== undefined && (
                // biome-ignore lint/a11y/useSemanticElements: see the list
                <div
                  key={key}
                  role="listitem"
                  data-cell={index}
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                  className={classes.cell}
                  style={{ width, transform: `translateX(${start}px)` }}
                >
                  {renderPoster(item, { tabIndex: index === activeIndex ? 0 : -1, width })}
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

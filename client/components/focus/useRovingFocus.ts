import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** One tab stop for a small list whose items are all rendered. The arrow keys move the focus by the items' positions. */
export function useRovingFocus<Container extends HTMLElement>(count: number) {
  const container = useRef<Container>(null);
  const [active, setActive] = useState(0);
  const activeIndex = Math.min(active, Math.max(0, count - 1));

  const itemsOf = () => Array.from(container.current?.children ?? []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!arrows.includes(event.key) || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const items = itemsOf();
    const next = nextIndex(items, activeIndex, event.key);
    items[next]?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const onFocus = (event: FocusEvent) => {
    const index = itemsOf().findIndex((item) => item.contains(event.target));
    if (index >= 0) setActive(index);
  };

  return {
    containerProps: { ref: container, onKeyDown, onFocus },
    tabIndexOf: (index: number): 0 | -1 => (index === activeIndex ? 0 : -1),
  };
}

function nextIndex(items: readonly Element[], from: number, key: string): number {
  const last = items.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'ArrowRight':
      return Math.min(last, from + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
  }
  // The number of columns is the number of items at the same height as the first.
  const tops = items.map((item) => item.getBoundingClientRect().top);
  const columns = tops.filter((top) => top === tops[0]).length;
  // A single line has no items above or below.
  if (columns > last) return from;
  return key === 'ArrowUp' ? (from - columns < 0 ? from : from - columns) : Math.min(last, from + columns);
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Tooltip.module.css';

interface TooltipProps {
  label: string;
  /** One control, whose accessible name says the same or more. */
  children: ReactNode;
}

const OPEN_MS = 700;
/** Within this time after one closed, the next opens without a pause. */
const SKIP_MS = 300;
let lastClosed = Number.NEGATIVE_INFINITY;

/** A label that appears after the pointer or the focus has rested on a control. */
export function Tooltip({ label, children }: TooltipProps) {
  const { anchor, place, openSoon, close } = useDelayedOpening();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      ref={anchor}
      className={classes.anchor}
      onPointerEnter={(event) => event.pointerType !== 'touch' && openSoon()}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && openSoon()}
      onBlur={close}
    >
      {children}
      {place &&
        createPortal(
          <span
            className={classes.bubble}
            role="tooltip"
            data-below={place.isBelow || undefined}
            style={{ left: place.x, top: place.y }}
          >
            {label}
          </span>,
          document.body,
        )}
    </span>
  );
}

interface Place {
  x: number;
  y: number;
  isBelow: boolean;
}

/** Where to show the tooltip, or null while it is closed. It opens after a pause, and closes on Escape and scrolling. */
function useDelayedOpening() {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [place, setPlace] = useState<Place | null>(null);

  const open = () => {
    const box = anchor.current?.firstElementChild?.getBoundingClientRect();
    if (!box) return;
    const isBelow = box.top < 56;
    setPlace({ x: box.left + box.width / 2, y: isBelow ? box.bottom + 8 : box.top - 8, isBelow });
  };
  const openSoon = () => {
    clearTimeout(timer.current);
    const wait = performance.now() - lastClosed < SKIP_MS ? 0 : OPEN_MS;
    timer.current = setTimeout(open, wait);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (place) lastClosed = performance.now();
    setPlace(null);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!place) return;
    const handleKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(null);
    const handleScroll = () => setPlace(null);
    document.addEventListener('keydown', handleKeyDown);
    window.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', handleKeyDown);
      window.removeEventListener('scroll', handleScroll, { capture: true });
    };
  }, [place]);

  return { anchor, place, openSoon, close };
}

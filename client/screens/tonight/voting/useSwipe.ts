import { type CSSProperties, type PointerEvent, useState } from 'react';

/** How far a card must be moved, in CSS pixels. */
const ENOUGH = 90;

interface Swipe {
  onLeft: () => void;
  onRight: () => void;
}

/** Props of a card that can be swiped to the left and right. It follows the finger; up and down scroll the page. */
export function useSwipe({ onLeft, onRight }: Swipe) {
  const [from, setFrom] = useState<number>();
  const [moved, setMoved] = useState(0);

  const end = (isDone: boolean) => {
    setFrom(undefined);
    setMoved(0);
    if (isDone && moved > ENOUGH) onRight();
    if (isDone && moved < -ENOUGH) onLeft();
  };
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    touchAction: 'pan-y',
    ...(from !== undefined && { transform: `translateX(${moved}px) rotate(${moved / 30}deg)`, transition: 'none' }),
  };
  return {
    style,
    'data-swiped': moved > ENOUGH ? 'right' : moved < -ENOUGH ? 'left' : undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setFrom(event.clientX);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from !== undefined) setMoved(event.clientX - from);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  };
}

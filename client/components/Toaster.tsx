import { IconX } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './Toaster.module.css';
import { dismissToast, useToasts } from './toast.ts';

const SHOWN_MS = 5000;
const SWIPE_PX = 50;

/** The region in which the one toast shows; F8 brings the focus to it. */
export function Toaster() {
  const current = useToasts((state) => state.current);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus();
    };
    document.addEventListener('keydown', focusRegion);
    return () => document.removeEventListener('keydown', focusRegion);
  }, []);

  return (
    <section ref={region} className={classes.region} aria-label="Notification" aria-live="polite" tabIndex={-1}>
      {current && <Toast key={current.id} message={current} />}
    </section>
  );
}

type Message = NonNullable<ReturnType<typeof useToasts.getState>['current']>;

function Toast({ message }: { message: Message }) {
  const { id, title, description, variant = 'default', action } = message;
  const [isHeld, setHeld] = useState(false);
  const [offset, setOffset] = useState(0);
  const start = useRef<number | null>(null);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest('button')) return;
    start.current = event.clientX;
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (start.current !== null) setOffset(Math.max(0, event.clientX - start.current));
  };
  const handlePointerUp = (event: PointerEvent) => {
    const isSwipe = start.current !== null && event.clientX - start.current >= SWIPE_PX;
    start.current = null;
    setOffset(0);
    if (isSwipe) dismissToast(id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is an extra way to press the close button inside
    <div
      className={classes.toast}
      data-variant={variant}
      data-dragging={offset > 0 || undefined}
      style={offset > 0 ? { transform: `translateX(${offset}px)` } : undefined}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            dismissToast(id);
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <IconX size={16} stroke={1.75} />
      </button>
    </div>
  );
}

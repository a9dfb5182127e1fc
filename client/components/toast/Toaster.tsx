import { useElementSize, useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import classes from './Toaster.module.css';
import { ToastList } from './ToastList.tsx';

/** As in the styles. */
const PADDING = 16;

/** The region in which the one toast shows; F8 brings the focus to it. */
export function Toaster() {
  const region = useRef<HTMLElement>(null);
  const { ref: content, height } = useElementSize();
  useWindowEvent('keydown', (event) => {
    if (event.key === 'F8') region.current?.focus();
  });

  // Dialogs leave this space free.
  useEffect(() => {
    document.documentElement.style.setProperty('--toast-space', height > 0 ? `${height + 2 * PADDING}px` : '0px');
  }, [height]);

  return (
    <section ref={region} className={classes.region} aria-label="Notification" aria-live="polite" tabIndex={-1}>
      <div ref={content}>
        <ToastList />
      </div>
    </section>
  );
}

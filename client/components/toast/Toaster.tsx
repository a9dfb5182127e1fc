import { useElementSize, useWindowEvent } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import classes from './Toaster.module.css';

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

/** Mantine's notifications inside the region of the Toaster: it times them, shows one at a time and moves nothing. */
function ToastList() {
  return (
    <Notifications
      withinPortal={false}
      limit={1}
      transitionDuration={0}
      notificationMaxHeight="none"
      // The card has a swipe of its own: Mantine's goes both ways and needs a third of the width.
      allowDragDismiss={false}
      allowScrollDismiss={false}
    />
  );
}

import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import classes from './Toaster.module.css';
import { ToastList } from './ToastList.tsx';

/** The region in which the one toast shows; F8 brings the focus to it. */
export function Toaster() {
  const region = useRef<HTMLElement>(null);
  useWindowEvent('keydown', (event) => {
    if (event.key === 'F8') region.current?.focus();
  });

  return (
    <section ref={region} className={classes.region} aria-label="Notification" aria-live="polite" tabIndex={-1}>
      <ToastList />
    </section>
  );
}

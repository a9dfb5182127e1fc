import type { ReactNode } from 'react';
import { BlankTicket, EmptySeats, TornReel } from '../posters/drawings.tsx';
import classes from './EmptyState.module.css';

const drawings = { seats: EmptySeats, ticket: BlankTicket, reel: TornReel };

interface EmptyStateProps {
  /** seats: nobody or nothing here yet; ticket: nothing found or nothing in a list; reel: something went wrong. */
  drawing: keyof typeof drawings;
  title: string;
  children?: ReactNode;
  /** A button or link, and at most a second one that is quieter. */
  action?: ReactNode;
  /** h1 where it is the whole screen. */
  heading?: 'h1' | 'h2' | 'h3';
}

/** What stands where content would: a drawing, a sentence, an action. */
export function EmptyState({ drawing, title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  const Drawing = drawings[drawing];
  return (
    <div className={classes.empty}>
      <Drawing />
      <Heading className={classes.title}>{title}</Heading>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

import type { PollViewer } from './pollProps.ts';
import classes from './TooFew.module.css';

/** Shown when titles were removed from the list until fewer than two were left. */
export function TooFew({ canManage }: Pick<PollViewer, 'canManage'>) {
  return (
    <p className={classes.notice} role="status">
      {canManage
        ? 'Too few titles are left to choose from. Cancel this vote and open another.'
        : 'Too few titles are left to choose from, so this vote has no result.'}
    </p>
  );
}

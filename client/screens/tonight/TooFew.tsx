import classes from './TooFew.module.css';

/** Shown when titles were removed from the list until fewer than two were left. */
export function TooFew() {
  return (
    <p className={classes.notice} role="status">
      Too few titles are left to choose from. Cancel this vote and open another.
    </p>
  );
}

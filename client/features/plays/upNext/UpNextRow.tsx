import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useUpNext } from '../progress.queries.ts';
import classes from './UpNextRow.module.css';

/** The code of the cards is only loaded for people who follow a show. */
const UpNextCards = lazy(() =>
  import('./UpNextCards.tsx').then(
    (file): { default: ComponentType } => ({ default: file.UpNextCards }),
    // The screen is complete without it.
    () => ({ default: () => null }),
  ),
);

/** Whether the viewer followed a show when this device last knew, for the next page. */
const HINT = 'follows-shows';
/** The same for this page, on its root. Where the device knew nothing, it is from the server. */
const MARK = 'data-follows';

/** What the viewer can watch next, as a row. Without a show that they follow, there is none. */
export function UpNextRow() {
  const { upNext } = useUpNext();
  const follows = upNext ? upNext.shows.length > 0 || upNext.isIncomplete : document.documentElement.hasAttribute(MARK);
  const known = upNext && follows;

  useEffect(() => {
    if (known !== undefined) writeHint(known);
  }, [known]);

  if (!follows) return null;
  return (
    <section className={classes.row} aria-label="Up next">
      <Suspense>
        <UpNextCards />
      </Suspense>
    </section>
  );
}

function writeHint(follows: boolean): void {
  document.documentElement.toggleAttribute(MARK, follows);
  try {
    localStorage.setItem(HINT, follows ? 'yes' : 'no');
  } catch {
    // Then the row has no room while it loads.
  }
}

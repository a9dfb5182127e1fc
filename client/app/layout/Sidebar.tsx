import { lazy, Suspense } from 'react';
import { useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { RouteError } from './RouteError.tsx';
import classes from './Sidebar.module.css';

const FolderSidebar = lazy(() =>
  import('../../screens/folders/FolderSidebar.tsx').then((file) => ({ default: file.FolderSidebar })),
);

/** The column with the user's lists in wide windows. Phones and tablets never load it. */
export function Sidebar() {
  const isWide = useMediaQuery('(min-width: 1200px)');
  if (!isWide) return null;
  return (
    <aside className={`${classes.sidebar} stays-in-view not-on-paper`} aria-label="Your lists">
      <RouteError isQuiet>
        <Suspense>
          <FolderSidebar />
        </Suspense>
      </RouteError>
    </aside>
  );
}

import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { keptAt } from '../../features/offline/keeping.ts';
import { clockText } from '../../lib/dates.ts';
import { useLive } from '../live/live.store.ts';
import { routeAt } from '../router.tsx';
import classes from './Layout.module.css';

/** On the screens of lists: that there is no connection, and how old is what they show. */
export function OfflineLine() {
  const isOffline = useLive((state) => state.isReconnecting && !state.isOutdated);
  const { pathname } = useLocation();
  const at = useMemo(() => (isOffline ? keptAt() : null), [isOffline]);
  if (!at || routeAt(pathname)?.place !== '/my-list') return null;
  return (
    <p role="status" className={`${classes.offline} not-on-paper`}>
      Offline: showing what was here at {clockText(at, new Date())}
    </p>
  );
}

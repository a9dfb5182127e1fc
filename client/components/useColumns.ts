import { useSyncExternalStore } from 'react';
import { type GridColumns, posterColumns, sizeClass } from './gridColumns.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** How many columns the window has room for; renders again only when that number changes. */
export function useColumns(columns: GridColumns = posterColumns): number {
  return useSyncExternalStore(subscribe, () => columns[sizeClass(window.innerWidth)]);
}

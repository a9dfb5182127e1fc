import { useSyncExternalStore } from 'react';

/** The columns of every poster grid: below 768 px, from 768, from 1024, from 1280. */
export const posterColumns: GridColumns = [3, 5, 7, 10];

export type GridColumns = readonly [small: number, medium: number, large: number, extraLarge: number];

const breakpoints = [768, 1024, 1280];

/** Which of the four widths the window has, 0 to 3. */
export function sizeClass(windowWidth: number): 0 | 1 | 2 | 3 {
  return breakpoints.filter((breakpoint) => windowWidth >= breakpoint).length as 0 | 1 | 2 | 3;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** The number of columns for the window width. Renders again only when it changes. */
export function useColumns(columns: GridColumns = posterColumns): number {
  return useSyncExternalStore(subscribe, () => columns[sizeClass(window.innerWidth)]);
}

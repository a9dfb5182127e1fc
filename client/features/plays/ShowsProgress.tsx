import type { ReactNode } from 'react';
import { ShowProgressContext } from '../folders/items/showProgress.ts';
import { useAllProgress } from './progress.queries.ts';

interface ShowsProgressProps {
  /** False where no show is on the screen. */
  isNeeded?: boolean;
  children: ReactNode;
}

/** Gives the lists inside it the viewer's progress in shows. If it cannot be loaded, they show none. */
export function ShowsProgress({ isNeeded = true, children }: ShowsProgressProps) {
  return <ShowProgressContext value={useAllProgress(isNeeded)}>{children}</ShowProgressContext>;
}

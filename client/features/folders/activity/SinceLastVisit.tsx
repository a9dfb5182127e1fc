import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { useLastVisit } from './useLastVisit.ts';
import type { VisitNewsProps } from './VisitNews.tsx';

const VisitNews = lazy(() =>
  import('./VisitNews.tsx').then(
    (file) => ({ default: file.VisitNews }),
    // The list is complete without it.
    () => ({ default: ({ otherwise }: VisitNewsProps) => otherwise }),
  ),
);

interface SinceLastVisitProps {
  family: Family;
  replica: Replica;
  /** Shown if others changed nothing, or once it is dismissed. */
  otherwise: ReactNode;
}

/** What others changed since the viewer last had the list open. Loads nothing if the list is unchanged. */
export function SinceLastVisit({ family, replica, otherwise }: SinceLastVisitProps) {
  const { folder, viewerId, rev } = replica;
  const lastVisit = useLastVisit(viewerId, folder.id, rev);
  const [openedAt] = useState(rev);
  // Reviewed follows the reviews of its owner.
  if (!lastVisit || lastVisit.rev >= openedAt || folder.isReviewed) return otherwise;
  return (
    <Suspense>
      <VisitNews {...{ family, replica, lastVisit, openedAt, otherwise }} />
    </Suspense>
  );
}

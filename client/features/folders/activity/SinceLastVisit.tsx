import { lazy, Suspense, useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { useLastVisit } from './useLastVisit.ts';
import type { VisitNewsProps } from './VisitNews.tsx';

const VisitNews = lazy(() =>
  import('./VisitNews.tsx').then(
    (file) => ({ default: file.VisitNews }),
    // The list is complete without it.
    () => ({ default: (_props: VisitNewsProps) => null }),
  ),
);

/** What others changed since the viewer last had the list open. Loads nothing if the list is unchanged. */
export function SinceLastVisit({ family, replica }: { family: Family; replica: Replica }) {
  const { folder, viewerId, rev } = replica;
  const lastVisit = useLastVisit(viewerId, folder.id, rev);
  const [openedAt] = useState(rev);
  // Reviewed follows the reviews of its owner.
  if (!lastVisit || lastVisit.rev >= openedAt || folder.isReviewed) return null;
  return (
    <Suspense>
      <VisitNews family={family} replica={replica} lastVisit={lastVisit} openedAt={openedAt} />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { SeenQuestionProps } from './SeenQuestion.tsx';
import { liveSeen } from './seen.store.ts';
import { showsMarks } from './useSeenMarks.ts';

const SeenQuestion = lazy(() =>
  import('./SeenQuestion.tsx').then(
    (file) => ({ default: file.SeenQuestion }),
    // The next visit asks.
    () => ({ default: (_props: SeenQuestionProps) => null }),
  ),
);

/** The question about showing what one has seen, in shared lists where the viewer has not answered it. */
export function AskAboutSeen({ replica, family }: { replica: Replica; family: Family }) {
  const { folder, viewerId } = replica;
  const marks = liveSeen.useKnown(folder.id);
  const isUnanswered = marks !== undefined && marks.consents[viewerId] === undefined;
  if (!isUnanswered || !showsMarks(replica)) return null;
  return (
    <Suspense>
      <SeenQuestion folderId={folder.id} family={family.key} />
    </Suspense>
  );
}

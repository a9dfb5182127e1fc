import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ReadableComment } from '../../../common/schemas/comment.ts';
import { titleKey } from '../../../common/titleKey.ts';
import '../../components/dialogs/modal.ts';
import { useIsTop } from '../../components/dialogs/openDialogs.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { useItemsOf } from '../../features/folders/state/useFolder.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { useAheadQuestion } from '../../features/plays/askAhead.ts';
import { ReportDialog } from '../../features/reports/ReportDialog.tsx';
import { type KnownTitle, useTitle } from '../../features/titles/title.queries.ts';
import { useTitles } from '../../features/titles/title.store.ts';
import { factsOf } from '../../features/titles/titleFacts.ts';
import { isMissing } from '../../lib/http/http.ts';
import { parseTitleParam, type TitleRef, useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { useDialogTitle } from '../../lib/page/pageTitle.ts';
import { closeWithPoster, isPosterMoving } from '../../lib/page/posterTransition.ts';
import { PHONE, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { displayName } from '../../lib/person.ts';
import { DialogFailed } from './DialogFailed.tsx';
import classes from './MediaDialog.module.css';
import { MediaHero } from './MediaHero.tsx';
import { MediaSections, MediaSkeleton } from './MediaSections.tsx';
import { findItem } from './useRewatch.ts';

/** The dialog of a title; opened by `?title=movie-603`. */
export function MediaDialog() {
  const [params] = useSearchParams();
  const isPhone = useMediaQuery(PHONE);
  const closeDialog = useCloseDialog('title', 'folder');
  const title = parseTitleParam(params.get('title'));
  const close = () => (title ? closeWithPoster(title, closeDialog) : closeDialog());
  const [hasPosterMoved] = useState(isPosterMoving);
  const [reported, setReported] = useState<ReadableComment | null>(null);
  const isTop = useIsTop();
  // Only the top dialog handles keys. `isTop` alone changes too late for the focus to go back to this one.
  const isAsked = useAheadQuestion(({ text }) => text !== null);
  const isCovered = params.has('add') || params.has('review') || reported !== null || isAsked || !isTop;

  return (
    <Modal.Root
      opened
      onClose={close}
      size={1040}
      fullScreen={isPhone}
      classNames={{ content: classes.content }}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      transitionProps={{ transition: isPhone ? 'slide-up' : 'pop', duration: hasPosterMoved ? 0 : 180 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.CloseButton className={`${classes.close} stays-in-view`} aria-label="Close" />
        {title ? (
          <Title key={titleKey(title)} title={title} folderId={params.get('folder')} onReport={setReported} />
        ) : (
          <Missing />
        )}
      </Modal.Content>
      {reported && (
        <ReportDialog
          kind="comment"
          id={reported.id}
          name={displayName(reported.author)}
          onClose={() => setReported(null)}
        />
      )}
    </Modal.Root>
  );
}

interface TitleProps {
  title: TitleRef;
  folderId: string | null;
  onReport: (comment: ReadableComment) => void;
}

function Title({ title, folderId, onReport }: TitleProps) {
  const { known, retry } = useTitle(title);
  const listed = useTitles((state) => state.facts[titleKey(title)]);
  const facts = known.details ? factsOf(title.mediaType, known.details) : listed;
  useDialogTitle(facts?.title);
  // What is recorded of the title without a connection shows them.
  useEffect(() => {
    if (facts && !listed) useTitles.getState().applyFacts([facts]);
  }, [facts, listed]);
  const problem = known.failed.details;
  if (!facts && problem) {
    return (
      <Sought title={title} known={known}>
        {isMissing(problem) ? <Missing /> : <DialogFailed noun="title" error={problem} onRetry={retry} />}
      </Sought>
    );
  }
  return (
    <>
      <MediaHero title={title} facts={facts} known={known} folderId={folderId} />
      <MediaSections title={facts ?? title} known={known} folderId={folderId} onReport={onReport} onRetry={retry} />
    </>
  );
}

interface SoughtProps {
  title: TitleRef;
  known: KnownTitle;
  /** Shown if no list of the viewer contains the title. */
  children: ReactNode;
}

/** A title that is missing in the source may be in one of the viewer's lists, so those are checked before giving up. */
function Sought({ title, known, children }: SoughtProps) {
  const { own, reviewed, sharedWithMe, status } = useFolderLists();
  const lists = [...own, ...(reviewed ? [reviewed] : []), ...sharedWithMe];
  const areRead = useItemsOf(lists, status === 'ready');
  const kept = lists.map((replica) => findItem(replica, titleKey(title))).find((item) => item !== undefined);

  useEffect(() => {
    if (kept) useTitles.getState().applyFacts([kept]);
  }, [kept]);

  if (kept || (!areRead && status !== 'failed')) {
    return (
      <>
        <MediaHero title={title} facts={kept} known={known} folderId={null} />
        <MediaSkeleton />
      </>
    );
  }
  return children;
}

function Missing() {
  return (
    <div className={classes.message}>
      <Modal.Title className="visually-hidden">Title not found</Modal.Title>
      <EmptyState drawing="ticket" title="Title not found">
        We couldn't find that title.
      </EmptyState>
    </div>
  );
}

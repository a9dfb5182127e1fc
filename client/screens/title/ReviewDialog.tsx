import '../../components/dialogs/modal.ts';
import { Button, Modal } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { ReviewForm } from '../../features/reviews/ReviewForm.tsx';
import { useMyReview } from '../../features/reviews/useMyReview.ts';
import { PickedTitle, useFacts } from '../../features/titles/details/PickedTitle.tsx';
import { parseTitleParam, type TitleRef, useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { useDialogTitle } from '../../lib/page/pageTitle.ts';

/** The review dialog; opened by `?review=movie-603`, on top of the media dialog if that is open. */
export function ReviewDialog() {
  const [params] = useSearchParams();
  const close = useCloseDialog('review');
  useDialogTitle('Your Review');
  const title = parseTitleParam(params.get('review'));

  return (
    // A click beside the dialog would drop what is typed.
    <Modal opened onClose={close} title="Your Review" size={480} centered closeOnClickOutside={false}>
      {title ? (
        <Form title={title} onDone={close} />
      ) : (
        <EmptyState drawing="ticket" heading="h3" title="Title not found" />
      )}
    </Modal>
  );
}

function Form({ title, onDone }: { title: TitleRef; onDone: () => void }) {
  const { facts } = useFacts(title);
  const { review, hasFailed, retry } = useMyReview(title);

  if (review === undefined && hasFailed) {
    return (
      <EmptyState
        drawing="reel"
        heading="h3"
        title="Couldn’t load your review"
        action={<Button onClick={retry}>Try again</Button>}
      />
    );
  }
  return (
    <>
      <PickedTitle facts={facts} />
      {review === undefined ? (
        <Skeleton height={336} radius={14} />
      ) : (
        <ReviewForm
          key={review?.id ?? 'new'}
          kind="dialog"
          title={facts ?? title}
          review={review}
          onDone={onDone}
          onCancel={onDone}
        />
      )}
      <p className="small-hint" style={{ marginTop: 16 }}>
        Only you can see this. Your stars improve your recommendations.
      </p>
    </>
  );
}

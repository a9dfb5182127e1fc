import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isUnconfirmed, shownItems } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { ReadableComment } from '../../../common/schemas/comment.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { MorePages } from '../../components/feedback/MorePages.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import { useInView } from '../../lib/useInView.ts';
import { useFolders } from '../folders/state/folder.store.ts';
import { mayIn, useLoadedPart } from '../folders/state/useFolder.ts';
import { CommentCard } from './CommentCard.tsx';
import { CommentComposer, type Show } from './CommentComposer.tsx';
import { liveUnread, markRead, threadQuery, useUnread } from './comment.queries.ts';
import classes from './comments.module.css';

/** How many comments show at first. The rest of the dialog stays near. */
const SHOWN_FIRST = 3;

interface CommentThreadProps {
  /** The list that the title was opened from. */
  folderId: string;
  title: Pick<Item, 'mediaType' | 'tmdbId'>;
  /** Null for a film. */
  show: Show | null;
  heading: ReactNode;
  onReport: (comment: ReadableComment) => void;
}

/** What the people of a list say about one of its titles, live. */
export function CommentThread({ folderId, title, ...props }: CommentThreadProps) {
  const replica = useFolders((state) => state.entries[folderId]?.replica);
  // The dialog may have been opened by its address.
  useLoadedPart('loadItems', folderId);
  const item = replica?.items && shownItems(replica).find((one) => titleKey(one) === titleKey(title));
  if (!replica || !item || replica.folder.isReviewed || isUnconfirmed(replica, item.id)) return null;
  if (!mayIn(replica, 'comment:read')) return null;
  return <Thread key={item.id} replica={replica} item={item} {...props} />;
}

interface ThreadProps extends Pick<CommentThreadProps, 'show' | 'heading' | 'onReport'> {
  replica: Replica;
  item: Item;
}

function Thread({ replica, item, show, heading, onReport }: ThreadProps) {
  const { folder } = replica;
  const place = { folderId: folder.id, itemId: item.id };
  const query = useInfiniteQuery(threadQuery(place));
  const comments = query.data;
  const [showsAll, setShowsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  useMarkingRead(replica, item.id, comments?.[0]?.id, useInView(section));

  // Alone in a list, there is no one to talk to. What was said before remains.
  if (folder.memberCount === 0 && !comments?.length) return null;
  const shown = showsAll ? comments : comments?.slice(0, SHOWN_FIRST);
  return (
    <section ref={section} tabIndex={-1}>
      {heading}
      {mayIn(replica, 'comment:write') && <CommentComposer place={place} show={show} />}
      {!comments && <Loading hasFailed={query.isError} onRetry={() => query.refetch()} />}
      {comments?.length === 0 && (
        <p className={classes.quiet}>No comments yet. The people of this list will see what you write.</p>
      )}
      {shown && shown.length > 0 && (
        <ul className={classes.comments} aria-label="Comments">
          {shown.map((comment) => (
            <CommentCard key={comment.id} {...{ comment, replica, show, onReport }} />
          ))}
        </ul>
      )}
      {comments && shown && shown.length < comments.length ? (
        <Button variant="default" className={classes.more} onClick={() => setShowsAll(true)}>
          Show earlier comments
        </Button>
      ) : (
        <MorePages query={query} label="Show earlier comments" className={classes.more} />
      )}
    </section>
  );
}

/** Takes the dot from the item once its comments are on the screen. */
function useMarkingRead(replica: Replica, itemId: string, newestId: string | undefined, isInView: boolean): void {
  const folderId = replica.folder.id;
  const isUnread = useUnread(replica).has(itemId);
  useEffect(() => {
    if (!isInView || !isUnread || !newestId) return;
    markRead({ folderId, itemId }, newestId).catch(() => liveUnread.refresh(folderId));
  }, [folderId, itemId, newestId, isInView, isUnread]);
}

function Loading({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (hasFailed) {
    return (
      <p className={classes.quiet}>
        Couldn’t load the comments. <TextButton onClick={onRetry}>Try again</TextButton>
      </p>
    );
  }
  return (
    <div className={classes.comments} role="status" aria-label="Loading comments">
      <Skeleton height={56} radius={10} />
      <Skeleton height={56} radius={10} />
    </div>
  );
}

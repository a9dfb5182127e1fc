import { IconBook2, IconCalendar, IconLogout, IconPencil, IconPlayerTrackNext, IconTrash } from '@tabler/icons-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import { shownCount, shownItems, shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { IconAction } from '../../components/controls/IconAction.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import type { ListAction } from '../../features/folders/lists/FolderCard.tsx';
import { folderPath } from '../../features/folders/state/folderPaths.ts';
import { useInvitations } from '../../features/folders/state/invitation.store.ts';
import { useLoadedPart } from '../../features/folders/state/useFolder.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { useBackfill, useMissingReviews } from '../../features/reviews/useBackfill.ts';
import { posterOf } from '../../lib/images.ts';
import { useListDialogs } from '../folder-dialogs/ListDialogs.tsx';
import classes from './FolderSidebar.module.css';

const family = families.category;
const THUMBNAILS = 4;

/** The viewer's lists next to every screen on wide windows, with Reviewed on top. */
export function FolderSidebar() {
  const { own, sharedByMe, sharedWithMe, reviewed, status } = useFolderLists(family.key);
  const { openAction, dialog } = useListDialogs(family);
  const shared = [...sharedByMe, ...sharedWithMe];
  const unshared = own.filter(({ folder }) => !folder.isSharedByMe);

  if (status !== 'ready' && status !== 'failed' && !reviewed) return <Skeleton height={104} radius={14} />;
  return (
    <nav className={classes.sidebar} aria-label="Lists">
      {reviewed && <ReviewedCard replica={reviewed} />}
      <section>
        <h2 className={classes.heading}>
          <Link to={family.overviewPath}>My Categories</Link>
        </h2>
        {status === 'ready' && unshared.length === 0 && <p className={classes.none}>No categories yet</p>}
        <Lines replicas={unshared} onAction={openAction} />
      </section>
      {shared.length > 0 && (
        <section>
          <h2 className={classes.heading}>Shared Categories</h2>
          <Lines replicas={shared} onAction={openAction} />
        </section>
      )}
      <div>
        <NavLink to="/up-next" className={classes.diary}>
          <IconPlayerTrackNext size={18} stroke={1.75} />
          Up next
        </NavLink>
        <NavLink to="/diary" className={classes.diary}>
          <IconBook2 size={18} stroke={1.75} />
          Diary
        </NavLink>
        <NavLink to="/calendar" className={classes.diary}>
          <IconCalendar size={18} stroke={1.75} />
          Calendar
        </NavLink>
      </div>
      <Invited />
      {dialog}
    </nav>
  );
}

/** Pending invitations, visible from every screen; last, so that nothing moves. */
function Invited() {
  const count = useInvitations((state) => state.invitations.length);
  if (count === 0) return null;
  return (
    <Link to="/my-list" className={classes.invited}>
      <span className={classes.dot} />
      {countOf(count, 'pending invitation')}
    </Link>
  );
}

interface LinesProps {
  replicas: readonly Replica[];
  onAction: (action: ListAction, folderId: string) => void;
}

function Lines({ replicas, onAction }: LinesProps) {
  // A list is open under the path of either family.
  const openId = useLocation().pathname.split('/')[2];
  return (
    <ul className={classes.list}>
      {replicas.map((replica) => {
        const { folder, viewerId } = replica;
        const name = shownName(replica);
        return (
          <li key={folder.id} className={classes.line}>
            <Link
              to={folderPath(family, folder.id)}
              className={classes.link}
              aria-current={folder.id === openId ? 'page' : undefined}
            >
              <bdi className={classes.name}>{name}</bdi>
              <span className={classes.count}>{shownCount(replica)}</span>
            </Link>
            <span className={classes.actions}>
              {folder.userId === viewerId ? (
                <>
                  <IconAction size={28} label={`Edit name of ${name}`} onPress={() => onAction('rename', folder.id)}>
                    <IconPencil size={16} stroke={1.75} />
                  </IconAction>
                  <IconAction size={28} label={`Delete ${name}`} onPress={() => onAction('delete', folder.id)}>
                    <IconTrash size={16} stroke={1.75} />
                  </IconAction>
                </>
              ) : (
                <IconAction size={28} label={`Leave ${name}`} onPress={() => onAction('leave', folder.id)}>
                  <IconLogout size={16} stroke={1.75} />
                </IconAction>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Restores removed titles from their reviews, if there are any. */
function PreviousReviews() {
  const { isBusy, backfill } = useBackfill();
  const hasMissing = useMissingReviews(0);
  if (!hasMissing) return null;
  return (
    <button type="button" className={classes.previous} disabled={isBusy} onClick={backfill}>
      Add previous reviews
    </button>
  );
}

/** The number of reviewed titles, with the newest posters. */
function ReviewedCard({ replica }: { replica: Replica }) {
  const { id, itemCount } = replica.folder;

  // Until its titles load, the card shows the folder's count.
  useLoadedPart('loadItems', itemCount > 0 ? id : undefined, family.key);

  const items = shownItems(replica);
  const movies = items.filter((item) => item.mediaType === 'movie').length;
  const areKnown = replica.items !== undefined || itemCount === 0;
  const rest = shownCount(replica) - THUMBNAILS;
  return (
    <section className={classes.reviewed}>
      <h2 className={classes.reviewedTitle}>Reviewed</h2>
      <p className={classes.reviewedCount}>
        {areKnown
          ? `${countOf(movies, 'movie')} · ${countOf(items.length - movies, 'show')}`
          : countOf(shownCount(replica), 'title')}
      </p>
      {itemCount > 0 && (
        <div className={classes.thumbnails} aria-hidden="true">
          {items
            .slice(-THUMBNAILS)
            .reverse()
            .map((item) => (
              <span key={item.id} className={classes.thumbnail}>
                <PosterImage title="" path={posterOf(item)} width={44} isEager={false} />
              </span>
            ))}
          {rest > 0 && <span className={classes.rest}>+{rest}</span>}
        </div>
      )}
      {itemCount === 0 && <PreviousReviews />}
      <Link className={classes.viewAll} to={folderPath(family, id)} aria-label="View All reviewed">
        View All
      </Link>
    </section>
  );
}

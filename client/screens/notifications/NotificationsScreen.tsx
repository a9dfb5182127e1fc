import { IconBell, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import type { Notice } from '../../../common/schemas/notice.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { LinkButton } from '../../components/controls/LinkButton.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useNow } from '../../features/folders/activity/ActivityLine.tsx';
import { momentOf } from '../../features/folders/activity/activityWords.ts';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { InvitationList, useInvitationsSettled } from '../../features/folders/sharing/InvitationList.tsx';
import { markRead, noticesQuery } from '../../features/notices/notice.queries.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './NotificationsScreen.module.css';

/** What happened for the viewer, and what waits for an answer. Opening it marks everything as read. */
export function NotificationsScreen() {
  usePageTitle('Notifications');
  const { data, error, isError, refetch } = useQuery(noticesQuery);
  const isNew = useFirstSeen(data?.notices);
  useInvitationsSettled(families.category);

  if (!data && isError)
    return (
      <LoadFailed heading="h1" title="Couldn’t load your notifications" error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className={classes.screen}>
      <ScreenHead
        title="Notifications"
        actions={
          <LinkButton to="/account#notifications" icon={IconSettings}>
            Settings
          </LinkButton>
        }
      />
      <InvitationList family={families.category} />
      {!data && <Skeleton height={320} radius={14} />}
      {data?.notices.length === 0 && (
        <EmptyState drawing="ticket" title="Nothing new">
          When somebody invites you, adds titles to a list of yours or starts a vote, you read it here.
        </EmptyState>
      )}
      {data && data.notices.length > 0 && (
        <ul className={classes.list} aria-label="Notifications">
          {data.notices.map((notice) => (
            <Line key={notice.id} notice={notice} isNew={isNew(notice)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const now = useNow();
  const { by, text, path, at } = notice;
  return (
    <li>
      <Link to={path} className={classes.line} data-new={isNew || undefined}>
        {by ? (
          <Avatar person={by} size={40} />
        ) : (
          <span className={classes.icon}>
            <IconBell size={20} stroke={1.75} />
          </span>
        )}
        <span className={classes.text}>
          {isNew && <span className="visually-hidden">New: </span>}
          <bdi>{text}</bdi>
          <time dateTime={at} className={classes.time}>
            {momentOf(at, now)}
          </time>
        </span>
        {isNew && <span className={classes.dot} />}
      </Link>
    </li>
  );
}

/** Marks what is shown as read. It still looks new until the screen is left. */
function useFirstSeen(notices: readonly Notice[] | undefined): (notice: Notice) => boolean {
  const unread = useRef(new Set<string>());
  const newest = notices?.find(({ isRead }) => !isRead)?.id;
  for (const { id, isRead } of notices ?? []) if (!isRead) unread.current.add(id);

  useEffect(() => {
    // If it fails, they stay new: the next visit marks them.
    if (newest) markRead(newest).catch(() => undefined);
  }, [newest]);

  return ({ id }) => unread.current.has(id);
}

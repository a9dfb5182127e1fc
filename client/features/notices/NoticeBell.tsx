import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { CountMark } from '../../components/CountMark.tsx';
import { Tooltip } from '../../components/controls/Tooltip.tsx';
import { noticesQuery } from './notice.queries.ts';

/** Leads to the notifications, and shows how many are new. */
export function NoticeBell({ className }: { className: string | undefined }) {
  const unread = useQuery(noticesQuery).data?.unread ?? 0;
  return (
    <Tooltip label="Notifications">
      <ActionIcon
        component={Link}
        to="/notifications"
        variant="subtle"
        color="gray"
        className={className}
        size={44}
        aria-label={unread === 0 ? 'Notifications' : `Notifications: ${unread} new`}
      >
        <CountMark count={unread} label="new">
          <IconBell size={22} stroke={1.75} />
        </CountMark>
      </ActionIcon>
    </Tooltip>
  );
}

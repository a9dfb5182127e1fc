import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../common/schemas/user.ts';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import { MenuButton } from '../../components/menu/MenuButton.tsx';
import { profileName } from '../../features/folders/profile/ProfileHead.tsx';
import { PinButton } from '../../features/users/PinButton.tsx';
import { everybodyQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import classes from './ProfileActions.module.css';

const ProfileMenu = lazyDialog(() => import('./ProfileMenu.tsx'), 'ProfileMenu');
const BlockDialog = lazyDialog(() => import('../../features/users/privacy/BlockDialog.tsx'), 'BlockDialog');
const ReportDialog = lazyDialog(() => import('../../features/reports/ReportDialog.tsx'), 'ReportDialog');

/** What the viewer can do with another person: pin, report, block. */
export function ProfileActions({ person }: { person: User }) {
  const [open, setOpen] = useState<'report' | 'block' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={classes.actions}>
      <Pin userId={person.id} />
      <MenuButton
        renderMenu={(menu) => (
          <ProfileMenu {...menu} onReport={() => setOpen('report')} onBlock={() => setOpen('block')} />
        )}
      >
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconDots size={20} stroke={1.75} />
        </ActionIcon>
      </MenuButton>
      {open === 'block' && <BlockDialog person={person} onClose={close} />}
      {open === 'report' && <ReportDialog kind="user" id={person.id} name={profileName(person)} onClose={close} />}
    </div>
  );
}

/** The button shows when the pin state is known; its space is reserved from the start. */
function Pin({ userId }: { userId: string }) {
  const person = useUsers((state) => state.people[userId]);
  const isKnown = useUsers((state) => state.pinned[userId] !== undefined);
  // Events keep the pins up to date.
  useQuery({ ...everybodyQuery, staleTime: Number.POSITIVE_INFINITY });

  return <div className={classes.pin}>{person && isKnown && <PinButton person={person} />}</div>;
}

import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { User } from '../../../common/schemas/user.ts';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import { MenuButton } from '../../components/menu/MenuButton.tsx';
import { profileName } from '../../features/folders/profile/ProfileHead.tsx';
import type { ReportDialogProps } from '../../features/reports/ReportDialog.tsx';
import { useDirectory } from '../../features/users/directory.store.ts';
import { PinButton } from '../../features/users/PinButton.tsx';
import type { BlockDialogProps } from '../../features/users/privacy/BlockDialog.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import classes from './ProfileActions.module.css';
import type { ProfileMenuProps } from './ProfileMenu.tsx';

const ProfileMenu = lazyDialog<ProfileMenuProps>(() => import('./ProfileMenu.tsx').then((file) => file.ProfileMenu));
const BlockDialog = lazyDialog<BlockDialogProps>(() =>
  import('../../features/users/privacy/BlockDialog.tsx').then((file) => file.BlockDialog),
);
const ReportDialog = lazyDialog<ReportDialogProps>(() =>
  import('../../features/reports/ReportDialog.tsx').then((file) => file.ReportDialog),
);

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
  const loadDirectory = useDirectory((state) => state.loadDirectory);

  useEffect(() => {
    if (!isKnown) loadDirectory('');
  }, [isKnown, loadDirectory]);

  return <div className={classes.pin}>{person && isKnown && <PinButton person={person} />}</div>;
}

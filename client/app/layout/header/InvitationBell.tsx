import { IconBell } from '@tabler/icons-react';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { InvitationMark } from '../../../features/folders/sharing/InvitationMark.tsx';
import { useInvitations } from '../../../features/folders/state/invitation.store.ts';
import { useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import classes from './InvitationBell.module.css';

/** Opens the list of invitations, and shows how many there are. */
export function InvitationBell() {
  const count = useInvitations((state) => state.invitations.length);
  const openDialog = useOpenDialog();
  return (
    <IconAction
      className={classes.bell}
      size={44}
      label={count === 0 ? 'Invitations' : `Invitations: ${count} pending`}
      onPress={() => openDialog({ invitations: '1' })}
    >
      <InvitationMark>
        <IconBell size={22} stroke={1.75} />
      </InvitationMark>
    </IconAction>
  );
}

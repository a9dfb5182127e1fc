import { IconLink } from '@tabler/icons-react';
import type { Replica } from '../../../../common/replica/replica.ts';
import { useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import classes from './InviteByLink.module.css';

/** Opens the sharing of a list at its invitation links. */
export function InviteByLink({ replica }: { replica: Replica }) {
  const openDialog = useOpenDialog();
  return (
    <button
      type="button"
      className={classes.invite}
      onClick={() => openDialog({ share: replica.folder.id, by: 'link' })}
    >
      <IconLink size={18} stroke={1.75} /> Invite by link
    </button>
  );
}

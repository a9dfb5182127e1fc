import type { Family } from '../../../../common/families.ts';
import type { ReplicaShare } from '../../../../common/replica/replica.parts.ts';
import { shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { useFolders } from '../state/folder.store.ts';

interface RemoveAccessDialogProps {
  replica: Replica;
  share: ReplicaShare;
  /** The member. */
  name: string;
  family: Family;
  onClose: () => void;
}

/** Asks before a member loses a list, because only a new invitation brings them back. */
export function RemoveAccessDialog({ replica, share, name, family, onClose }: RemoveAccessDialogProps) {
  const { isBusy, finish } = useBusy();
  const listName = shownName(replica);

  const handleConfirm = () =>
    finish(async () => {
      await useFolders.getState().revokeShare(replica.folder.id, share.id, family.key);
      toast({ title: 'Access removed', description: withNames`${name} is no longer a member of "${listName}".` });
      onClose();
    }, 'Failed to update permissions');

  return (
    <ConfirmDialog
      title="Remove access?"
      confirmLabel="Remove"
      isBusy={isBusy}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <bdi>{name}</bdi> will no longer be a member of "<bdi>{listName}</bdi>". To share it again, send a new invitation.
    </ConfirmDialog>
  );
}

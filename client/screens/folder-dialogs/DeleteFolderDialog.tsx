import { limits } from '../../../common/constants.ts';
import { shownCount, shownName } from '../../../common/replica/replica.pending.ts';
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { toast } from '../../components/toast/toast.ts';
import { restoreList } from '../../features/folders/lists/deletedLists.queries.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import type { ListDialogProps } from './listDialog.ts';

export function DeleteFolderDialog({ replica, family, onClose, onDone }: ListDialogProps) {
  const { isBusy, finish } = useBusy();
  const name = shownName(replica);
  const count = shownCount(replica);
  const list = { id: replica.folder.id, name, memberCount: replica.folder.memberCount };

  const handleConfirm = () =>
    finish(async () => {
      await useFolders.getState().deleteFolder(replica.folder.id, family.key);
      toast({
        title: 'List deleted',
        description: withNames`"${name}" was deleted.`,
        action: { label: 'Undo', onPress: () => restoreList(list, family.key) },
      });
      onClose();
      onDone?.();
    }, `Failed to delete ${family.noun}`);

  return (
    <ConfirmDialog
      title="Delete List"
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      "<bdi>{name}</bdi>"{count > 0 && ` and its ${countOf(count, 'item')}`} will be gone
      {replica.folder.memberCount > 0 && ' for everyone it is shared with'}. You can restore it for{' '}
      {limits.deletedListDays} days.
    </ConfirmDialog>
  );
}

export function LeaveFolderDialog({ replica, family, onClose, onDone }: ListDialogProps) {
  const { isBusy, finish } = useBusy();
  const name = shownName(replica);

  const handleConfirm = () =>
    finish(async () => {
      await useFolders.getState().leaveFolder(replica.folder.id, family.key);
      toast({ title: withNames`You left "${name}"` });
      onClose();
      onDone?.();
    }, `Failed to leave ${family.noun}`);

  return (
    <ConfirmDialog title="Leave List" confirmLabel="Leave" isBusy={isBusy} onConfirm={handleConfirm} onClose={onClose}>
      "<bdi>{name}</bdi>" will no longer be in your lists. Its owner can invite you again.
    </ConfirmDialog>
  );
}

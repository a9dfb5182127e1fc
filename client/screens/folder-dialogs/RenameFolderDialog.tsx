import { shownName } from '../../../common/replica/replica.pending.ts';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { NameForm } from '../../features/folders/lists/NameForm.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import type { ListDialogProps } from './listDialog.ts';

export function RenameFolderDialog({ replica, family, onClose }: ListDialogProps) {
  const handleSubmit = async (name: string) => {
    await useFolders.getState().renameFolder(replica.folder.id, name, family.key);
    onClose();
  };

  return (
    <Dialog onClose={onClose} title="Edit List Name" size={440} centered>
      <NameForm
        initialName={shownName(replica)}
        submitLabel="Save"
        failureText={`Failed to update ${family.noun} name`}
        onSubmit={handleSubmit}
        onCancel={onClose}
      />
    </Dialog>
  );
}

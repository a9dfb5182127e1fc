import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import '../../components/dialogs/modal.ts';
import { popPopcorn } from '../../features/folders/items/popcorn.ts';
import { NameForm } from '../../features/folders/lists/NameForm.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { useDialogTitle } from '../../lib/page/pageTitle.ts';

/** Long enough to see the confetti start. */
const CLOSE_AFTER_MS = 500;

/** The dialog for a new list; opened by ?create=folder or ?create=category. */
export function CreateFolderDialog() {
  const [params] = useSearchParams();
  const close = useCloseDialog('create');
  const [isDone, setDone] = useState(false);
  const family = params.get('create') === 'folder' ? families.folder : families.category;
  const title = 'New List';
  useDialogTitle(title);

  const handleSubmit = async (name: string) => {
    await useFolders.getState().createFolder(name, family.key);
    setDone(true);
    // A failed animation does not matter.
    popPopcorn().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, CLOSE_AFTER_MS));
    close();
  };

  return (
    <Modal opened onClose={isDone ? () => undefined : close} title={title} size={440} centered>
      <NameForm
        placeholder="Friday night, Rainy Sundays…"
        submitLabel="Create List"
        failureText={`Failed to create ${family.noun}`}
        onSubmit={handleSubmit}
        onCancel={close}
      />
    </Modal>
  );
}

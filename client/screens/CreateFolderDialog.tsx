import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { families } from '../../common/families.ts';
import '../components/modal.ts';
import { useFolders } from '../features/folders/folder.store.ts';
import { NameForm } from '../features/folders/NameForm.tsx';
import { popPopcorn } from '../features/folders/popcorn.ts';
import { useCloseDialog } from '../lib/dialogUrl.ts';

/** Long enough to see the popcorn start. */
const CLOSE_AFTER_MS = 500;

/** A new list, asked for by ?create=folder or ?create=category. */
export function CreateFolderDialog() {
  const [params] = useSearchParams();
  const close = useCloseDialog('create');
  const [isDone, setDone] = useState(false);
  const family = params.get('create') === 'folder' ? families.folder : families.category;

  const handleSubmit = async (name: string) => {
    await useFolders.getState().createFolder(name, family.key);
    setDone(true);
    // The list exists whether or not it pops.
    popPopcorn().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, CLOSE_AFTER_MS));
    close();
  };

  return (
    <Modal opened onClose={isDone ? () => undefined : close} title={`New ${family.Noun}`} size={440} centered>
      <NameForm
        label={`${family.Noun} name`}
        placeholder="Friday night, Rainy Sundays…"
        submitLabel={`Create ${family.Noun}`}
        failureText={`Failed to create ${family.noun}`}
        onSubmit={handleSubmit}
        onCancel={close}
      />
    </Modal>
  );
}

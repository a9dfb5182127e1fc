import '../../components/dialogs/modal.ts';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorTexts } from '../../../common/errors.ts';
import { families } from '../../../common/families.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { popPopcorn } from '../../features/folders/items/popcorn.ts';
import { NameForm } from '../../features/folders/lists/NameForm.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { mayIn } from '../../features/folders/state/useFolder.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { PickedTitle, useFacts } from '../../features/titles/details/PickedTitle.tsx';
import { ApiError } from '../../lib/http/http.ts';
import { parseTitleParam, useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { useDialogTitle } from '../../lib/page/pageTitle.ts';
import { ListChoices } from './ListChoices.tsx';

const family = families.folder;
const HEADING = 'Add to List';

/** Adds a title to a list; opened by ?add=movie-603, or with &rewatch=1 to add it as watched. */
export function AddToFolderDialog() {
  const [params] = useSearchParams();
  const close = useCloseDialog('add', 'rewatch');
  const ref = parseTitleParam(params.get('add'));
  const isRewatch = params.get('rewatch') === '1';
  useDialogTitle(HEADING);
  const { facts, hasFailed } = useFacts(ref);
  const { own, sharedByMe, sharedWithMe, status } = useFolderLists(family.key);
  const [isCreating, setCreating] = useState(false);
  const steps = useFocusInside<HTMLDivElement>();
  const unshared = own.filter(({ folder }) => !folder.isSharedByMe);
  const shared = [...sharedByMe, ...sharedWithMe.filter((replica) => mayIn(replica, 'item:add'))];

  const addTo = async (folderId: string, name: string) => {
    await addTitle(facts, { folderId, name, isRewatch });
    close();
  };

  const createAndAdd = async (name: string) => {
    const { id } = await useFolders.getState().createFolder(name, family.key);
    popPopcorn().catch(() => undefined);
    setCreating(false);
    // The new list is now one of the choices, even if adding the title failed.
    await addTo(id, name).catch(() => undefined);
  };

  return (
    <Modal opened onClose={close} title={HEADING} size={460} centered>
      {!ref || hasFailed ? (
        <p className="none-found">{errorTexts.noItemSelected}</p>
      ) : (
        <PickedTitle facts={facts} hint={isRewatch ? 'will be marked Rewatch' : undefined} />
      )}
      <div {...steps}>
        {isCreating ? (
          <NameForm
            placeholder="Friday night, Rainy Sundays…"
            submitLabel="Create and Add"
            failureText={`Failed to create ${family.noun}`}
            onSubmit={createAndAdd}
            onCancel={() => setCreating(false)}
          />
        ) : (
          <ListChoices
            own={unshared}
            shared={shared}
            family={family.key}
            title={ref}
            isLoaded={status === 'ready'}
            onAdd={addTo}
            onCreate={() => setCreating(true)}
          />
        )}
      </div>
    </Modal>
  );
}

interface Target {
  folderId: string;
  name: string;
  isRewatch: boolean;
}

/** Adds the title to a list. On failure shows a toast and rejects. */
async function addTitle(facts: TitleFacts | undefined, { folderId, name, isRewatch }: Target): Promise<void> {
  if (!facts) {
    toast({ title: 'Error', description: errorTexts.noItemSelected, variant: 'destructive' });
    throw new Error(errorTexts.noItemSelected);
  }
  try {
    await useFolders.getState().addItem(folderId, facts, isRewatch);
  } catch (error) {
    toastAddError(error);
    throw error;
  }
  toast(
    isRewatch
      ? { title: 'Added to rewatch list' }
      : { title: withNames`Added to "${name}"`, description: withNames`${facts.title}` },
  );
}

function toastAddError(error: unknown): void {
  // Checks the code, and the text for servers that send no code.
  const isDuplicate =
    error instanceof ApiError &&
    (error.code === 'already_in_folder' || error.message.includes('already exists in this folder'));
  if (isDuplicate) {
    toast({ title: 'Error', description: 'This item is already in the selected folder', variant: 'destructive' });
  } else {
    toastError(error, 'Failed to add item to folder');
  }
}

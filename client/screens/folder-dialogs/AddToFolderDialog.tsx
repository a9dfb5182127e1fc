import { Button, Modal } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { errorTexts } from '../../../common/errors.ts';
import { families } from '../../../common/families.ts';
import { shownCount, shownItems, shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import '../../components/dialogs/modal.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { toast, toastError } from '../../components/feedback/toast.ts';
import { popPopcorn } from '../../features/folders/items/popcorn.ts';
import { NameForm } from '../../features/folders/lists/NameForm.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { editorPath } from '../../features/folders/state/folderPaths.ts';
import { mayIn } from '../../features/folders/state/useFolder.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { PickedTitle } from '../../features/titles/details/PickedTitle.tsx';
import { useFacts } from '../../features/titles/details/useFacts.ts';
import { ApiError } from '../../lib/http/http.ts';
import { parseTitleParam, type TitleRef, useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { displayName } from '../../lib/person.ts';
import classes from './AddToFolderDialog.module.css';

const family = families.folder;

/** Adds a title to a list; opened by ?add=movie-603, or with &rewatch=1 to add it as watched. */
export function AddToFolderDialog() {
  const [params] = useSearchParams();
  const close = useCloseDialog('add', 'rewatch');
  const ref = parseTitleParam(params.get('add'));
  const isRewatch = params.get('rewatch') === '1';
  const { facts, hasFailed } = useFacts(ref);
  const { own, sharedByMe, sharedWithMe, status } = useFolderLists(family.key);
  const [isCreating, setCreating] = useState(false);
  const choices = [
    ...own.filter(({ folder }) => !folder.isSharedByMe),
    ...sharedWithMe.filter((replica) => mayIn(replica, 'item:add')),
  ];
  useItemsOf(choices);

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
    <Modal opened onClose={close} title={isRewatch ? 'Add to List' : 'Add to Folder'} size={460} centered>
      {!ref || hasFailed ? (
        <p className={classes.none}>{errorTexts.noItemSelected}</p>
      ) : (
        <PickedTitle facts={facts} hint={isRewatch ? 'will be marked Rewatch' : undefined} />
      )}
      {isCreating ? (
        <NameForm
          label="Folder name"
          placeholder="Friday night, Rainy Sundays…"
          submitLabel="Create and Add"
          failureText={`Failed to create ${family.noun}`}
          onSubmit={createAndAdd}
          onCancel={() => setCreating(false)}
        />
      ) : (
        <Choices
          choices={choices}
          title={ref}
          isLoaded={status === 'ready'}
          onAdd={addTo}
          onCreate={() => setCreating(true)}
        />
      )}
      {sharedByMe.length > 0 && <SharedHint replicas={sharedByMe} />}
    </Modal>
  );
}

interface ChoicesProps {
  choices: readonly Replica[];
  title: TitleRef | null;
  isLoaded: boolean;
  onAdd: (folderId: string, name: string) => Promise<void>;
  onCreate: () => void;
}

/** The lists to choose from, and the button for a new one. */
function Choices({ choices, title, isLoaded, onAdd, onCreate }: ChoicesProps) {
  const isEmpty = choices.length === 0;
  return (
    <>
      <ul className={classes.choices} aria-label="Lists">
        {choices.map((replica) => (
          <li key={replica.folder.id}>
            <Choice replica={replica} title={title} onAdd={onAdd} />
          </li>
        ))}
        {isEmpty && (
          <li className={classes.none}>{isLoaded ? 'No folders yet' : <Skeleton height={52} radius={10} />}</li>
        )}
      </ul>
      <Button
        fullWidth
        variant={isEmpty ? 'filled' : 'default'}
        leftSection={<IconPlus size={18} stroke={2} />}
        data-autofocus={(isEmpty && isLoaded) || undefined}
        onClick={onCreate}
      >
        New Folder
      </Button>
    </>
  );
}

interface ChoiceProps {
  replica: Replica;
  title: TitleRef | null;
  onAdd: (folderId: string, name: string) => Promise<void>;
}

function Choice({ replica, title, onAdd }: ChoiceProps) {
  const [isBusy, setBusy] = useState(false);
  const { folder, viewerId } = replica;
  const name = shownName(replica);
  const isIn = title !== null && shownItems(replica).some((item) => titleKey(item) === titleKey(title));
  const owner = folder.userId !== viewerId && folder.sharedByUser ? ` · ${displayName(folder.sharedByUser)}` : '';

  const handleClick = () => {
    setBusy(true);
    // A toast has shown the error; the choice can be clicked again.
    onAdd(folder.id, name).catch(() => setBusy(false));
  };

  return (
    <button type="button" className={classes.choice} data-autofocus disabled={isBusy || isIn} onClick={handleClick}>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.hint}>
          {countOf(shownCount(replica), 'item')}
          {owner}
        </span>
      </span>
      {isIn && !isBusy ? (
        <span className={classes.already}>
          <IconCheck size={16} stroke={2} /> Already added
        </span>
      ) : (
        <IconPlus size={20} stroke={1.75} className={classes.plus} />
      )}
    </button>
  );
}

function SharedHint({ replicas }: { replicas: readonly Replica[] }) {
  return (
    <p className={classes.shared}>
      Lists you share are edited in their own editor:{' '}
      {replicas.map((replica, index) => (
        <span key={replica.folder.id}>
          {index > 0 && ', '}
          <Link to={editorPath(family, replica.folder.id)}>{shownName(replica)}</Link>
        </span>
      ))}
    </p>
  );
}

/** Loads the items of the lists, to know which contain the title; one list after the other. */
function useItemsOf(choices: readonly Replica[]): void {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const next = choices.find(({ folder, items }) => !items && folder.itemCount > 0 && !failed.has(folder.id))?.folder.id;

  useEffect(() => {
    if (next === undefined) return;
    useFolders
      .getState()
      .loadItems(next, family.key)
      .catch(() => setFailed((known) => new Set(known).add(next)));
  }, [next]);
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
  toast(isRewatch ? { title: 'Added to rewatch list' } : { title: `Added to "${name}"`, description: facts.title });
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

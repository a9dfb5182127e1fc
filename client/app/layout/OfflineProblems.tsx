import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { episodeText } from '../../../common/episodeText.ts';
import { families } from '../../../common/families.ts';
import { episodeOf } from '../../../common/progress.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { NameForm } from '../../features/folders/lists/NameForm.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { dismiss, sendAgain } from '../../features/offline/queue.ts';
import type { QueuedWrite, QueueEntry } from '../../features/offline/queuedWrite.ts';
import { ApiError } from '../../lib/http/http.ts';
import classes from './Layout.module.css';

interface OfflineProblemsProps {
  entries: readonly QueueEntry[];
  onClose: () => void;
}

/** What became of changes that were made offline and could not be saved. */
export function OfflineProblems({ entries, onClose }: OfflineProblemsProps) {
  const homeless = entries.filter(({ problem }) => problem?.kind === 'no access');
  const isAsking = entries.some(({ problem }) => problem?.kind === 'ahead');
  return (
    <Dialog onClose={onClose} title="While you were offline" size={460} centered>
      <ul className={classes.problems}>
        {entries.map((entry) => (
          <li key={entry.seq}>
            {textOf(entry)}
            {entry.problem?.kind === 'ahead' && (
              <Button size="xs" variant="default" onClick={() => void sendAgain(entry)}>
                Mark it anyway
              </Button>
            )}
            {entry.problem?.kind === 'failing' && (
              <Group gap="xs">
                <Button size="xs" variant="default" onClick={() => void sendAgain(entry)}>
                  Try again
                </Button>
                <Button size="xs" variant="default" onClick={() => void dismiss([entry])}>
                  Discard
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
      {homeless.length > 0 && <MoveToOwnList entries={homeless} />}
      <div className="dialog-buttons">
        {/* 'OK' would read as a yes to the question whether to mark it. */}
        <Button onClick={onClose}>{isAsking ? 'Don’t mark it' : 'OK'}</Button>
      </div>
    </Dialog>
  );
}

function textOf({ write, listName, problem }: QueueEntry) {
  const name = nameOf(write);
  const list = listName ?? 'this list';
  switch (problem?.kind) {
    case 'theirs':
      return withNames`“${name}” in “${list}”: someone else has changed it since, so it stays as they left it.`;
    case 'no access':
      return withNames`“${name}”: you can no longer add to “${list}”.`;
    case 'failing':
      return withNames`Couldn’t save “${name}”. Try again, or discard the change.`;
    case 'ahead':
    case 'refused':
      return withNames`Couldn’t save “${name}”: ${problem.text}`;
    default:
      return null;
  }
}

/** The title, and for ticks of a show which episode. */
function nameOf(write: QueuedWrite): string {
  const episode = write.kind === 'play' || write.kind === 'upTo' ? episodeOf(write.body) : null;
  if (!episode) return write.name;
  return [write.name, write.kind === 'upTo' && 'up to', episodeText(episode)].filter(Boolean).join(' ');
}

/** Offers the titles of lists that are gone to a list of the viewer, which may have to be made first. */
function MoveToOwnList({ entries }: { entries: readonly QueueEntry[] }) {
  const { own } = useFolderLists();
  const areKnown = useFolders((state) => state.hasOwnLists);
  const [chosen, setChosen] = useState('');
  const { isBusy, finish } = useBusy();
  const steps = useFocusInside<HTMLDivElement>();
  const folderId = chosen || own[0]?.folder.id;
  if (!folderId && !areKnown) return null;

  const addTo = (id: string) =>
    finish(async () => {
      for (const entry of entries) {
        if (entry.write.kind === 'add') await addUnlessThere(id, entry.write.item);
        await dismiss([entry]);
      }
    }, 'Couldn’t add the titles. Try again.');

  return (
    <div {...steps}>
      {folderId ? (
        <div className={classes.offer}>
          <Choice
            label="Add to a list of yours"
            data={own.map(({ folder }) => ({ value: folder.id, label: folder.name }))}
            value={folderId}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <Button variant="default" loading={isBusy} onClick={() => addTo(folderId)}>
            Add {countOf(entries.length, 'title')}
          </Button>
        </div>
      ) : (
        <NewList onCreated={addTo} />
      )}
    </div>
  );
}

function NewList({ onCreated }: { onCreated: (folderId: string) => Promise<void> }) {
  const [isNaming, setNaming] = useState(false);
  const create = async (name: string) => {
    const { id } = await useFolders.getState().createFolder(name);
    await onCreated(id);
  };
  if (!isNaming) {
    return (
      <Button variant="default" onClick={() => setNaming(true)}>
        Add to a new list
      </Button>
    );
  }
  return (
    <NameForm
      placeholder="Friday night, Rainy Sundays…"
      submitLabel="Create and Add"
      failureText={`Failed to create ${families.folder.noun}`}
      onSubmit={create}
      onCancel={() => setNaming(false)}
    />
  );
}

/** Two lists that are gone may have had the same title, and the list may have it already. */
async function addUnlessThere(folderId: string, item: Item): Promise<void> {
  try {
    await useFolders.getState().addItem(folderId, item);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'already_in_folder')) throw error;
  }
}

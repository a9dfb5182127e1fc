import { Button } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import { isUnconfirmed, shownItems } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { Textarea } from '../../../components/controls/Textarea.tsx';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import { useErrorToast } from '../../../components/toast/useErrorToast.ts';
import { useAskBeforeLeaving, useDraft } from '../../../lib/drafts.ts';
import { useFolders } from '../state/folder.store.ts';
import { mayIn } from '../state/useFolder.ts';
import classes from './ItemNote.module.css';

interface ItemNoteProps {
  /** The list that the title was opened from. */
  folderId: string;
  title: Pick<Item, 'mediaType' | 'tmdbId'>;
}

/** Why a title is in a list. Members who may add titles write it; it is live for everyone. */
export function ItemNote({ folderId, title }: ItemNoteProps) {
  const replica = useFolders((state) => state.entries[folderId]?.replica);
  const item = replica && findShown(replica, titleKey(title));
  const draft = useDraft(`note ${folderId} ${titleKey(title)}`, item?.note ?? '');
  const [isOpen, setOpen] = useState(draft.isChanged);
  const errorToast = useErrorToast();
  const steps = useFocusInside<HTMLDivElement>();
  if (!replica || !item) return null;
  const mayWrite = mayIn(replica, 'item:note') && !isUnconfirmed(replica, item.id);

  const close = () => {
    setOpen(false);
    draft.drop();
  };
  const save = async () => {
    close();
    errorToast.clear();
    try {
      await useFolders.getState().setNote(item, draft.text);
    } catch (error) {
      setOpen(true);
      draft.restore(draft.text);
      errorToast.showError(error, 'Couldn’t save the note. Try again.');
    }
  };

  // What is typed stays if the right is taken away meanwhile. Saving then says why it fails.
  if (isOpen) {
    return (
      <div {...steps}>
        <NoteForm draft={draft} onSave={save} onCancel={close} />
      </div>
    );
  }
  if (!item.note && !mayWrite) return null;
  return (
    <div className={classes.note} {...steps}>
      {item.note && (
        <p className={classes.text} dir="auto">
          {item.note}
        </p>
      )}
      {mayWrite && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconNote size={16} stroke={1.75} />}
          onClick={() => setOpen(true)}
        >
          {item.note ? 'Edit note' : 'Add a note'}
        </Button>
      )}
    </div>
  );
}

interface NoteFormProps {
  draft: ReturnType<typeof useDraft>;
  onSave: () => void;
  onCancel: () => void;
}

function NoteForm({ draft, onSave, onCancel }: NoteFormProps) {
  const { text, isChanged, change } = draft;
  useAskBeforeLeaving(isChanged);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit}>
      <Textarea
        dir="auto"
        label="Note"
        description="Everyone in the list sees it."
        rows={3}
        maxLength={limits.note.max}
        autoFocus
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <span className={classes.left}>{limits.note.max - text.length} characters left</span>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm">
          Save note
        </Button>
      </div>
    </form>
  );
}

function findShown({ items, pending }: Replica, key: string): Item | undefined {
  return items && shownItems({ items, pending }).find((item) => titleKey(item) === key);
}

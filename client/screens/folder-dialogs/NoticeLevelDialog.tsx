import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ListNoticeLevel } from '../../../common/schemas/notice.ts';
import { RadioList } from '../../components/controls/Radio.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { DialogButtons } from '../../components/FormButtons.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { useFormBusy } from '../../components/feedback/useBusy.ts';
import { chooseLevel, levelQuery } from '../../features/notices/notice.queries.ts';
import type { ListDialogProps } from './listDialog.ts';
import classes from './VisibilityDialog.module.css';

const choices: readonly { value: ListNoticeLevel; label: string; description?: string }[] = [
  { value: 'all', label: 'Everything', description: 'New titles, comments, votes and your rights' },
  {
    value: 'mine',
    label: 'Only what concerns me',
    description: 'Comments on titles I added, votes and my rights',
  },
  { value: 'nothing', label: 'Nothing' },
];

/** The dialog in which a person chooses what they hear of a list. */
export function NoticeLevelDialog({ replica, family, onClose }: ListDialogProps) {
  const { id } = replica.folder;
  const query = useQuery(levelQuery(id, family.key));
  const [chosen, setChosen] = useState<ListNoticeLevel | null>(null);
  const level = chosen ?? query.data?.level ?? null;
  const { isBusy, finish } = useFormBusy();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    finish(async () => {
      if (level) await chooseLevel(id, level, family.key);
      onClose();
    }, 'Couldn’t save your choice. Try again.');
  };

  return (
    <Dialog onClose={onClose} title="Notifications of this list" size={440} centered>
      {!query.data && query.isError ? (
        <LoadFailed title="Couldn’t load your choice" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <form onSubmit={handleSubmit}>
          <RadioList
            choices={choices}
            value={level}
            onChange={setChosen}
            className={classes.choices}
            aria-label="Notifications of this list"
          />
          <DialogButtons submit="Save" isBusy={isBusy} isDisabled={level === null} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  );
}

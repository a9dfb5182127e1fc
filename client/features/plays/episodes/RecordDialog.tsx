import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { episodeText } from '../../titles/details/titleWords.ts';
import { playTimeOf, type When } from '../playTime.ts';
import classes from '../record/record.module.css';
import { WhenFields } from '../record/WhenFields.tsx';
import { WithWhom } from '../record/WithWhom.tsx';
import { useFellows } from '../useFellows.ts';
import { seasonName } from './episodeWords.ts';
import { addSome, type Target } from './watching.ts';

interface RecordDialogProps {
  target: Target;
  /** 'who' asks when and with whom. */
  asks: 'when' | 'who';
  folderId: string | null;
  onClose: () => void;
}

/** Records an episode or a season with its day, and with whom. */
export function RecordDialog({ target, asks, folderId, onClose }: RecordDialogProps) {
  const [when, setWhen] = useState<When>({ choice: asks === 'who' ? 'today' : 'date', date: '' });
  const [withUserIds, setWithUserIds] = useState<string[]>([]);
  const fellows = useFellows(folderId);
  const { isBusy, finish } = useBusy();
  const time = playTimeOf(when, new Date());
  const what = target.kind === 'season' ? seasonName(target.season) : episodeText(target.episode);
  const needsPeople = asks === 'who' && withUserIds.length === 0;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!time || needsPeople) return;
    finish(async () => {
      // A day that somebody names for a season is that of all its episodes.
      const allDay = target.kind === 'season' && asks === 'when' ? { sameTime: true } : {};
      await addSome(target, { ...time, ...allDay, withUserIds, ...(folderId && { folderId }) });
      onClose();
    }, 'Couldn’t change your diary. Try again.');
  };

  return (
    <Dialog
      onClose={onClose}
      title={asks === 'who' ? `Who watched ${what} with you?` : `When did you see ${what}?`}
      size={480}
      centered
    >
      <form className={classes.fields} onSubmit={handleSubmit}>
        {asks === 'who' && <WithWhom fellows={fellows} value={withUserIds} onChange={setWithUserIds} />}
        <WhenFields value={when} onChange={setWhen} />
        <div className={classes.buttons}>
          <Button type="submit" disabled={!time || needsPeople} loading={isBusy}>
            Add to diary
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

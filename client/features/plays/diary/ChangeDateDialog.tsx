import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Play } from '../../../../common/schemas/play.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { updatePlay } from '../play.queries.ts';
import { playTimeOf, whenOf } from '../playTime.ts';
import classes from '../record/record.module.css';
import { WhenFields } from '../record/WhenFields.tsx';

interface ChangeDateProps {
  play: Play;
  onClose: () => void;
}

/** Changes when a title was seen. */
export function ChangeDateDialog({ play, onClose }: ChangeDateProps) {
  const [when, setWhen] = useState(() => whenOf(play, new Date()));
  const { isBusy, finish } = useBusy();
  const time = playTimeOf(when, new Date());

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!time) return;
    finish(async () => {
      await updatePlay(play, time);
      onClose();
    }, 'Couldn’t change your diary. Try again.');
  };

  return (
    <Dialog onClose={onClose} title={withNames`When did you see ${play.title}?`} size={480} centered>
      <form className={classes.fields} onSubmit={handleSubmit}>
        <WhenFields value={when} onChange={setWhen} />
        <div className={classes.buttons}>
          <Button type="submit" disabled={!time} loading={isBusy}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

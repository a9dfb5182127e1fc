import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { FormButtons } from '../../../components/FormButtons.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import classes from './record.module.css';

interface DiaryDialogProps {
  title: ReactNode;
  size?: number;
  /** The text of the button that saves. */
  submit: string;
  /** Null while the form is not complete. */
  onSubmit: (() => Promise<void>) | null;
  onClose: () => void;
  children: ReactNode;
}

/** A form that changes the viewer's diary. It closes when that has succeeded. */
export function DiaryDialog({ title, size = 480, submit, onSubmit, onClose, children }: DiaryDialogProps) {
  const { isBusy, finish } = useBusy();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!onSubmit) return;
    finish(async () => {
      await onSubmit();
      onClose();
    }, 'Couldn’t change your diary. Try again.');
  };

  return (
    <Dialog onClose={onClose} title={title} size={size} centered>
      <form className={classes.fields} onSubmit={handleSubmit}>
        {children}
        <FormButtons
          submit={submit}
          isBusy={isBusy}
          isDisabled={!onSubmit}
          className={classes.buttons}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

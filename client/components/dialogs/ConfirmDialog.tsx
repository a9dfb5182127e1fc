import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: ReactNode;
  /** What will happen, in a sentence. */
  children: ReactNode;
  /** The verb on the button: 'Delete', 'Leave'. */
  confirmLabel: string;
  cancelLabel?: string;
  isBusy?: boolean;
  /** Nothing is lost: the button has no colour of danger. */
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone, or that others may not expect. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel = 'Cancel', onConfirm, onClose } = props;
  const { isBusy = false, isHarmless = false } = props;
  return (
    <Dialog onClose={onClose} title={title} size={420} centered>
      <p className={classes.text}>{children}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancelLabel}
        </Button>
        <Button className={isHarmless ? undefined : classes.danger} loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}

import { Button, Modal } from '@mantine/core';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { sourceFailure } from '../../features/titles/sourceFailure.ts';
import classes from './MediaDialog.module.css';

interface DialogFailedProps {
  noun: 'title' | 'actor';
  error: Error;
  onRetry: () => void;
}

/** In the dialog of a title or an actor that could not be read: why, with a button to try again. */
export function DialogFailed({ noun, error, onRetry }: DialogFailedProps) {
  return (
    <div className={classes.message}>
      <Modal.Title className="visually-hidden">{noun === 'title' ? 'Title' : 'Actor'}</Modal.Title>
      <EmptyState
        drawing="reel"
        title={`Couldn’t load this ${noun}`}
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {sourceFailure(error)}
      </EmptyState>
    </div>
  );
}

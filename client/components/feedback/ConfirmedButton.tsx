import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { useBusy } from './useBusy.ts';

interface ConfirmedButtonProps {
  /** The verb, here and in the dialog. */
  label: string;
  /** The accessible name, where the verb does not say of what. */
  name?: string;
  /** The question. */
  title: string;
  /** What will happen, in a sentence. */
  children: ReactNode;
  work: () => Promise<unknown>;
  /** The toast when the work fails. */
  failure: string;
}

/** A button that asks before it does its work. */
export function ConfirmedButton({ label, name, title, children, work, failure }: ConfirmedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useBusy();

  const handleConfirm = () => {
    setAsking(false);
    return run(work, failure);
  };

  return (
    <>
      <Button
        variant="default"
        aria-label={name}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : () => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog title={title} confirmLabel={label} onConfirm={handleConfirm} onClose={() => setAsking(false)}>
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}

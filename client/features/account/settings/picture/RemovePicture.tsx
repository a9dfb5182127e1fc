import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { useSession } from '../../session.store.ts';
import classes from './PictureForm.module.css';

/** Removes the profile picture, after a question: it is deleted on the server. */
export function RemovePicture({ onRemoved }: { onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, finish } = useBusy();

  const handleConfirm = () =>
    finish(async () => {
      await useSession.getState().removePicture();
      toast({ title: 'Profile picture removed', description: 'Others see your initial again.' });
      onRemoved();
    }, 'Couldn’t remove your picture. Try again.');

  return (
    <>
      <Button variant="subtle" size="compact-sm" className={classes.remove} onClick={() => setAsking(true)}>
        Remove picture
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove your picture?"
          confirmLabel="Remove"
          isBusy={isBusy}
          onConfirm={handleConfirm}
          onClose={() => setAsking(false)}
        >
          Others will see your initial instead. You can add a picture again at any time.
        </ConfirmDialog>
      )}
    </>
  );
}

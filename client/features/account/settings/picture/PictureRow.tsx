import { Button } from '@mantine/core';
import { useState } from 'react';
import { Avatar } from '../../../../components/Avatar.tsx';
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { useReturnedFocus } from '../../../../components/focus/useReturnedFocus.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { useUsers } from '../../../users/users.store.ts';
import { useSession } from '../../session.store.ts';
import { SettingsRow, SettingsValue } from '../SettingsRow.tsx';
import classes from './PictureForm.module.css';
import { PictureForm } from './PictureForm.tsx';

export function PictureRow() {
  const viewer = useUsers((state) => state.viewer);
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnedFocus(isEditing);
  const hasPicture = Boolean(viewer?.profileImageUrl);

  if (isEditing) {
    return (
      <SettingsRow label="Profile picture">
        <PictureForm onClose={() => setEditing(false)} />
      </SettingsRow>
    );
  }
  return (
    <SettingsRow
      label="Profile picture"
      mark={<Avatar person={viewer} size={64} />}
      action={
        <Button ref={edit} variant="default" aria-label="Edit profile picture" onClick={() => setEditing(true)}>
          Edit
        </Button>
      }
    >
      <SettingsValue isMissing={!hasPicture}>
        {hasPicture ? 'Custom profile picture' : 'No profile picture set'}
      </SettingsValue>
      {hasPicture && <RemovePicture onRemoved={() => edit.current?.focus({ preventScroll: true })} />}
    </SettingsRow>
  );
}

/** Removes the profile picture, after a question: it is deleted on the server. */
function RemovePicture({ onRemoved }: { onRemoved: () => void }) {
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

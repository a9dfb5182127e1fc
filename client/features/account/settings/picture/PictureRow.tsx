import { Button } from '@mantine/core';
import { useState } from 'react';
import { Avatar } from '../../../../components/Avatar.tsx';
import { useReturnedFocus } from '../../../../components/focus/useReturnedFocus.ts';
import { useUsers } from '../../../users/users.store.ts';
import { SettingsRow, SettingsValue } from '../SettingsRow.tsx';
import { PictureForm } from './PictureForm.tsx';
import { RemovePicture } from './RemovePicture.tsx';

/** The profile picture. */
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

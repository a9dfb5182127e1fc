import { Button } from '@mantine/core';
import { useState } from 'react';
import { useReturnedFocus } from '../../../components/focus/useReturnedFocus.ts';
import { useUsers } from '../../users/users.store.ts';
import { SettingsRow, SettingsValue } from './SettingsRow.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** The username, by which others can find the user. */
export function UsernameRow() {
  const username = useUsers((state) => state.viewer?.username ?? null);
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnedFocus(isEditing);

  return (
    <SettingsRow
      label="Username"
      action={
        !isEditing && (
          <Button ref={edit} variant="default" aria-label="Edit username" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? (
        <UsernameForm current={username ?? ''} onClose={() => setEditing(false)} />
      ) : (
        <SettingsValue isMissing={!username}>{username ?? 'No username set'}</SettingsValue>
      )}
    </SettingsRow>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useReturnedFocus } from '../../../../components/focus/useReturnedFocus.ts';
import { SettingsRow, SettingsValue } from '../SettingsRow.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Changes the password, which ends every other session. */
export function PasswordRow() {
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnedFocus(isEditing);

  return (
    <SettingsRow
      label="Password"
      action={
        !isEditing && (
          <Button ref={edit} variant="default" aria-label="Edit password" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? (
        <PasswordForm onClose={() => setEditing(false)} />
      ) : (
        <SettingsValue isMissing>Changing it signs out your other devices</SettingsValue>
      )}
    </SettingsRow>
  );
}

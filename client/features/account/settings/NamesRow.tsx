import { Button } from '@mantine/core';
import { useState } from 'react';
import { useReturnedFocus } from '../../../components/focus/useReturnedFocus.ts';
import { useUsers } from '../../users/users.store.ts';
import { NamesForm } from './NamesForm.tsx';
import { SettingsRow, SettingsValue } from './SettingsRow.tsx';

/** The first and last name, which others see in the directory and in shared lists. */
export function NamesRow() {
  const firstName = useUsers((state) => state.viewer?.firstName ?? null);
  const lastName = useUsers((state) => state.viewer?.lastName ?? null);
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnedFocus(isEditing);
  const fullName = [firstName, lastName].filter(Boolean).join(' ');

  return (
    <SettingsRow
      label="Name"
      action={
        !isEditing && (
          <Button ref={edit} variant="default" aria-label="Edit name" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? (
        <NamesForm current={{ firstName, lastName }} onClose={() => setEditing(false)} />
      ) : (
        <SettingsValue isMissing={fullName === ''}>{fullName || 'No name set'}</SettingsValue>
      )}
    </SettingsRow>
  );
}

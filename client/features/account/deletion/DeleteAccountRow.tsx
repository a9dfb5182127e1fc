import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { SettingsRow, SettingsValue } from '../settings/SettingsRow.tsx';
import classes from './deletion.module.css';

const DeleteAccountDialog = lazyDialog(() => import('./DeleteAccountDialog.tsx'), 'DeleteAccountDialog');

/** Opens the deletion of the account. */
export function DeleteAccountRow() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsRow
      label="Delete account"
      action={
        <Button variant="default" className={classes.danger} onClick={() => setOpen(true)}>
          Delete account
        </Button>
      }
    >
      <SettingsValue isMissing>Your lists, reviews and diary go with it</SettingsValue>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </SettingsRow>
  );
}

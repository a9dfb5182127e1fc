import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import { leave } from './logOut.ts';

interface LogOutDialogProps {
  /** How many changes wait for a connection. */
  unsent: number;
  onClose: () => void;
}

/** Asks before logging out deletes changes that have not been sent. */
export function LogOutDialog({ unsent, onClose }: LogOutDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const handleConfirm = () => {
    setBusy(true);
    void leave().then(onClose);
  };
  return (
    <ConfirmDialog
      title={unsent === 1 ? '1 change has not been sent' : `${unsent} changes have not been sent`}
      confirmLabel="Log out anyway"
      cancelLabel="Stay signed in"
      isBusy={isBusy}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Logging out deletes what waits for a connection on this device.
    </ConfirmDialog>
  );
}

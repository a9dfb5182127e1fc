import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Passkey } from '../../../../../common/schemas/account/passkey.ts';
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { dayText } from '../../../../lib/dates.ts';
import classes from '../Security.module.css';
import { PasskeyForm } from './PasskeyForm.tsx';
import { removePasskey } from './passkey.queries.ts';

/** One passkey, which can be renamed and removed. */
export function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const [isEditing, setEditing] = useState(false);
  const { name, createdAt, lastUsedAt } = passkey;

  return (
    <li className={classes.entry}>
      {isEditing ? (
        <PasskeyForm passkey={passkey} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className={classes.words}>
            <p className={classes.title}>{name}</p>
            <p className={classes.facts}>
              {`Added ${dayText(createdAt)} · ${lastUsedAt ? `last used ${dayText(lastUsedAt)}` : 'never used'}`}
            </p>
          </div>
          <div className={classes.actions}>
            <Button variant="default" aria-label={`Rename ${name}`} onClick={() => setEditing(true)}>
              Rename
            </Button>
            <RemoveButton passkey={passkey} />
          </div>
        </>
      )}
    </li>
  );
}

function RemoveButton({ passkey: { id, name } }: { passkey: Passkey }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useBusy();

  const handleConfirm = () =>
    run(async () => {
      setAsking(false);
      await removePasskey(id);
      toast({ title: 'Passkey removed', description: 'Your other devices have been signed out.' });
    }, 'Couldn’t remove the passkey. Try again.');

  return (
    <>
      <Button variant="default" aria-label={`Remove ${name}`} loading={isBusy} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this passkey?"
          confirmLabel="Remove"
          onConfirm={handleConfirm}
          onClose={() => setAsking(false)}
        >
          You can no longer sign in with “{name}”, and your other devices are signed out.
        </ConfirmDialog>
      )}
    </>
  );
}

import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { displayName, type Person } from '../../../lib/person.ts';
import { block } from '../user.queries.ts';

interface BlockDialogProps {
  person: Person;
  onClose: () => void;
}

/** Asks before a person is blocked, and says what stays. */
export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const { isBusy, finish } = useBusy();
  const name = displayName(person);

  const handleConfirm = () =>
    finish(async () => {
      await block(person.id);
      onClose();
      toast({ title: withNames`${name} is blocked`, description: 'You can unblock them in Account Settings.' });
    }, 'Couldn’t block this person. Try again.');

  return (
    <ConfirmDialog
      title={withNames`Block ${name}?`}
      confirmLabel="Block"
      isBusy={isBusy}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      You will no longer find or invite each other, or see which list the other has open. <bdi>{name}</bdi> will not
      know. Lists that you share stay shared: leave them, or remove <bdi>{name}</bdi> from your own.
    </ConfirmDialog>
  );
}

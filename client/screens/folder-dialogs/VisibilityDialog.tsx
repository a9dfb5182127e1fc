import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListVisibility } from '../../../common/schemas/account/privacy.ts';
import { RadioList } from '../../components/controls/Radio.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { DialogButtons } from '../../components/FormButtons.tsx';
import { useFormBusy } from '../../components/feedback/useBusy.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import type { ListDialogProps } from './listDialog.ts';
import classes from './VisibilityDialog.module.css';

/** The value of a radio button for a list without a choice of its own. */
const AS_IN_ACCOUNT = 'account';

type Choice = NonNullable<ListVisibility> | typeof AS_IN_ACCOUNT;

const choices: readonly { value: Choice; label: string; description?: string }[] = [
  {
    value: AS_IN_ACCOUNT,
    label: 'Same as my other lists',
    description: 'What you chose under Privacy in Account Settings',
  },
  { value: 'everyone', label: 'Everyone here' },
  { value: 'shared', label: 'People I share a list with' },
  { value: 'nobody', label: 'Only the people of this list' },
];

/** The dialog in which an owner chooses who finds the list on their profile. */
export function VisibilityDialog({ replica, family, onClose }: ListDialogProps) {
  const { folder } = replica;
  const [value, setValue] = useState<Choice>(folder.visibility ?? AS_IN_ACCOUNT);
  const { isBusy, finish } = useFormBusy();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    finish(async () => {
      const visibility = value === AS_IN_ACCOUNT ? null : value;
      await useFolders.getState().setVisibility(folder.id, visibility, family.key);
      onClose();
    }, 'Couldn’t change who can see the list. Try again.');
  };

  return (
    <Dialog onClose={onClose} title="Who can see this list" size={440} centered>
      <form onSubmit={handleSubmit}>
        <p className={classes.note}>
          The people you choose see it on your profile. Its members always see it.{' '}
          <Link to="/account" className={classes.link}>
            Account Settings
          </Link>
        </p>
        <RadioList
          choices={choices}
          value={value}
          onChange={setValue}
          className={classes.choices}
          aria-label="Who can see this list"
        />
        <DialogButtons submit="Save" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

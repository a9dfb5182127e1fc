import { useId, useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import { type PersonNames, personNamesBody } from '../../../../common/schemas/forms.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useFormBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { useUsers } from '../../users/users.store.ts';
import { useSession } from '../session.store.ts';
import classes from './SettingsRow.module.css';
import { EditableRow, SettingsForm, SettingsValue } from './SettingsRow.tsx';

/** The first and last name, which others see in the directory and in shared lists. */
export function NamesRow() {
  const firstName = useUsers((state) => state.viewer?.firstName ?? null);
  const lastName = useUsers((state) => state.viewer?.lastName ?? null);
  const fullName = [firstName, lastName].filter(Boolean).join(' ');

  return (
    <EditableRow
      label="Name"
      buttonName="Edit name"
      value={<SettingsValue isMissing={fullName === ''}>{fullName || 'No name set'}</SettingsValue>}
      renderForm={(close) => <NamesForm current={{ firstName, lastName }} onClose={close} />}
    />
  );
}

interface NamesFormProps {
  current: PersonNames;
  onClose: () => void;
}

/** The form of the first and last name. Both may be empty. */
function NamesForm({ current, onClose }: NamesFormProps) {
  const [firstName, setFirstName] = useState(current.firstName ?? '');
  const [lastName, setLastName] = useState(current.lastName ?? '');
  const { isBusy, finish } = useFormBusy();

  const handleSubmit = () => {
    const names = personNamesBody.parse({ firstName, lastName });
    if (names.firstName === current.firstName && names.lastName === current.lastName) return onClose();
    finish(async () => {
      await useSession.getState().changeNames(names);
      toast({ title: 'Name updated', description: 'Everyone you share lists with sees the new name.' });
      onClose();
    }, 'Couldn’t change your name. Try again.');
  };

  return (
    <SettingsForm isBusy={isBusy} onSubmit={handleSubmit} onClose={onClose}>
      <NameField label="First name" autoComplete="given-name" value={firstName} isFirst onChange={setFirstName} />
      <NameField label="Last name" autoComplete="family-name" value={lastName} onChange={setLastName} />
    </SettingsForm>
  );
}

interface NameFieldProps {
  label: string;
  autoComplete: 'given-name' | 'family-name';
  value: string;
  isFirst?: boolean;
  onChange: (value: string) => void;
}

function NameField({ label, autoComplete, value, isFirst, onChange }: NameFieldProps) {
  const id = useId();
  return (
    <div className={classes.name}>
      <label className={classes.fieldLabel} htmlFor={id}>
        {label} <span className="dim">optional</span>
      </label>
      <TextInput
        dir="auto"
        id={id}
        size="md"
        value={value}
        autoComplete={autoComplete}
        maxLength={limits.personName.max}
        autoFocus={isFirst}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

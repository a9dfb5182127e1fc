import { useState } from 'react';
import { limits } from '../../../../../common/constants.ts';
import { passwordBody } from '../../../../../common/schemas/forms.ts';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../../lib/http/http.ts';
import { useSession } from '../../session.store.ts';
import { EditableRow, SettingsValue } from '../SettingsRow.tsx';
import { PasswordField, PasswordsForm } from './PasswordField.tsx';

/** Changes the password, which ends every other session. */
export function PasswordRow() {
  return (
    <EditableRow
      label="Password"
      buttonName="Edit password"
      value={<SettingsValue isMissing>Changing it signs out your other devices</SettingsValue>}
      renderForm={(close) => <PasswordForm onClose={close} />}
    />
  );
}

type Field = 'currentPassword' | 'newPassword';
type Problems = Partial<Record<Field, string>>;

const empty = { currentPassword: '', newPassword: '' };

/** The current password and the new one. */
function PasswordForm({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Problems>({});
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy((error, failure) => {
    setProblems(problemsOf(error));
    errorToast.showError(error, failure);
  });
  const isBlank = values.currentPassword === '' || values.newPassword === '';

  const set = (field: Field) => (value: string) => {
    setValues((known) => ({ ...known, [field]: value }));
    setProblems((known) => ({ ...known, [field]: undefined }));
    errorToast.clear();
  };

  const handleSubmit = () => {
    const parsed = passwordBody.safeParse(values);
    if (!parsed.success) return setProblems(byField(parsed.error.issues));
    finish(async () => {
      await useSession.getState().changePassword(parsed.data);
      toast({ title: 'Password updated', description: 'Your other devices have been signed out.' });
      onClose();
    }, 'Couldn’t change your password. Try again.');
  };

  return (
    <PasswordsForm isBusy={isBusy} isBlank={isBlank} onSubmit={handleSubmit} onClose={onClose}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={values.currentPassword}
        problem={problems.currentPassword}
        isFirst
        onChange={set('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={values.newPassword}
        problem={problems.newPassword}
        hint={`At least ${limits.password.min} characters`}
        onChange={set('newPassword')}
      />
    </PasswordsForm>
  );
}

function byField(issues: readonly { path: PropertyKey[] | string; message: string }[]): Problems {
  const entries = issues.map(({ path, message }) => [Array.isArray(path) ? String(path[0]) : path, message]);
  return Object.fromEntries(entries.reverse());
}

/** A refusal concerns the current password, because the new one was already checked. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {};
  return error.code === 'forbidden' ? { currentPassword: error.text } : byField(error.issues);
}

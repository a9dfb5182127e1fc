import { useState } from 'react';
import { emailBody } from '../../../../common/schemas/forms.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { useErrorToast } from '../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { useUsers } from '../../users/users.store.ts';
import { useSession } from '../session.store.ts';
import { EditableRow, SettingsField, SettingsForm, SettingsValue } from '../settings/SettingsRow.tsx';

/** Changes the address that the user signs in with. */
export function EmailRow() {
  return (
    <EditableRow
      label="Change your email"
      button="Change"
      buttonName="Change email"
      value={
        <SettingsValue isMissing>
          You then sign in with the new address, and your other devices are signed out
        </SettingsValue>
      }
      renderForm={(close) => <EmailForm onClose={close} />}
    />
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const { email, problem, isBusy, change, save } = useEmailChange(onClose);

  return (
    <SettingsForm isBusy={isBusy} isBlank={email.trim() === ''} onSubmit={save} onClose={onClose}>
      <SettingsField label="New email" problem={problem}>
        {(names) => (
          <TextInput
            {...names}
            size="md"
            type="email"
            autoComplete="email"
            value={email}
            autoFocus
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
      </SettingsField>
    </SettingsForm>
  );
}

/** The typed address, and saving it, which closes the form. */
function useEmailChange(onClose: () => void) {
  const current = useUsers((state) => state.viewer?.email ?? '');
  const [email, setEmail] = useState(current);
  const [problem, setProblem] = useState<string>();
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy((error, failure) => {
    if (error instanceof ApiError && error.code === 'taken') setProblem(error.text);
    errorToast.showError(error, failure);
  });

  const change = (value: string) => {
    setEmail(value);
    setProblem(undefined);
    errorToast.clear();
  };

  const save = () => {
    const parsed = emailBody.safeParse({ email });
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message);
    if (parsed.data.email === current) return onClose();
    finish(async () => {
      await useSession.getState().changeEmail(parsed.data.email);
      toast({
        title: 'Email updated',
        description: 'Sign in with it from now on. Your other devices have been signed out.',
      });
      onClose();
    }, 'Couldn’t change your email address. Try again.');
  };

  return { email, problem, isBusy, change, save };
}

import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { emailBody } from '../../../../common/schemas/forms.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useReturnedFocus } from '../../../components/focus/useReturnedFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { useErrorToast } from '../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { useUsers } from '../../users/users.store.ts';
import { useSession } from '../session.store.ts';
import { SettingsForm } from '../settings/SettingsForm.tsx';
import classes from '../settings/SettingsRow.module.css';
import { SettingsRow, SettingsValue } from '../settings/SettingsRow.tsx';

/** Changes the address that the user signs in with. */
export function EmailRow() {
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnedFocus(isEditing);

  return (
    <SettingsRow
      label="Change your email"
      action={
        !isEditing && (
          <Button ref={edit} variant="default" aria-label="Change email" onClick={() => setEditing(true)}>
            Change
          </Button>
        )
      }
    >
      {isEditing ? (
        <EmailForm onClose={() => setEditing(false)} />
      ) : (
        <SettingsValue isMissing>
          From then on you sign in with the new address, and your other devices are signed out
        </SettingsValue>
      )}
    </SettingsRow>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const { email, problem, isBusy, change, save } = useEmailChange(onClose);
  const id = useId();

  return (
    <SettingsForm isBusy={isBusy} isBlank={email.trim() === ''} onSubmit={save} onClose={onClose}>
      <div className={classes.field}>
        <label className={classes.fieldLabel} htmlFor={id}>
          New email
        </label>
        <TextInput
          id={id}
          size="md"
          type="email"
          autoComplete="email"
          value={email}
          error={problem !== undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint`}
          autoFocus
          onChange={(event) => change(event.currentTarget.value)}
        />
        <p id={`${id}-hint`} className={classes.hint} data-tone={problem ? 'problem' : undefined} aria-live="polite">
          {problem}
        </p>
      </div>
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

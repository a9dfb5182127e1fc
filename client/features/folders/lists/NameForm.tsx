import { type FormEvent, useId, useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import { folderNameBody } from '../../../../common/schemas/forms.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { DialogButtons } from '../../../components/FormButtons.tsx';
import { useErrorToast } from '../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../lib/http/http.ts';
import classes from './NameForm.module.css';

interface NameFormProps {
  initialName?: string;
  submitLabel: string;
  placeholder?: string;
  /** The text of the error toast if the server gives no reason. */
  failureText: string;
  /** Rejects to keep the form open with the error. */
  onSubmit: (name: string) => Promise<void>;
  onCancel: () => void;
}

/** The form for a list's name. The name is trimmed and must not be empty. */
export function NameForm(props: NameFormProps) {
  const { initialName = '', submitLabel, placeholder, failureText, onSubmit, onCancel } = props;
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const errorToast = useErrorToast();
  const isEmpty = name.trim() === '';

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || isBusy) return;
    const parsed = folderNameBody.safeParse({ name });
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message ?? 'This name is not allowed');
    setBusy(true);
    errorToast.clear();
    try {
      await onSubmit(parsed.data.name);
    } catch (error) {
      errorToast.showError(error, failureText);
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  const handleChange = (text: string) => {
    setName(text);
    setProblem(null);
    errorToast.clear();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <NameField name={name} placeholder={placeholder} problem={problem} onChange={handleChange} />
      <DialogButtons submit={submitLabel} isBusy={isBusy} isDisabled={isEmpty} onCancel={onCancel} />
    </form>
  );
}

interface NameFieldProps extends Pick<NameFormProps, 'placeholder'> {
  name: string;
  problem: string | null;
  onChange: (name: string) => void;
}

function NameField({ name, placeholder, problem, onChange }: NameFieldProps) {
  const id = useId();
  return (
    <>
      <label className={classes.label} htmlFor={id}>
        List name
      </label>
      <TextInput
        dir="auto"
        id={id}
        size="md"
        value={name}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={limits.listName.max}
        data-autofocus
        error={problem !== null}
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-problem`} className={classes.problem} aria-live="polite">
        {problem}
      </p>
    </>
  );
}

function problemOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.issues.find((issue) => issue.path === 'name')?.message ?? error.text ?? null;
}

import { TextInput } from '../../../components/controls/TextInput.tsx';
import { SettingsField } from '../settings/SettingsRow.tsx';

const FROM_ANYWHERE = 'From your authenticator app, or one of your recovery codes';

interface CodeFieldProps {
  value: string;
  problem: string | undefined;
  hint?: string;
  /** Whether it gets the focus; true by default. */
  isFirst?: boolean;
  onChange: (value: string) => void;
}

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField({ value, problem, hint = FROM_ANYWHERE, isFirst = true, onChange }: CodeFieldProps) {
  return (
    <SettingsField label="Code" problem={problem} hint={hint}>
      {(names) => (
        <TextInput
          {...names}
          size="md"
          value={value}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus={isFirst}
          // A dialog's focus trap runs after autoFocus, and looks for this.
          data-autofocus={isFirst || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </SettingsField>
  );
}

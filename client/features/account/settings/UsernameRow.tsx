import { Button } from '@mantine/core';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { limits } from '../../../../common/constants.ts';
import { usernameSchema } from '../../../../common/schemas/forms.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { type ErrorToast, useErrorToast } from '../../../components/toast/useErrorToast.ts';
import { useUsers } from '../../users/users.store.ts';
import { useSession } from '../session.store.ts';
import classes from './SettingsRow.module.css';
import { EditableRow, SettingsValue } from './SettingsRow.tsx';

/** The username, by which others can find the user. */
export function UsernameRow() {
  const username = useUsers((state) => state.viewer?.username ?? null);

  return (
    <EditableRow
      label="Username"
      buttonName="Edit username"
      value={<SettingsValue isMissing={!username}>{username ?? 'No username set'}</SettingsValue>}
      renderForm={(close) => <UsernameForm current={username ?? ''} onClose={close} />}
    />
  );
}

const RULES = '3 to 20 letters, numbers, underscores and hyphens';

interface UsernameFormProps {
  /** Empty if the user has no username yet. */
  current: string;
  onClose: () => void;
}

/** The username form. Availability is checked on blur, the rules on save. */
function UsernameForm({ current, onClose }: UsernameFormProps) {
  const [text, setText] = useState(current);
  const errorToast = useErrorToast();
  const { isBusy, saveName } = useSaving(current, errorToast, onClose);
  const { isChecking, isFree, check, forget } = useAvailability(errorToast);
  const saveButton = useRef<HTMLButtonElement>(null);
  const wantsFocus = useFocusAfter(saveButton, isChecking);
  const id = useId();
  const name = text.trim();
  const isDisabled = isBusy || isChecking || name === '';

  const handleBlur = (event: FocusEvent) => {
    wantsFocus.current = event.relatedTarget === saveButton.current;
    if (name !== current && name.length >= limits.username.min) check(name);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDisabled) saveName(name);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
      <div className={classes.field}>
        <TextInput
          size="md"
          value={text}
          aria-label="Username"
          aria-describedby={`${id}-hint`}
          error={isFree === false}
          aria-invalid={isFree === false}
          placeholder="Choose a username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            forget();
            errorToast.clear();
          }}
          onBlur={handleBlur}
        />
        <p id={`${id}-hint`} className={classes.hint} aria-live="polite" data-tone={toneOf(isFree)}>
          {isChecking ? 'Checking…' : hintOf(isFree, name)}
        </p>
      </div>
      <Buttons saveButton={saveButton} isBusy={isBusy} isDisabled={isDisabled} onCancel={onClose} />
    </form>
  );
}

interface ButtonsProps {
  saveButton: RefObject<HTMLButtonElement | null>;
  isBusy: boolean;
  isDisabled: boolean;
  onCancel: () => void;
}

/** Save and Cancel. A click keeps the focus in the field: blur would start the check, which disables Save before the click. */
function Buttons({ saveButton, isBusy, isDisabled, onCancel }: ButtonsProps) {
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <div className="button-row">
      <Button ref={saveButton} type="submit" loading={isBusy} disabled={isDisabled} onMouseDown={keepFocus}>
        Save
      </Button>
      <Button variant="default" onMouseDown={keepFocus} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function toneOf(isFree: boolean | undefined): 'good' | 'problem' | undefined {
  if (isFree === undefined) return undefined;
  return isFree ? 'good' : 'problem';
}

function hintOf(isFree: boolean | undefined, name: string): string {
  if (isFree === undefined) return RULES;
  return isFree ? `${name} is available` : (ruleBroken(name) ?? 'This username is already taken');
}

/** The message of the first rule that the name breaks. */
function ruleBroken(name: string): string | undefined {
  return usernameSchema.safeParse(name).error?.issues[0]?.message;
}

/** Saves a username and closes the form; shows why if that fails. */
function useSaving(current: string, errorToast: ErrorToast, onClose: () => void) {
  const { isBusy, finish } = useBusy(errorToast.showError);

  const saveName = (name: string) => {
    if (name === current) {
      toast({ title: 'No changes', description: 'Username is the same as your current username.' });
      return onClose();
    }
    const description = ruleBroken(name);
    if (description) return errorToast.show({ title: 'Invalid username', description });
    finish(async () => {
      await useSession.getState().changeUsername(name);
      toast({ title: 'Username updated', description: 'Your username has been successfully updated.' });
      onClose();
    }, 'Failed to update username');
  };

  return { isBusy, saveName };
}

/** Checks whether a name is free. The answer to an outdated check is ignored. */
function useAvailability(errorToast: ErrorToast) {
  const [isChecking, setChecking] = useState(false);
  const [isFree, setFree] = useState<boolean>();
  const asked = useRef(0);

  const check = async (name: string) => {
    asked.current += 1;
    const question = asked.current;
    setChecking(true);
    try {
      const answer = await useSession.getState().checkUsername(name);
      if (question !== asked.current) return;
      setFree(answer);
      if (!answer) {
        errorToast.show({ title: 'Username unavailable', description: 'This username is already taken' });
      }
    } catch (error) {
      console.error('The username could not be checked', error);
    } finally {
      if (question === asked.current) setChecking(false);
    }
  };

  const forget = () => {
    asked.current += 1;
    setFree(undefined);
    setChecking(false);
  };

  return { isChecking, isFree, check, forget };
}

/** Focuses a button that was disabled when Tab moved to it, as soon as it is enabled. */
function useFocusAfter(button: RefObject<HTMLButtonElement | null>, isDisabled: boolean) {
  const wantsFocus = useRef(false);

  useEffect(() => {
    if (isDisabled || !wantsFocus.current) return;
    wantsFocus.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [isDisabled, button]);
  return wantsFocus;
}

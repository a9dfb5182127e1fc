import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Privacy, PrivacyBody } from '../../../../../common/schemas/account/privacy.ts';
import { Choice, chosen } from '../../../../components/controls/Choice.tsx';
import { Switch } from '../../../../components/controls/Switch.tsx';
import { LoadFailed } from '../../../../components/feedback/LoadFailed.tsx';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { BlockedPeople } from './BlockedPeople.tsx';
import classes from './PrivacyCard.module.css';
import { changePrivacy, privacyQuery } from './privacy.queries.ts';

const emailChoices = [
  { value: 'everyone', label: 'Everyone here' },
  { value: 'shared', label: 'People I share a list with' },
] as const;

const listChoices = [...emailChoices, { value: 'nobody', label: 'Nobody' }] as const;

/** What others see of the user. Each choice applies at once, in every open tab. */
export function PrivacyCard() {
  const query = useQuery(privacyQuery);
  const privacy = query.data;
  const errorToast = useErrorToast();
  if (!privacy)
    return query.isError && <LoadFailed title="Couldn’t load your privacy settings" onRetry={query.refetch} />;

  const change = (changes: PrivacyBody) => {
    errorToast.clear();
    changePrivacy(changes).catch((error) =>
      errorToast.showError(error, 'Couldn’t save your privacy settings. Try again.'),
    );
  };

  return (
    <section className={classes.card} id="privacy" aria-label="Privacy">
      <h2 className={classes.heading}>Privacy</h2>
      <Choices privacy={privacy} onChange={change} />
      <BlockedPeople />
    </section>
  );
}

interface ChoicesProps {
  privacy: Privacy;
  onChange: (changes: PrivacyBody) => void;
}

function Choices({ privacy, onChange }: ChoicesProps) {
  const isEmailFixed = privacy.instance.emailFor === 'shared';
  return (
    <>
      <Row
        label="Who sees my email address"
        hint={isEmailFixed ? 'Here, only people who share a list see each other’s address.' : undefined}
      >
        {(names) => (
          <Choice
            {...names}
            className={classes.choice}
            data={[...emailChoices]}
            value={privacy.emailFor}
            disabled={isEmailFixed}
            onChange={({ currentTarget }) => onChange({ emailFor: chosen(emailChoices, currentTarget.value) })}
          />
        )}
      </Row>
      <Row
        label="Who sees my lists"
        hint="On your profile, with their titles. Members of a list always see it, and each list can have its own setting."
      >
        {(names) => (
          <Choice
            {...names}
            className={classes.choice}
            data={[...listChoices]}
            value={privacy.listsFor}
            onChange={({ currentTarget }) => onChange({ listsFor: chosen(listChoices, currentTarget.value) })}
          />
        )}
      </Row>
      <Row
        label="Show me in the directory"
        hint="When this is off, people find you only if they share a list with you or know your exact username or address."
      >
        {(names) => (
          <Switch
            {...names}
            checked={privacy.isListed}
            onChange={({ currentTarget }) => onChange({ isListed: currentTarget.checked })}
          />
        )}
      </Row>
      <Row label="Show when I am in a list" hint="Members of a list see that you have it open.">
        {(names) => (
          <Switch
            {...names}
            checked={privacy.showsPresence}
            onChange={({ currentTarget }) => onChange({ showsPresence: currentTarget.checked })}
          />
        )}
      </Row>
    </>
  );
}

interface RowProps {
  label: string;
  hint?: string;
  /** The control, which the label names. */
  children: (names: { 'aria-labelledby': string; 'aria-describedby': string | undefined }) => ReactNode;
}

function Row({ label, hint, children }: RowProps) {
  const id = useId();
  return (
    <div className={classes.row}>
      <div className={classes.text}>
        <p id={id} className={classes.label}>
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className={classes.hint}>
            {hint}
          </p>
        )}
      </div>
      {children({ 'aria-labelledby': id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
    </div>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Privacy, PrivacyBody } from '../../../../../common/schemas/account/privacy.ts';
import type { PublicUser } from '../../../../../common/schemas/user.ts';
import { Avatar } from '../../../../components/Avatar.tsx';
import { Choice, chosen } from '../../../../components/controls/Choice.tsx';
import { SettingRow } from '../../../../components/controls/SettingRow.tsx';
import { Switch } from '../../../../components/controls/Switch.tsx';
import { LoadFailed } from '../../../../components/feedback/LoadFailed.tsx';
import { useFormBusy } from '../../../../components/feedback/useBusy.ts';
import { displayName } from '../../../../lib/person.ts';
import { useUnblock } from '../../../users/privacy/BlockedPerson.tsx';
import { blocksQuery } from '../../../users/user.queries.ts';
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
  const { run } = useFormBusy();
  if (!privacy)
    return (
      query.isError && (
        <LoadFailed title="Couldn’t load your privacy settings" error={query.error} onRetry={query.refetch} />
      )
    );

  const change = (changes: PrivacyBody) =>
    run(() => changePrivacy(changes), 'Couldn’t save your privacy settings. Try again.');

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
      <SettingRow
        label="Who sees my email address"
        isStacked
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
      </SettingRow>
      <SettingRow
        label="Who sees my lists"
        isStacked
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
      </SettingRow>
      <SettingRow
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
      </SettingRow>
      <SettingRow label="Show when I am in a list" hint="Members of a list see that you have it open.">
        {(names) => (
          <Switch
            {...names}
            checked={privacy.showsPresence}
            onChange={({ currentTarget }) => onChange({ showsPresence: currentTarget.checked })}
          />
        )}
      </SettingRow>
      <SettingRow
        label="Show what I watch now"
        hint="People of your lists see what your players report while you watch."
      >
        {(names) => (
          <Switch
            {...names}
            checked={privacy.showsWatching}
            onChange={({ currentTarget }) => onChange({ showsWatching: currentTarget.checked })}
          />
        )}
      </SettingRow>
    </>
  );
}

function BlockedPeople() {
  const blocks = useQuery(blocksQuery).data;
  if (!blocks) return null;
  return (
    <div className={classes.blocked}>
      <p className={classes.label}>Blocked people</p>
      <p className={classes.hint}>
        {blocks.length === 0
          ? 'You have not blocked anyone. You can do so on a person’s profile.'
          : 'You cannot find or invite each other. They won’t know, and the lists you share stay shared.'}
      </p>
      {blocks.length > 0 && (
        <ul className={classes.people} aria-label="Blocked people">
          {blocks.map(({ user }) => (
            <Blocked key={user.id} person={user} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Blocked({ person }: { person: PublicUser }) {
  const { isBusy, unblock } = useUnblock(person);
  const name = displayName(person);
  return (
    <li className={classes.person}>
      <Avatar person={person} size={36} />
      <bdi className={classes.name}>{name}</bdi>
      <Button variant="default" size="sm" loading={isBusy} aria-label={`Unblock ${name}`} onClick={unblock}>
        Unblock
      </Button>
    </li>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../../common/constants.ts';
import { COUNTRIES, countryName, LANGUAGES, languageName } from '../../../common/countries.ts';
import type { InstanceSettings, InstanceSettingsBody } from '../../../common/schemas/instance.ts';
import { ChoiceLine } from '../../components/ChoiceLine.tsx';
import { Choice, chosen } from '../../components/controls/Choice.tsx';
import { SearchSelect } from '../../components/controls/SearchSelect.tsx';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { Switch } from '../../components/controls/Switch.tsx';
import { TextInput } from '../../components/controls/TextInput.tsx';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { Card } from './Card.tsx';
import { KeysCard } from './KeysCard.tsx';
import classes from './operator.module.css';
import { changeSettings, settingsQuery } from './operator.queries.ts';

const modes = [
  { value: 'open', label: 'Everybody' },
  { value: 'invite', label: 'By invitation' },
  { value: 'closed', label: 'Nobody' },
] as const;

/** What operators set for everybody. */
export function SettingsTab() {
  const query = useQuery(settingsQuery);
  const settings = query.data;
  if (!settings) return <PendingAnswer query={query} />;
  return (
    <div className={classes.stack}>
      <NameCard settings={settings} />
      <RegistrationCard settings={settings} />
      <PrivacyCard settings={settings} />
      <KeysCard settings={settings} />
      <TitlesCard settings={settings} />
    </div>
  );
}

function NameCard({ settings }: { settings: InstanceSettings }) {
  const [name, setName] = useState(settings.name);
  const { isBusy, run } = useBusy();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    void run(async () => {
      await changeSettings({ name });
      toast({ title: 'Name saved' });
    }, NOT_SAVED);
  };
  return (
    <Card title="Name" about="On the sign-in page and on invitations.">
      <form className={classes.form} onSubmit={handleSubmit}>
        <TextInput
          className={classes.field}
          aria-label="Name of this site"
          size="md"
          maxLength={limits.instanceName.max}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={isBusy} disabled={name.trim() === '' || name.trim() === settings.name}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

function RegistrationCard({ settings }: { settings: InstanceSettings }) {
  const { registration, isRegistrationFixed, canMembersInvite } = settings;
  return (
    <Card
      title="Registration"
      about={
        isRegistrationFixed
          ? 'The server’s environment variable REGISTRATION decides this.'
          : 'Who may create an account. People who are here already are not affected.'
      }
    >
      <div className={classes.form}>
        <ChoiceLine label="New people">
          {isRegistrationFixed ? (
            <span>{modes.find(({ value }) => value === registration)?.label}</span>
          ) : (
            <SegmentedFilter
              choices={modes}
              value={registration}
              onChange={(value) => saveSettings({ registration: value }, 'Registration changed')}
              label="Who may create an account"
            />
          )}
        </ChoiceLine>
        {registration === 'invite' && (
          <Switch
            label="Members can let new people in with a link to their list"
            checked={canMembersInvite}
            onChange={(event) =>
              saveSettings({ canMembersInvite: event.currentTarget.checked }, 'Registration changed')
            }
          />
        )}
      </div>
    </Card>
  );
}

const emailAudiences = [
  { value: 'everyone', label: 'Everyone here' },
  { value: 'shared', label: 'People who share a list' },
] as const;

const listAudiences = [...emailAudiences, { value: 'nobody', label: 'Nobody' }] as const;

function PrivacyCard({ settings: { emailFor, listsFor } }: { settings: InstanceSettings }) {
  return (
    <Card title="Privacy" about="What people see of each other. Everyone can choose to show less.">
      <div className={classes.form}>
        <Choice
          className={classes.field}
          size="md"
          label="Who sees email addresses"
          data={emailAudiences}
          value={emailFor}
          onChange={({ currentTarget: { value } }) =>
            saveSettings({ emailFor: chosen(emailAudiences, value) }, 'Privacy changed')
          }
        />
        <Choice
          className={classes.field}
          size="md"
          label="Who sees lists by default"
          data={listAudiences}
          value={listsFor}
          onChange={({ currentTarget: { value } }) =>
            saveSettings({ listsFor: chosen(listAudiences, value) }, 'Privacy changed')
          }
        />
      </div>
    </Card>
  );
}

const countries = byName(COUNTRIES, countryName);
const languages = byName(LANGUAGES, languageName);

/** For which country and in which language TMDB is asked. */
function TitlesCard({ settings: { region, language } }: { settings: InstanceSettings }) {
  return (
    <Card title="Country and language" about="They apply to everybody, and only while titles come from TMDB.">
      <div className={classes.form}>
        <div className={classes.field}>
          <SearchSelect
            label="Country"
            description="Decides where titles can be watched and which are popular."
            data={countries}
            value={region}
            onChange={(value) => void saveSettings({ region: value }, 'Country saved')}
          />
        </div>
        <div className={classes.field}>
          <SearchSelect
            label="Language of titles"
            description="Titles already in lists are updated too, 200 an hour."
            data={languages}
            value={language}
            onChange={(value) => void saveSettings({ language: value }, 'Language saved')}
          />
        </div>
      </div>
    </Card>
  );
}

function byName(codes: readonly string[], nameOf: (code: string) => string) {
  return codes.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

const NOT_SAVED = 'Couldn’t save the setting. Try again.';

/** Saves settings and says so. */
async function saveSettings(body: InstanceSettingsBody, done: string): Promise<void> {
  try {
    await changeSettings(body);
    toast({ title: done });
  } catch (error) {
    toastError(error, NOT_SAVED);
  }
}

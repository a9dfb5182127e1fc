import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { limits } from '../../../common/constants.ts';
import type { InstanceSettings, KeyService, KeyState } from '../../../common/schemas/instance.ts';
import { TextInput } from '../../components/controls/TextInput.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { ApiError } from '../../lib/http/http.ts';
import { useConfig } from '../titles/config.store.ts';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { removeKey, setKey as sendKey } from './operator.queries.ts';

const services = {
  tmdb: {
    name: 'TMDB',
    label: 'TMDB key or access token',
    about: 'Loads all titles, people and pictures. Without a key you have 1,603 films and 422 shows.',
    variables: 'TMDB_ACCESS_TOKEN or TMDB_API_KEY',
  },
  omdb: {
    name: 'OMDb',
    label: 'OMDb key',
    about: 'Adds critics’ ratings to TMDB’s titles.',
    variables: 'OMDB_API_KEY',
  },
} as const;

/** The keys to the services that titles and ratings come from. A stored key is never shown again. */
export function KeysCard({ settings }: { settings: InstanceSettings }) {
  return (
    <Card title="Keys" about="They are kept encrypted. A change applies at once, for everybody.">
      <div className={classes.form}>
        <KeyForm service="tmdb" state={settings.tmdbKey} />
        <KeyForm service="omdb" state={settings.omdbKey} />
      </div>
    </Card>
  );
}

const stateTexts: Partial<Record<KeyState, string>> = {
  settings: 'A key is set.',
  unreadable: 'Enter the key again: it was encrypted with another session secret.',
};

function KeyForm({ service, state }: { service: KeyService; state: KeyState }) {
  const { label, about, variables } = services[service];
  const { key, problem, isSaving, setKey, save } = useKeyChange(service);
  const labelId = useId();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  if (state === 'environment') {
    return (
      <div>
        <p className={classes.label}>{label}</p>
        <p className={classes.hint}>Set by {variables} in the environment of the server.</p>
      </div>
    );
  }
  return (
    <form onSubmit={handleSubmit} noValidate aria-labelledby={labelId} className={classes.key}>
      <TextInput
        className={classes.field}
        size="md"
        labelProps={{ id: labelId }}
        label={label}
        description={[stateTexts[state], about].filter(Boolean).join(' ')}
        placeholder={state === 'settings' ? 'Another key' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.serviceKey.max}
        value={key}
        error={problem}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <div className="button-row">
        <Button type="submit" loading={isSaving} disabled={key.trim() === ''} aria-label={`Save the ${label}`}>
          Save
        </Button>
        {state !== 'none' && <RemoveButton service={service} />}
      </div>
    </form>
  );
}

function RemoveButton({ service }: { service: KeyService }) {
  const { name, label } = services[service];
  const { isBusy, finish } = useBusy();
  const remove = () =>
    finish(async () => {
      await removeKey(service);
      toast({ title: `${name} key removed` });
    }, 'Couldn’t remove the key. Try again.');
  return (
    <Button variant="default" loading={isBusy} onClick={remove} aria-label={`Remove the ${label}`}>
      Remove
    </Button>
  );
}

function noteAfterSaving(service: KeyService, isChecked: boolean): string | undefined {
  if (!isChecked) return `${services[service].name} did not answer, so the key is not checked yet.`;
  const isForPictures = service === 'tmdb' && !useConfig.getState().allowsPictures;
  return isForPictures ? 'Reload this page to see its pictures.' : undefined;
}

/** The new key as typed, what is wrong with it, and saving it. */
function useKeyChange(service: KeyService) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { name } = services[service];

  const save = async () => {
    setSaving(true);
    try {
      const isChecked = await sendKey(service, key);
      setKey('');
      setProblem(undefined);
      toast({ title: `${name} key saved`, description: noteAfterSaving(service, isChecked) });
    } catch (error) {
      const issue = error instanceof ApiError ? error.issues[0] : undefined;
      setProblem(issue?.message);
      if (!issue) toastError(error, 'Couldn’t save the key. Try again.');
    } finally {
      setSaving(false);
    }
  };

  return {
    ...{ key, problem, isSaving, save },
    setKey(text: string) {
      setKey(text);
      setProblem(undefined);
    },
  };
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import { type NewPlayer, type PlayerKind, playerKinds } from '../../../../common/schemas/player.ts';
import { Choice } from '../../../components/controls/Choice.tsx';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { useFormBusy } from '../../../components/feedback/useBusy.ts';
import { useReturnedFocus } from '../../../components/focus/useReturnedFocus.ts';
import { SettingsForm } from '../settings/SettingsRow.tsx';
import classes from './Players.module.css';
import { createPlayer } from './player.queries.ts';
import { kindNames } from './playerWords.ts';

const kinds = playerKinds.map((value) => ({ value, label: kindNames[value] }));

/** Which names of the player are the viewer, as they are typed: separated by commas. */
export const namesOf = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

interface FormProps {
  onCreated: (created: NewPlayer) => void;
  onClose: () => void;
}

/** Sets up a player: which one, how it is called, and who of its users is the viewer. */
export function AddPlayer({ isFirst, onCreated }: Pick<FormProps, 'onCreated'> & { isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const add = useReturnedFocus(isOpen);
  if (isOpen) return <Form onCreated={onCreated} onClose={() => setOpen(false)} />;
  const button = (
    <Button ref={add} onClick={() => setOpen(true)}>
      Add a player
    </Button>
  );
  if (!isFirst) return <div>{button}</div>;
  return (
    <EmptyState drawing="seats" title="Your player can tick for you" action={button}>
      Connect Jellyfin, Plex, Emby, Kodi or Tautulli, and what you watch to the end goes into your diary.
    </EmptyState>
  );
}

function Form({ onCreated, onClose }: FormProps) {
  const [kind, setKind] = useState<PlayerKind>('jellyfin');
  const [name, setName] = useState('');
  const [names, setNames] = useState('');
  const { isBusy, finish } = useFormBusy();
  const hasAccounts = kind !== 'kodi' && kind !== 'other';

  const handleSubmit = () =>
    finish(async () => {
      onCreated(await createPlayer({ kind, name: name.trim() || kindNames[kind], names: namesOf(names) }));
      onClose();
    }, 'Couldn’t set up the player. Try again.');

  return (
    <SettingsForm submit="Make the address" isBusy={isBusy} onSubmit={handleSubmit} onClose={onClose}>
      <div className={classes.fields}>
        <Choice
          label="Player"
          size="md"
          data={kinds}
          value={kind}
          autoFocus
          onChange={({ currentTarget }) =>
            setKind(playerKinds.find((known) => known === currentTarget.value) ?? 'other')
          }
        />
        <TextInput
          label="Name"
          placeholder={kindNames[kind]}
          size="md"
          value={name}
          maxLength={limits.tokenName.max}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {hasAccounts && (
          <TextInput
            label="Your user names there"
            description="Separated by commas. Leave it empty if only you use it: then everything counts as yours."
            size="md"
            value={names}
            onChange={({ currentTarget }) => setNames(currentTarget.value)}
          />
        )}
      </div>
    </SettingsForm>
  );
}

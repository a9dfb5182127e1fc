import { Button } from '@mantine/core';
import { useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import { type NewPlayer, type PlayerKind, playerKinds } from '../../../../common/schemas/player.ts';
import { Choice } from '../../../components/controls/Choice.tsx';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useErrorToast } from '../../../components/toast/useErrorToast.ts';
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

interface AddPlayerProps {
  onCreated: (created: NewPlayer) => void;
}

/** Sets up a player: which one, how it is called, and who of its users is the viewer. */
export function AddPlayer({ onCreated }: AddPlayerProps) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Form onCreated={onCreated} onClose={() => setOpen(false)} />
  ) : (
    <Button onClick={() => setOpen(true)}>Add a player</Button>
  );
}

function Form({ onCreated, onClose }: AddPlayerProps & { onClose: () => void }) {
  const [kind, setKind] = useState<PlayerKind>('jellyfin');
  const [name, setName] = useState('');
  const [names, setNames] = useState('');
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy(errorToast.showError);
  const hasAccounts = kind !== 'kodi' && kind !== 'other';

  const handleSubmit = () => {
    errorToast.clear();
    finish(async () => {
      onCreated(await createPlayer({ kind, name: name.trim() || kindNames[kind], names: namesOf(names) }));
      onClose();
    }, 'Couldn’t set up the player. Try again.');
  };

  return (
    <SettingsForm submit="Make the address" isBusy={isBusy} onSubmit={handleSubmit} onClose={onClose}>
      <div className={classes.fields}>
        <Choice
          label="Player"
          size="md"
          data={kinds}
          value={kind}
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

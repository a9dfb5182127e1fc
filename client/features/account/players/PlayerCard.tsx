import { Button } from '@mantine/core';
import { type MouseEvent, useRef, useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import type { NewPlayer, Player, PlayerPersonRole } from '../../../../common/schemas/player.ts';
import { SearchSelect } from '../../../components/controls/SearchSelect.tsx';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { ConfirmedButton } from '../../../components/feedback/ConfirmedButton.tsx';
import { useBusy, useFormBusy } from '../../../components/feedback/useBusy.ts';
import { useKeptFocus } from '../../../components/focus/useKeptFocus.ts';
import { displayName } from '../../../lib/person.ts';
import { useFellows } from '../../plays/useFellows.ts';
import { SettingsForm } from '../settings/SettingsRow.tsx';
import { namesOf } from './AddPlayer.tsx';
import classes from './Players.module.css';
import { addPerson, endPart, removePlayer, renewAddress, updatePlayer } from './player.queries.ts';
import { kindNames, lastEventText } from './playerWords.ts';

interface PlayerCardProps {
  player: Player;
  onRenewed: (created: NewPlayer) => void;
}

type Editing = 'names' | PlayerPersonRole | null;

/** A player: what arrived last, who its users are, and with whom the viewer watches. */
export function PlayerCard({ player, onRenewed }: PlayerCardProps) {
  const [editing, setEditing] = useState<Editing>(null);
  const opener = useRef<HTMLElement>(null);
  const kept = useKeptFocus(() => opener.current);
  const open = (next: Editing) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setEditing(next);
  };
  const close = () => setEditing(null);
  const { kind, name, names, lastEvent, isOn } = player;
  const arrival = !isOn ? 'Its address has ended. Make a new one.' : lastEvent && lastEventText(lastEvent);
  return (
    <li className={classes.card} aria-label={name} {...kept}>
      <div className={classes.line}>
        <div className={classes.words}>
          <h2 className={classes.name}>{name}</h2>
          <p className={classes.facts}>{kind === 'other' || name === kindNames[kind] ? null : kindNames[kind]}</p>
          <p className={classes.facts}>{arrival ?? 'Waiting for the first event…'}</p>
        </div>
        <div className={classes.buttons}>
          <RenewButton player={player} onRenewed={onRenewed} />
          <ConfirmedButton
            label="Remove"
            name={`Remove ${name}`}
            title="Remove this player?"
            work={() => removePlayer(player.id)}
            failure="Couldn’t remove the player. Try again."
          >
            Its address stops working at once. What it has recorded stays in your diary.
          </ConfirmedButton>
        </div>
      </div>
      {kind !== 'kodi' && kind !== 'other' && (
        <div className={classes.line}>
          <p className={classes.words}>
            {names.length === 0 ? 'Everything that it plays counts as yours.' : `You are ${names.join(', ')}.`}
          </p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={open('names')}>
              Your user names
            </Button>
            <Button variant="default" onClick={open('account')}>
              Add another user
            </Button>
          </div>
        </div>
      )}
      <div className={classes.line}>
        <p className={classes.words}>Tick shows for those who watch them with you.</p>
        <Button variant="default" onClick={open('companion')}>
          I usually watch with…
        </Button>
      </div>
      {editing === 'names' && <NamesForm player={player} onClose={close} />}
      {(editing === 'account' || editing === 'companion') && (
        <PersonForm key={editing} player={player} role={editing} onClose={close} />
      )}
      <People player={player} />
    </li>
  );
}

function People({ player }: { player: Player }) {
  const { isBusy, run } = useBusy();
  if (player.people.length === 0) return null;
  return (
    <ul className={classes.people} aria-label={`People of ${player.name}`}>
      {player.people.map(({ id, user, role, name, state }) => (
        <li key={id} className={classes.line}>
          <p className={classes.words}>
            <bdi>{displayName(user)}</bdi>
            <span className={classes.facts}>
              {role === 'account' ? ` is ${name}` : ' usually watches with you'}
              {state === 'invited' && ' · has not agreed yet. Ask them to open Account → Players.'}
            </span>
          </p>
          <Button
            variant="default"
            loading={isBusy}
            // One person can have both roles.
            aria-label={`Remove ${displayName(user)}${role === 'account' ? `, who is ${name}` : ''}`}
            onClick={() => run(() => endPart(id), 'Couldn’t remove this person. Try again.')}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function NamesForm({ player, onClose }: { player: Player; onClose: () => void }) {
  const [names, setNames] = useState(player.names.join(', '));
  const { isBusy, finish } = useFormBusy();
  const save = () =>
    finish(async () => {
      await updatePlayer(player.id, { names: namesOf(names) });
      onClose();
    }, 'Couldn’t save your user names. Try again.');
  return (
    <SettingsForm isBusy={isBusy} onSubmit={save} onClose={onClose}>
      <TextInput
        label="Your user names there"
        description="Separated by commas. What other users watch is not recorded."
        size="md"
        autoFocus
        value={names}
        onChange={({ currentTarget }) => setNames(currentTarget.value)}
      />
    </SettingsForm>
  );
}

interface PersonFormProps {
  player: Player;
  role: PlayerPersonRole;
  onClose: () => void;
}

function PersonForm({ player, role, onClose }: PersonFormProps) {
  const taken = player.people.filter((person) => person.role === role).map(({ user }) => user.id);
  const fellows = useFellows(null).filter(({ id }) => !taken.includes(id));
  const [userId, setUserId] = useState('');
  const [name, setName] = useState('');
  const { isBusy, finish } = useFormBusy();
  const isAccount = role === 'account';
  if (fellows.length === 0) {
    return (
      <div className={classes.line}>
        <p className={classes.words}>Share a list with somebody first.</p>
        <Button variant="default" onClick={onClose}>
          OK
        </Button>
      </div>
    );
  }
  const ask = () =>
    finish(async () => {
      await addPerson(player.id, isAccount ? { role, userId, name: name.trim() } : { role, userId });
      onClose();
    }, 'Couldn’t ask this person. Try again.');
  return (
    <SettingsForm
      submit="Ask"
      isBusy={isBusy}
      isBlank={userId === '' || (isAccount && name.trim() === '')}
      onSubmit={ask}
      onClose={onClose}
    >
      <div className={classes.fields}>
        {isAccount && (
          <TextInput
            label="User name in the player"
            size="md"
            autoFocus
            value={name}
            maxLength={limits.playerAccountName.max}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <SearchSelect
          label={isAccount ? 'Who that is' : 'I usually watch with'}
          description={
            isAccount
              ? 'Once they agree, what this user watches goes into their diary.'
              : 'Once they agree, shows that you watch together are suggested for their diary.'
          }
          data={fellows.map((person) => ({ value: person.id, label: displayName(person) }))}
          isAutoFocused={!isAccount}
          value={userId}
          onChange={setUserId}
        />
      </div>
    </SettingsForm>
  );
}

function RenewButton({ player, onRenewed }: PlayerCardProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useBusy();
  const renew = () =>
    run(async () => {
      setAsking(false);
      onRenewed(await renewAddress(player.id));
    }, 'Couldn’t make a new address. Try again.');
  return (
    <>
      <Button
        variant="default"
        loading={isBusy}
        aria-label={`New address for ${player.name}`}
        onClick={() => (player.isOn ? setAsking(true) : renew())}
      >
        New address
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Make a new address?"
          confirmLabel="Make it"
          onConfirm={renew}
          onClose={() => setAsking(false)}
        >
          The address in the settings of “{player.name}” stops working at once.
        </ConfirmDialog>
      )}
    </>
  );
}

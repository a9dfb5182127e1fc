import { Button } from '@mantine/core';
import type { NewPlayer, Player } from '../../../../common/schemas/player.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { copyText } from '../../../components/toast/copyText.ts';
import classes from './Players.module.css';
import { bodies, kindNames, lastEventText, steps } from './playerWords.ts';

interface AddressProps {
  created: NewPlayer;
  /** The player as it is now; undefined after it was removed. */
  player: Player | undefined;
  onClose: () => void;
}

/** The address of a new player, the only time that it is shown, what to do with it, and whether an event has arrived. */
export function Address({ created, player, onClose }: AddressProps) {
  const { kind, name } = created.player;
  const body = bodies[kind];
  const address = `${window.location.origin}${created.path}`;
  return (
    <section className={classes.address} aria-label={`Set up ${name}`}>
      <h2 className={classes.subheading}>{kind === 'other' ? name : `Set up ${kindNames[kind]}`}</h2>
      <div className={classes.copied}>
        <TextInput
          className={classes.words}
          label="Address to paste"
          description="Copy it now: it is not shown again. It can only report what is watched."
          size="md"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => copyText(address, { title: 'Address copied' })}>Copy</Button>
      </div>
      <ol className={classes.steps}>
        {steps[kind].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {body && (
        <div className={classes.copied}>
          <pre className={classes.body}>{body}</pre>
          <Button variant="default" onClick={() => copyText(body, { title: 'JSON copied' })}>
            Copy JSON
          </Button>
        </div>
      )}
      <p className={classes.arrival} role="status" data-arrived={player?.lastEvent ? true : undefined}>
        {player?.lastEvent ? lastEventText(player.lastEvent) : 'Waiting for the first event…'}
      </p>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </section>
  );
}

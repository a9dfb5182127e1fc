import { Button } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import type { GuestLink } from '../../../../common/schemas/poll.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { QrCode } from '../../../features/folders/links/QrCode.tsx';
import { copyLink } from '../../../features/folders/lists/copyLink.ts';
import {
  createGuestLink,
  endGuestLink,
  leavePoll,
  removeGuest,
  startPoll,
} from '../../../features/folders/polls/poll.api.ts';
import { participantIn } from '../../../features/folders/polls/pollPeople.ts';
import { countOf } from '../../../features/folders/state/wording.ts';
import { CandidatePoster } from '../CandidatePoster.tsx';
import { People } from '../People.tsx';
import { CancelButton, JoinButton } from '../PollButtons.tsx';
import type { PollProps } from '../pollProps.ts';
import { TooFew } from '../TooFew.tsx';
import classes from './Lobby.module.css';

/** Before the vote: who takes part, the titles, and the link for guests. */
export function Lobby({ poll, viewer, onWrite, isBusy }: PollProps) {
  const { id, participants, candidates, hasOpenBallots } = poll;
  const opener = participantIn(poll, poll.openedByUserId)?.name;
  const isIn = participantIn(poll, viewer.id) !== undefined;
  return (
    <section className={classes.lobby} aria-labelledby="tonight">
      <header className={classes.head}>
        <h1 id="tonight">What are we watching tonight?</h1>
        <p className={classes.lead} aria-live="polite">
          {countOf(participants.length, 'person', 'people')} here · {countOf(candidates.length, 'title')} to choose from
        </p>
      </header>
      <People
        people={participants}
        onRemove={
          viewer.canManage
            ? (guest) =>
                onWrite(async () => void (await removeGuest(id, guest.id)), 'Couldn’t remove the guest. Try again.')
            : undefined
        }
      />
      {poll.hasTooFewCandidates && <TooFew canManage={viewer.canManage} />}
      <Buttons {...{ poll, viewer, onWrite, isBusy }} />
      {!viewer.canManage && isIn && <p className={classes.lead}>{`${opener ?? 'Someone'} starts the vote.`}</p>}
      <p className={classes.rule}>
        {hasOpenBallots
          ? 'Open vote: with the result, everyone sees who voted what.'
          : 'Secret vote: nobody sees who voted what, not even after the result.'}
      </p>
      {viewer.canInvite && <GuestInvite pollId={id} />}
      <ul className={classes.wall} aria-label="Titles to choose from">
        {candidates.map((candidate) => (
          <li key={candidate.key}>
            <CandidatePoster candidate={candidate} width={140} isNamed />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** To take part or leave, and for those who run the vote to start or cancel it. */
function Buttons({ poll, viewer, onWrite, isBusy }: PollProps) {
  const { id } = poll;
  const isIn = participantIn(poll, viewer.id) !== undefined;
  const writing = { poll, onWrite, isBusy };
  return (
    <div className={classes.buttons}>
      {!isIn && !viewer.isGuest && <JoinButton {...writing} />}
      {viewer.canManage && (
        <Button
          size="md"
          variant={isIn ? 'filled' : 'default'}
          loading={isBusy}
          disabled={poll.hasTooFewCandidates}
          onClick={() => onWrite(() => startPoll(id), 'Couldn’t start the vote. Try again.')}
        >
          Start the vote
        </Button>
      )}
      {viewer.canManage && <CancelButton {...writing} />}
      {isIn && !viewer.canManage && !viewer.isGuest && (
        <Button
          size="md"
          variant="default"
          disabled={isBusy}
          onClick={() => onWrite(async () => void (await leavePoll(id)), 'Couldn’t leave the vote. Try again.')}
        >
          Leave
        </Button>
      )}
    </div>
  );
}

/** Makes a link and a QR code by which people without an account can vote along. */
function GuestInvite({ pollId }: { pollId: string }) {
  const [link, setLink] = useState<GuestLink>();
  const { isBusy, run } = useBusy();

  const change = (write: () => Promise<GuestLink | undefined>, failure: string) =>
    run(async () => setLink(await write()), failure);
  const create = () => change(() => createGuestLink(pollId), 'Couldn’t make a link. Try again.');
  const end = () =>
    change(async () => {
      await endGuestLink(pollId);
      toast({ title: 'Link ended', description: 'Guests who are here stay.' });
      return undefined;
    }, 'Couldn’t end the link. Try again.');

  if (!link) {
    return (
      <Button variant="default" leftSection={<IconQrcode />} loading={isBusy} onClick={create}>
        Invite guests
      </Button>
    );
  }
  return (
    <section className={classes.invite} aria-label="Invite guests">
      <QrCode text={link.url} label="QR code of the link for guests" />
      <div className={classes.side}>
        <p>Guests scan this code and vote without an account.</p>
        <TextInput
          aria-label="Link for guests"
          readOnly
          value={link.url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="button-row">
          <Button
            leftSection={<IconCopy />}
            onClick={() => copyLink(new URL(link.url).pathname, 'Anyone who opens it can vote along.')}
          >
            Copy link
          </Button>
          <Button variant="default" disabled={isBusy} onClick={end}>
            End link
          </Button>
        </div>
      </div>
    </section>
  );
}

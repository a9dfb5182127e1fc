import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { GuestOffer } from '../../../../common/schemas/poll.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../../components/feedback/LoadFailed.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { Logo } from '../../../components/Logo.tsx';
import { MemberColours } from '../../../components/MemberColours.tsx';
import { useSession } from '../../../features/account/session.store.ts';
import { hasLinkEnded } from '../../../features/folders/links/link.queries.ts';
import { connectGuest } from '../../../features/folders/polls/guestLive.ts';
import { guestPolls, showPoll } from '../../../features/folders/polls/livePoll.store.ts';
import { joinAsGuest } from '../../../features/folders/polls/poll.api.ts';
import { guestOfferQuery } from '../../../features/folders/polls/poll.queries.ts';
import { usePageTitle } from '../../../lib/page/pageTitle.ts';
import { PollRoom } from '../PollRoom.tsx';
import classes from './GuestScreen.module.css';

/** A vote for people with its guest link, without an account: a name, then the vote itself. */
export function GuestScreen() {
  const { token = '' } = useParams();
  const [seat, setSeat] = useState(() => recallSeat(token));
  const { data: offer, error, refetch } = useQuery({ ...guestOfferQuery(token), enabled: !seat });
  const hasFrame = useSession((state) => state.status === 'signedIn');
  usePageTitle('Tonight');

  const takeSeat = useCallback(
    (taken: GuestSeat) => {
      rememberSeat(token, taken);
      setSeat(taken);
    },
    [token],
  );
  const loseSeat = useCallback(() => {
    forgetSeat(token);
    setSeat(undefined);
  }, [token]);
  useEffect(() => {
    if (offer?.guestId) takeSeat({ pollId: offer.pollId, guestId: offer.guestId });
  }, [offer, takeSeat]);

  return (
    <div className={classes.page}>
      {hasFrame || <Logo size={30} />}
      {seat ? (
        <GuestRoom seat={seat} onLost={loseSeat} />
      ) : error ? (
        <NoOffer error={error} onRetry={() => void refetch()} />
      ) : (
        offer && <Entrance offer={offer} token={token} onJoined={takeSeat} />
      )}
    </div>
  );
}

function NoOffer({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!hasLinkEnded(error))
    return <LoadFailed heading="h1" title="Couldn’t load the vote" error={error} onRetry={onRetry} />;
  return (
    <EmptyState drawing="ticket" heading="h1" title="This link has ended">
      The vote is over, or there is a newer link. Ask for the new one.
    </EmptyState>
  );
}

interface EntranceProps {
  offer: GuestOffer;
  token: string;
  onJoined: (seat: GuestSeat) => void;
}

function Entrance({ offer, token, onJoined }: EntranceProps) {
  const [name, setName] = useState('');
  const { isBusy, finish } = useBusy();

  const join = (event: FormEvent) => {
    event.preventDefault();
    finish(async () => {
      const { guestId, poll } = await joinAsGuest(token, name);
      onJoined({ pollId: poll.id, guestId });
    }, 'Couldn’t join the vote. Try again.');
  };
  return (
    <form className={classes.card} onSubmit={join}>
      <p className="dim">{`${offer.openedBy} asks`}</p>
      <h1>What are we watching tonight?</h1>
      <p className="dim">
        <bdi>{offer.listName}</bdi>
      </p>
      <TextInput
        dir="auto"
        label="Your name"
        autoComplete="given-name"
        maxLength={40}
        size="md"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={name.trim() === ''}>
        Vote along
      </Button>
      <p className="hint">No account needed. Your name stays with the result.</p>
    </form>
  );
}

interface GuestRoomProps {
  seat: GuestSeat;
  /** The guest was removed, or the vote is gone. */
  onLost: () => void;
}

function GuestRoom({ seat, onLost }: GuestRoomProps) {
  const poll = guestPolls.useLoaded(seat.pollId);
  const failure = guestPolls.useFailure(seat.pollId);
  const isSignedIn = useSession((state) => state.status === 'signedIn');
  useEffect(() => connectGuest(isSignedIn), [isSignedIn]);
  useEffect(() => {
    if (poll === null) onLost();
  }, [poll, onLost]);

  if (failure)
    return (
      <LoadFailed
        heading="h1"
        title="Couldn’t load the vote"
        error={failure}
        onRetry={() => guestPolls.refresh(seat.pollId)}
      />
    );
  if (!poll) return null;
  if (poll.state === 'closed' && !poll.result) {
    return (
      <EmptyState drawing="ticket" heading="h1" title="This vote is over">
        It ended without a result.
      </EmptyState>
    );
  }
  const viewer = { id: seat.guestId, isGuest: true, canManage: false, canInvite: false };
  return (
    <MemberColours memberIds={poll.participants.map(({ id }) => id)}>
      <PollRoom poll={poll} viewer={viewer} onChange={(changed) => showPoll(guestPolls, seat.pollId, changed)} />
    </MemberColours>
  );
}

/** A guest's place in a poll, kept in this tab: the link itself ends with the result. */
interface GuestSeat {
  pollId: string;
  guestId: string;
}

const keyOf = (token: string) => `marquee.guest.${token}`;

function rememberSeat(token: string, seat: GuestSeat): void {
  sessionStorage.setItem(keyOf(token), JSON.stringify(seat));
}

function recallSeat(token: string): GuestSeat | undefined {
  const stored = sessionStorage.getItem(keyOf(token));
  return stored ? (JSON.parse(stored) as GuestSeat) : undefined;
}

function forgetSeat(token: string): void {
  sessionStorage.removeItem(keyOf(token));
}

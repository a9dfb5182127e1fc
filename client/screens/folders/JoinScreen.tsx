import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import type { LinkOffer } from '../../../common/schemas/invitationLink.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { Logo } from '../../components/Logo.tsx';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import { toast } from '../../components/toast/toast.ts';
import { useSession } from '../../features/account/session.store.ts';
import { forgetJoining, isJoining, rememberJoining } from '../../features/folders/links/joining.ts';
import { hasLinkEnded, linkOfferQuery } from '../../features/folders/links/link.queries.ts';
import { joinList } from '../../features/folders/links/link.store.ts';
import { offeredRights } from '../../features/folders/rights/offeredRights.ts';
import { folderPath } from '../../features/folders/state/folderPaths.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { posterOf } from '../../lib/images.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { displayName } from '../../lib/person.ts';
import classes from './JoinScreen.module.css';

/** What an invitation link offers, and the way in: for members, other users and visitors. */
export function JoinScreen() {
  const { token = '' } = useParams();
  const isSignedIn = useSession((state) => state.status === 'signedIn');
  const { data: offer, error, refetch } = useQuery(linkOfferQuery(token));
  usePageTitle(offer && !error ? `Join ${offer.listName ?? offer.instanceName}` : 'Invitation');

  if (!offer && !error) return null;
  return (
    <div className={classes.page} data-visitor={!isSignedIn || undefined}>
      {!isSignedIn && (
        <a href="/" className={classes.logo} aria-label="Marquee">
          <Logo size={34} />
        </a>
      )}
      {error ? (
        <NoOffer error={error} onRetry={() => void refetch()} />
      ) : (
        <Offer offer={offer} token={token} isSignedIn={isSignedIn} />
      )}
    </div>
  );
}

function NoOffer({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!hasLinkEnded(error))
    return <LoadFailed heading="h1" title="Couldn’t load the invitation" error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      drawing="ticket"
      heading="h1"
      title="This link has ended"
      action={
        <Button component="a" href="/">
          Go to Marquee
        </Button>
      }
    >
      It has expired, was used up or was ended. Ask for a new one.
    </EmptyState>
  );
}

interface OfferProps {
  offer: LinkOffer;
  token: string;
  isSignedIn: boolean;
}

function Offer({ offer, token, isSignedIn }: OfferProps) {
  const { createdBy, instanceName, listName, itemCount, memberCount, posters } = offer;
  return (
    <div className={classes.offer}>
      <Posters posters={posters} />
      <section className={classes.card}>
        <Avatar person={createdBy} size={64} />
        <p className={classes.lead}>
          <bdi>{displayName(createdBy)}</bdi> invites you to
        </p>
        <h1 className={classes.name}>
          <bdi>{listName ?? instanceName}</bdi>
        </h1>
        {listName !== null && (
          <>
            <p className={classes.facts}>
              {countOf(itemCount, 'title')} · {countOf(memberCount + 1, 'person', 'people')}
            </p>
            <p className="hint">{offeredRights(offer)}</p>
          </>
        )}
        {isSignedIn ? <Join token={token} listName={listName} /> : <Enter token={token} offer={offer} />}
      </section>
    </div>
  );
}

/** The list's first posters, as a fan that the card holds. */
function Posters({ posters }: Pick<LinkOffer, 'posters'>) {
  if (posters.length === 0) return null;
  return (
    <div className={classes.posters}>
      {posters.map((title, index) => {
        const turn = index - (posters.length - 1) / 2;
        const style = { '--turn': turn, '--depth': Math.abs(turn) } as CSSProperties;
        return (
          <div key={`${title.mediaType} ${title.tmdbId}`} className={classes.poster} style={style}>
            <PosterImage title={title.title} alt={title.title} path={posterOf(title)} width={132} />
          </div>
        );
      })}
    </div>
  );
}

/** Visitors make an account or sign in first. Afterwards they join without another press. */
function Enter({ token, offer: { admitsNewcomers, listName } }: { token: string; offer: LinkOffer }) {
  const returnTo = encodeURIComponent(`/join/${token}`);
  const remember = () => rememberJoining(token);
  return (
    <div className={classes.buttons}>
      {admitsNewcomers && (
        <Button component="a" size="md" href={`/api/login?form=register&returnTo=${returnTo}`} onClick={remember}>
          {listName === null ? 'Create account' : 'Create account and join'}
        </Button>
      )}
      <Button
        component="a"
        size="md"
        variant={admitsNewcomers ? 'default' : 'filled'}
        href={`/api/login?returnTo=${returnTo}`}
        onClick={remember}
      >
        {listName === null ? 'Sign in' : 'Sign in and join'}
      </Button>
      {!admitsNewcomers && <p className={classes.facts}>This link is for people who have an account here.</p>}
    </div>
  );
}

function Join({ token, listName }: { token: string; listName: string | null }) {
  if (listName !== null) return <JoinList token={token} listName={listName} />;
  return (
    <div className={classes.buttons}>
      <p className={classes.facts}>You have an account here already.</p>
      <Button component="a" size="md" href="/">
        Go to Marquee
      </Button>
    </div>
  );
}

function JoinList({ token, listName }: { token: string; listName: string }) {
  const navigate = useNavigate();
  const { isBusy, finish } = useBusy();

  const join = () => {
    forgetJoining();
    finish(async () => {
      const { folderId } = await joinList(token);
      navigate(folderPath(families.folder, folderId), { replace: true });
      toast({ title: withNames`You are in ${listName}` });
    }, 'Couldn’t join the list. Try again.');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the return from the sign-in page
  useEffect(() => {
    if (isJoining(token)) join();
  }, []);

  return (
    <div className={classes.buttons}>
      <Button size="md" loading={isBusy} onClick={join}>
        Join this list
      </Button>
    </div>
  );
}

import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import { shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Poll } from '../../../common/schemas/poll.ts';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { toastError } from '../../components/toast/toast.ts';
import { BackLink } from '../../features/folders/head/BackLink.tsx';
import { FailedFolder } from '../../features/folders/lists/FailedFolder.tsx';
import { ListColours } from '../../features/folders/lists/ListColours.tsx';
import { livePolls, showPoll } from '../../features/folders/polls/livePoll.store.ts';
import { joinPoll } from '../../features/folders/polls/poll.api.ts';
import { isUndecided, participantIn } from '../../features/folders/polls/pollPeople.ts';
import { wantsToJoin } from '../../features/folders/polls/tonightLink.ts';
import { folderPath } from '../../features/folders/state/folderPaths.ts';
import { mayIn, useFolder } from '../../features/folders/state/useFolder.ts';
import { useLeaveWhenLost } from '../../features/folders/state/useLeaveWhenLost.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { MissingFolder } from '../folders/MissingFolder.tsx';
import { OpenPoll } from './opening/OpenPoll.tsx';
import { PollRoom, useStartAtHeading } from './PollRoom.tsx';
import classes from './TonightScreen.module.css';

/** The screen on which the members of a list, and their guests, choose what to watch. */
export function TonightScreen({ family }: { family: Family }) {
  const params = useParams();
  const id = params[family.idName] ?? '';
  const { replica, isMissing, hasFailed, error } = useFolder(id, family.key);
  useLeaveWhenLost(id, family.overviewPath);
  usePageTitle(replica ? `Tonight · ${shownName(replica)}` : 'Tonight');

  if (isMissing) return <MissingFolder id={id} family={family} />;
  if (hasFailed) return <FailedFolder id={id} family={family} error={error} title={`Failed to fetch ${family.noun}`} />;
  if (!replica) return <Skeleton width={220} height={38} />;
  return <Tonight replica={replica} family={family} />;
}

function Tonight({ replica, family }: { replica: Replica; family: Family }) {
  const { folder, viewerId } = replica;
  const poll = livePolls.useLoaded(folder.id, family.key);
  const failure = livePolls.useFailure(folder.id);
  const reload = () => livePolls.refresh(folder.id);
  const show = useCallback((changed: Poll) => showPoll(livePolls, folder.id, changed), [folder.id]);
  // A closed poll is shown only to those who still read its result.
  useEffect(() => () => livePolls.apply(folder.id, (known) => (known?.state === 'closed' ? null : known)), [folder.id]);
  useJoinOnArrival(poll, viewerId, show);
  const screen = useStartAtHeading(poll === undefined ? undefined : poll ? 'vote' : 'opening');

  return (
    <>
      <BackLink to={folderPath(family, folder.id)}>
        <bdi>{shownName(replica)}</bdi>
      </BackLink>
      <div ref={screen} className={classes.screen}>
        {failure && <LoadFailed heading="h1" title="Couldn’t load the vote" error={failure} onRetry={reload} />}
        {poll === null && (
          <ListColours replica={replica}>
            <OpenPoll folderId={folder.id} family={family} onOpened={show} onExists={reload} />
          </ListColours>
        )}
        {poll && (
          <ListColours replica={replica} poll={poll}>
            <PollRoom
              key={poll.id}
              poll={poll}
              viewer={{
                id: viewerId,
                isGuest: false,
                canManage: mayIn(replica, 'poll:manage') || poll.openedByUserId === viewerId,
                canInvite: mayIn(replica, 'poll:invite'),
              }}
              onChange={show}
              onLeave={() => livePolls.apply(folder.id, () => null)}
            />
          </ListColours>
        )}
      </div>
    </>
  );
}

/** Users who opened a link that says 'Join' take part without another press. */
function useJoinOnArrival(poll: Poll | null | undefined, viewerId: string, show: (poll: Poll) => void): void {
  const { state } = useLocation();
  const hasTried = useRef(false);
  const canJoin = poll && isUndecided(poll) && !participantIn(poll, viewerId);
  const pollId = canJoin && wantsToJoin(state) ? poll.id : undefined;

  useEffect(() => {
    if (!pollId || hasTried.current) return;
    hasTried.current = true;
    joinPoll(pollId).then(show, (error) => toastError(error, 'Couldn’t join the vote. Try again.'));
  }, [pollId, show]);
}

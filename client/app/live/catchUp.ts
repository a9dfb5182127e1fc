import type { NamedEvent, PersonalEvent } from '../../../common/schemas/events.ts';
import { useSession } from '../../features/account/session.store.ts';
import { liveUnread, refreshComments } from '../../features/comments/comment.queries.ts';
import { liveJoinRequests, liveJoinStatus } from '../../features/folders/joinRequests/joinRequest.store.ts';
import { liveLinks } from '../../features/folders/links/link.store.ts';
import { livePolls } from '../../features/folders/polls/livePoll.store.ts';
import { liveSeen } from '../../features/folders/seen/seen.store.ts';
import { liveSentInvitations } from '../../features/folders/state/invitation.store.ts';
import { refreshImports } from '../../features/moving/import.queries.ts';
import { refreshNotices } from '../../features/notices/notice.queries.ts';
import { applyReportsChanged } from '../../features/operator/operator.queries.ts';
import { refreshPlays } from '../../features/plays/play.queries.ts';
import { refreshMyReviews } from '../../features/reviews/review.store.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { everybodyQuery } from '../../features/users/user.queries.ts';
import { queryClient, refreshAbout } from '../../lib/query.ts';

/** 'ownRev': the user's rev has changed since this tab knew it, so there were events for this user. */
type Moment = 'connect' | 'reconnect' | 'ownRev';

/** What is loaded again at that moment. A failure shows no error: the next load of each screen has the same data. */
type CatchUp<M extends Moment = Moment> = [M, load: () => unknown];

const account: CatchUp = ['ownRev', () => useSession.getState().refreshUser()];
const picks: CatchUp = ['ownRev', () => refreshAbout('picks')];
const pins: CatchUp = [
  'ownRev',
  () => queryClient.invalidateQueries({ queryKey: everybodyQuery.queryKey, refetchType: 'all' }),
];
const plays: CatchUp = ['ownRev', refreshPlays];
const progress: CatchUp = ['ownRev', () => refreshAbout('progress')];
const reviews: CatchUp = ['ownRev', refreshMyReviews];
/** A `seenRev` covers the marks that all members see. */
const ownMarks: CatchUp = ['ownRev', () => liveSeen.refresh()];

/** The answer to `sync` has what these events are about. */
type SyncedEvent = 'invitation:received' | 'invitation:answered' | 'invitation:withdrawn';

/** The server raises the user's rev with each event for named users, and with no other. */
type MomentAfter<E extends PersonalEvent> = E extends NamedEvent ? Moment : Exclude<Moment, 'ownRev'>;

/** What a tab that was away when an event was delivered loads: at least one thing. */
const missed: {
  [E in Exclude<PersonalEvent, SyncedEvent>]: [CatchUp<MomentAfter<E>>, ...CatchUp<MomentAfter<E>>[]];
} = {
  'invitation:sent': [['connect', () => liveSentInvitations.refresh()]],
  'invitation-links:changed': [
    ['connect', () => liveLinks.refresh()],
    // They have no event: a change of the list's rights ends them.
    ['connect', () => refreshAbout('public links')],
  ],
  'join-requests:changed': [['connect', () => liveJoinRequests.refresh()]],
  'join-state:changed': [['ownRev', () => liveJoinStatus.refresh()]],
  'poll:changed': [['connect', () => livePolls.refresh()]],
  'play:saved': [plays, ownMarks, progress],
  'play:deleted': [plays, ownMarks, progress],
  'progress:changed': [plays, progress],
  'play:proposed': [plays],
  'group:changed': [['connect', () => refreshAbout('groups')]],
  'group:proposed': [['ownRev', () => refreshAbout('groups')]],
  'seen:changed': [ownMarks],
  'comment:changed': [['connect', refreshComments]],
  'comments:read': [['ownRev', () => liveUnread.refresh()]],
  'review:saved': [reviews, picks],
  'review:deleted': [reviews, picks],
  'recommendations:changed': [picks],
  'import:progress': [['ownRev', refreshImports]],
  'players:changed': [['ownRev', () => refreshAbout('players')]],
  'notices:changed': [
    ['connect', refreshNotices],
    ['connect', () => refreshAbout('webhooks')],
  ],
  'pin:changed': [pins],
  'user:updated': [account],
  'user:visibility-changed': [['reconnect', () => refreshAbout('people')]],
  'operator:changed': [account],
  'reports:changed': [['ownRev', applyReportsChanged]],
  'titles:changed': [['reconnect', () => useConfig.getState().applyTitlesChanged()]],
};

/** Loads again, once each, what the events of this moment are about. */
export function catchUp(moment: Moment): void {
  const due = Object.values(missed)
    .flat()
    .filter(([when]) => when === moment);
  for (const load of new Set(due.map(([, one]) => one))) Promise.resolve(load()).catch(() => undefined);
}

import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { newItemState } from '../../../common/newItemState.ts';
import { PROTOCOL } from '../../../common/protocol.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Invitation } from '../../../common/schemas/invitation.ts';
import type { PublicConfig } from '../../../common/schemas/operator/config.ts';
import type { Review } from '../../../common/schemas/review.ts';
import type { OwnUser } from '../../../common/schemas/user.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useInvitations } from '../../features/folders/state/invitation.store.ts';
import { showQueuedPlays } from '../../features/plays/play.queries.ts';
import { showQueuedEpisodes } from '../../features/plays/progress.queries.ts';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { playApi, titleApi } from '../../lib/http/api.ts';
import { queryClient } from '../../lib/query.ts';

/*
 * What this device keeps of the viewer, by name: what the stores hold of it, and how it comes back into them.
 */

/** The name of a list's record, apart from the records that have one name. */
const FOLDER = 'folder ';

/** The protocol of the version whose lists are kept. */
let keptProtocol: unknown = PROTOCOL;

/** What the stores hold now. A record that has not changed is the same object. */
export function collect(): Map<string, unknown> {
  const { entries, listsStatus } = useFolders.getState();
  const { invitations, isLoaded } = useInvitations.getState();
  const kept = new Map<string, unknown>([
    ['protocol', keptProtocol],
    ['profile', useUsers.getState().viewer],
    ['config', useConfig.getState().config],
    ['reviews', useReviews.getState().reviews],
    ['has all lists', listsStatus === 'ready'],
  ]);
  if (isLoaded) kept.set('invitations', invitations);
  for (const [id, { replica, itemsStatus, isLeaving }] of Object.entries(entries)) {
    if (!replica || isLeaving) continue;
    kept.set(FOLDER + id, itemsStatus === 'ready' || !replica.items ? replica : withoutItems(replica));
  }
  return kept;
}

const partial = new WeakMap<Replica, Replica>();

/** A list whose items are still loading. */
function withoutItems(replica: Replica): Replica {
  const { items: _items, ...rest } = partial.get(replica) ?? replica;
  partial.set(replica, rest);
  return rest;
}

/** Whether a record is a list whose titles have been loaded. */
export const hasTitles = (record: unknown): boolean => (record as Partial<Replica> | undefined)?.items !== undefined;

export const isListWithoutTitles = (name: string, value: unknown): boolean =>
  name.startsWith(FOLDER) && !hasTitles(value);

/** A list without titles does not replace one with titles, which another tab has stored: `sync` brings what is newer. */
export const withTitles = (value: unknown, stored: unknown): unknown => (hasTitles(stored) ? stored : value);

/** As it is stored: pending writes are in the queue, and the activity is asked for again. */
export function toStored(name: string, value: unknown): unknown {
  if (!name.startsWith(FOLDER)) return value;
  const { activity: _activity, ...replica } = value as Replica;
  return { ...replica, pending: [] };
}

let shownLists: readonly string[] = [];

/** The names of the records of lists that `apply` has shown. A list that is gone since then is no longer kept. */
export const namesOfShownLists = (): readonly string[] => shownLists;

const isOfOtherVersion = (kept: ReadonlyMap<string, unknown>): boolean => kept.get('protocol') !== PROTOCOL;

/**
 * What to store in place of lists that another version has kept: their titles and members may lack fields that no event adds,
 * so they are loaded again.
 */
export function renewed(kept: ReadonlyMap<string, unknown>): Map<string, unknown> {
  if (!isOfOtherVersion(kept)) return new Map();
  const lists = [...kept].filter(([name]) => name.startsWith(FOLDER));
  return new Map<string, unknown>([
    ...lists.map(([name, list]) => [name, withoutParts(list as Replica)] as const),
    ['has all lists', false],
    ['protocol', PROTOCOL],
  ]);
}

const withoutParts = ({ items: _items, shares: _shares, ...replica }: Replica): Replica => replica;

/** The titles with what their version did not know of. */
const withDefaults = (replica: Replica): Replica =>
  replica.items ? { ...replica, items: replica.items.map((item) => ({ ...newItemState, ...item })) } : replica;

/** Shows what is kept. */
export function apply(kept: ReadonlyMap<string, unknown>, user: OwnUser): void {
  useUsers.getState().applyViewer(user);
  const config = kept.get('config') as PublicConfig | null | undefined;
  if (config) useConfig.getState().applyKept(config);
  const reviews = kept.get('reviews') as Record<string, Review | null> | undefined;
  if (reviews) useReviews.setState({ reviews });
  const invitations = kept.get('invitations') as Invitation[] | undefined;
  if (invitations) useInvitations.getState().applyAll(invitations);
  shownLists = [...kept.keys()].filter((name) => name.startsWith(FOLDER));
  const replicas = shownLists.map((name) => kept.get(name) as Replica);
  // Without a connection there is nothing newer, and the lists stay those of the other version.
  keptProtocol = kept.get('protocol');
  const shown = isOfOtherVersion(kept) ? replicas.map(withDefaults) : replicas;
  useFolders.getState().applyKept(shown, kept.get('has all lists') === true);
  // They would be dropped as unused after some minutes.
  const options = { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } };
  const answers = kept.get('answers') as DehydratedState | undefined;
  if (answers) hydrate(queryClient, answers, options);
  showQueuedPlays();
  showQueuedEpisodes();
}

/** Of answers that are only asked for, the newest ones about titles, plays and progress are kept. */
const KEPT_ANSWERS = 150;
const keptPaths: readonly unknown[] = ['title', playApi.list.path, titleApi.tv.season.path];

function isKept({ meta, queryKey: [first], state }: Query): boolean {
  return state.status === 'success' && (meta?.about === 'progress' || keptPaths.includes(first));
}

type StoredQuery = DehydratedState['queries'][number];

const newestFirst = (a: StoredQuery, b: StoredQuery) => b.state.dataUpdatedAt - a.state.dataUpdatedAt;

/** The answers to keep: those that are stored, by this tab or another one, and those that this tab has. */
export function answersAfter(stored: DehydratedState | undefined): DehydratedState {
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
  const sorted = [...queries, ...(stored?.queries ?? [])].sort(newestFirst);
  const known = new Set<string>();
  const newest = sorted.filter(({ queryHash }) => !known.has(queryHash) && known.add(queryHash));
  return { mutations: [], queries: newest.slice(0, KEPT_ANSWERS) };
}

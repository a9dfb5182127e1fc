import { type Flags, flagNames } from '../../common/permissions.ts';
import { byRank } from '../../common/rank.ts';
import type { Replica } from '../../common/replica/replica.ts';
import { film } from '../../common/testing/replicas.ts';
import type { Scene } from './scene.ts';
import type { ActKind } from './schedule.ts';
import type { SimulatedTab } from './tab.ts';

/** What a person does in a tab. The numbers choose among what the tab shows. */
type Act = (tab: SimulatedTab, numbers: readonly number[], run: Scene) => Promise<unknown> | undefined;

const FILMS = 24;

const choose = <T>(values: readonly T[], number = 0): T | undefined => values[number % Math.max(1, values.length)];

/** The same number means the same list in all tabs that have it. */
function chooseList(replicas: readonly Replica[], number = 0): Replica | undefined {
  const placeOf = ({ folder }: Replica) => (Number.parseInt(folder.id.slice(-6), 16) * (2 * number + 1)) % 1_000_003;
  return [...replicas].sort((a, b) => placeOf(a) - placeOf(b))[0];
}

const listsOf = (tab: SimulatedTab) => tab.code.replicasOf(tab.folders).filter(({ folder }) => !folder.isReviewed);

const aReplica = (tab: SimulatedTab, [, which]: readonly number[]) => chooseList(listsOf(tab), which);

function anOwnReplica(tab: SimulatedTab, [, which]: readonly number[]) {
  const own = listsOf(tab).filter(({ folder, viewerId }) => folder.userId === viewerId);
  return chooseList(own, which);
}

/** Most titles that people change are in a list that their tab has loaded. */
function anItem(tab: SimulatedTab, numbers: readonly number[]) {
  const shown = listsOf(tab).filter(({ items }) => items && items.length > 0);
  const sent = chooseList(shown, numbers[1])?.items?.filter(({ id }) => !id.includes('-'));
  return choose(sent ?? [], numbers[2]);
}

function aPoll(tab: SimulatedTab, [, which]: readonly number[]) {
  return choose(Object.values(tab.code.usePolls.getState().polls), which);
}

const flagsOf = (number: number): Flags =>
  Object.fromEntries(
    flagNames.map((flag, index) => [flag, flag === 'canView' || ((number >> index) & 3) !== 0]),
  ) as unknown as Flags;

export const acts: Record<ActKind, Act> = {
  add(tab, numbers) {
    const replica = aReplica(tab, numbers);
    return replica && tab.folders.addItem(replica.folder.id, film(1 + ((numbers[2] ?? 0) % FILMS)));
  },
  remove(tab, numbers) {
    const item = anItem(tab, numbers);
    return item && tab.folders.removeItem(item);
  },
  removeSeveral(tab, numbers) {
    const items = aReplica(tab, numbers)?.items?.filter(({ id }) => !id.includes('-'));
    const some = items?.slice(0, 1 + ((numbers[2] ?? 0) % 3));
    const folderId = some?.[0]?.folderId;
    return some && folderId ? tab.folders.removeItems(folderId, some) : undefined;
  },
  watch(tab, numbers) {
    const item = anItem(tab, numbers);
    return item && tab.folders.setWatched(item, (numbers[3] ?? 0) % 2 === 0);
  },
  note(tab, numbers) {
    const item = anItem(tab, numbers);
    const number = (numbers[3] ?? 0) % 50;
    return item && tab.folders.setNote(item, number % 4 === 0 ? '' : `Note ${number}`);
  },
  move(tab, numbers) {
    const item = anItem(tab, numbers);
    const list = item && tab.folders.entries[item.folderId]?.replica?.items;
    const others = (list ?? []).filter(({ id }) => id !== item?.id && !id.includes('-')).sort(byRank);
    if (!item || others.length === 0) return undefined;
    const place = (numbers[3] ?? 0) % (others.length + 1);
    return tab.folders.moveItem(item, { after: others[place - 1] ?? null, before: others[place] ?? null });
  },
  rename(tab, numbers) {
    const replica = aReplica(tab, numbers);
    return replica && tab.folders.renameFolder(replica.folder.id, `Name ${(numbers[2] ?? 0) % 1000}`);
  },
  undo(tab, numbers) {
    const replica = aReplica(tab, numbers);
    const change = choose(replica?.activity ?? [], numbers[2]);
    return replica && change && tab.folders.undoChange(replica.folder.id, change.rev);
  },
  invite(tab, numbers, run) {
    const replica = aReplica(tab, numbers);
    const invitee = choose(run.base.people, numbers[2]);
    if (!replica || !invitee) return undefined;
    const flags = flagsOf(numbers[3] ?? 0);
    return tab.folders.sendInvitation({
      folderId: replica.folder.id,
      invitedUserId: invitee.id,
      ...flags,
      canView: true,
    });
  },
  answer(tab, numbers) {
    const { invitations, respond } = tab.code.useInvitations.getState();
    const invitation = choose(invitations, numbers[1]);
    return invitation && respond(invitation, (numbers[2] ?? 0) % 6 > 0 ? 'accepted' : 'declined');
  },
  setRights(tab, numbers) {
    const replica = aReplica(tab, numbers);
    if (replica && !replica.shares) return tab.folders.loadShares(replica.folder.id);
    const share = choose(replica?.shares ?? [], numbers[2]);
    return replica && share && tab.folders.setPermissions(replica.folder.id, share.id, flagsOf(numbers[3] ?? 0));
  },
  revoke(tab, numbers) {
    const replica = aReplica(tab, numbers);
    if (replica && !replica.shares) return tab.folders.loadShares(replica.folder.id);
    const share = choose(replica?.shares ?? [], numbers[2]);
    return replica && share && tab.folders.revokeShare(replica.folder.id, share.id);
  },
  leave(tab, numbers) {
    const replica = aReplica(tab, numbers);
    const isOwner = !replica || replica.folder.userId === replica.viewerId;
    return isOwner ? undefined : tab.folders.leaveFolder(replica.folder.id);
  },
  create: (tab, numbers) => tab.folders.createFolder(`List ${(numbers[1] ?? 0) % 1000}`),
  delete(tab, numbers) {
    const replica = anOwnReplica(tab, numbers);
    return replica && tab.folders.deleteFolder(replica.folder.id);
  },
  restore(tab, numbers, run) {
    const { id } = tab.options.person;
    const deleted = [...run.model.folders].filter(([, log]) => log.isDeleted && log.ownerId === id);
    const [folderId] = choose(deleted, numbers[1]) ?? [];
    return folderId ? tab.folders.restoreFolder(folderId) : undefined;
  },
  load(tab, numbers) {
    const replica = aReplica(tab, numbers);
    if (!replica) return undefined;
    const { id } = replica.folder;
    const what = (numbers[2] ?? 0) % 5;
    if (what === 0) return tab.folders.loadActivity(id);
    return what === 1 ? tab.folders.loadShares(id) : tab.folders.loadItems(id);
  },
  changeName: (tab, numbers) => tab.code.useSession.getState().changeUsername(`name_${numbers[1]}`),
  look(tab, numbers) {
    const { replica, isAway } = { replica: aReplica(tab, numbers), isAway: (numbers[2] ?? 0) % 4 === 0 };
    tab.code.usePresence.getState().applyPlace(replica && !isAway ? { folderId: replica.folder.id } : null);
    return undefined;
  },
  openPoll(tab, numbers) {
    const replica = aReplica(tab, numbers);
    const itemIds = replica?.items?.filter(({ id }) => !id.includes('-')).map(({ id }) => id);
    if (!replica || !itemIds || itemIds.length < 2) return undefined;
    return tab.code.openPoll(replica.folder.id, 'folder', { itemIds: itemIds.slice(0, 4) });
  },
  joinPoll(tab, numbers) {
    const poll = aPoll(tab, numbers);
    return poll && tab.code.joinPoll(poll.pollId);
  },
  startPoll(tab, numbers) {
    const poll = aPoll(tab, numbers);
    return poll && tab.code.startPoll(poll.pollId);
  },
  vote(tab, numbers) {
    const poll = aPoll(tab, numbers);
    if (!poll) return undefined;
    const [, , marks = 0, veto = 0] = numbers;
    return tab.code.saveBallot(poll.pollId, {
      marks: Object.fromEntries(poll.candidateKeys.map((key, index) => [key, ((marks >> index) % 3) as 0 | 1 | 2])),
      veto: veto % 3 === 0 ? (choose(poll.candidateKeys, veto) ?? null) : null,
      isReady: veto % 5 === 0,
    });
  },
  reveal(tab, numbers) {
    const poll = aPoll(tab, numbers);
    return poll && tab.code.revealPoll(poll.pollId);
  },
  closePoll(tab, numbers) {
    const poll = aPoll(tab, numbers);
    return poll && tab.code.closePoll(poll.pollId);
  },
};

import { type Flags, flagNames } from '../../../common/permissions.ts';
import { byRank } from '../../../common/rank.ts';
import type { PendingOp } from '../../../common/replica/replica.ts';
import { film } from '../../../common/testing/replicas.ts';
import type { Random } from './random.ts';
import type { SimulatedTab } from './tab.ts';

export interface World {
  random: Random;
  tabs: SimulatedTab[];
  userIds: string[];
  /** The number of films, which is small so that people often add the same ones. */
  films: number;
}

type Step = (tab: SimulatedTab, world: World) => Promise<unknown> | undefined;

const anyFlags = (random: Random): Flags =>
  Object.fromEntries(flagNames.map((flag) => [flag, flag === 'canView' || random.chance(0.7)])) as unknown as Flags;

function anyFolder(tab: SimulatedTab, { random }: World) {
  const normal = tab.client.replicasOf(tab.folders).filter(({ folder }) => !folder.isReviewed);
  return random.pick(normal);
}

function anyItem(tab: SimulatedTab, world: World) {
  return world.random.pick(anyFolder(tab, world)?.items ?? []);
}

type WeightedStep = [weight: number, step: Step];

/** A step for each kind of write that a tab shows before it is confirmed. A missing one does not compile. */
const pendingWrites: Record<PendingOp['kind'], WeightedStep> = {
  add: [
    30,
    (tab, world) => {
      const replica = anyFolder(tab, world);
      return replica && tab.folders.addItem(replica.folder.id, film(1 + world.random.below(world.films)));
    },
  ],
  remove: [
    14,
    (tab, world) => {
      const item = anyItem(tab, world);
      return item && tab.folders.removeItem(item);
    },
  ],
  watch: [
    18,
    (tab, world) => {
      const item = anyItem(tab, world);
      return item && tab.folders.setWatched(item, world.random.chance(0.5));
    },
  ],
  note: [
    6,
    (tab, world) => {
      const item = anyItem(tab, world);
      return item && tab.folders.setNote(item, world.random.chance(0.3) ? '' : `Note ${world.random.below(1000)}`);
    },
  ],
  move: [
    12,
    (tab, world) => {
      const items = [...(anyFolder(tab, world)?.items ?? [])].sort(byRank);
      const item = world.random.pick(items);
      const others = items.filter((other) => other !== item);
      const place = world.random.below(others.length + 1);
      const between = { after: others[place - 1] ?? null, before: others[place] ?? null };
      return item && others.length > 0 ? tab.folders.moveItem(item, between) : undefined;
    },
  ],
  rename: [
    5,
    (tab, world) => {
      const replica = anyFolder(tab, world);
      return replica && tab.folders.renameFolder(replica.folder.id, `Name ${world.random.below(1000)}`);
    },
  ],
};

/** The steps with their weights. Many are refused, because permissions are not checked before. */
const steps: WeightedStep[] = [
  ...Object.values(pendingWrites),
  [
    6,
    (tab, world) => {
      const mine = world.random.pick(anyFolder(tab, world)?.activity ?? []);
      return mine && 'item' in mine ? tab.folders.undoChange(mine.item.folderId, mine.rev) : undefined;
    },
  ],
  [
    7,
    (tab, world) => {
      const replica = anyFolder(tab, world);
      const invitedUserId = world.random.pick(world.userIds);
      if (!replica || !invitedUserId) return undefined;
      return tab.folders.sendInvitation({
        folderId: replica.folder.id,
        invitedUserId,
        ...anyFlags(world.random),
        canView: true,
      });
    },
  ],
  [
    9,
    (tab, { random }) => {
      const { invitations, respond } = tab.client.useInvitations.getState();
      const invitation = random.pick(invitations);
      return invitation && respond(invitation, random.chance(0.85) ? 'accepted' : 'declined');
    },
  ],
  [
    4,
    (tab, world) => {
      const replica = anyFolder(tab, world);
      const share = world.random.pick(replica?.shares ?? []);
      return replica && share && tab.folders.setPermissions(replica.folder.id, share.id, anyFlags(world.random));
    },
  ],
  [
    3,
    (tab, world) => {
      const replica = anyFolder(tab, world);
      const share = world.random.pick(replica?.shares ?? []);
      return replica && share && tab.folders.revokeShare(replica.folder.id, share.id);
    },
  ],
  [2, (tab, world) => leaveOne(tab, world)],
  [1, (tab, world) => deleteOne(tab, world)],
  [3, (tab, { random }) => tab.folders.createFolder(`List ${random.below(1000)}`)],
  [8, (tab, world) => loadOne(tab, world)],
  [4, (tab, { random }) => tab.client.useSession.getState().changeUsername(`name_${random.below(1e6)}`)],
  [
    4,
    (tab) => {
      tab.breakConnection();
      return undefined;
    },
  ],
];

function leaveOne(tab: SimulatedTab, world: World) {
  const replica = anyFolder(tab, world);
  if (!replica || replica.folder.userId === replica.viewerId) return undefined;
  return tab.folders.leaveFolder(replica.folder.id);
}

function deleteOne(tab: SimulatedTab, world: World) {
  const replica = anyFolder(tab, world);
  const own = tab.client.replicasOf(tab.folders).filter(({ folder, viewerId }) => folder.userId === viewerId);
  // Each person always keeps at least one list to work in.
  if (!replica || own.length < 4 || replica.folder.userId !== replica.viewerId) return undefined;
  return tab.folders.deleteFolder(replica.folder.id);
}

/** Opens a screen, which reads its content while others write. */
function loadOne(tab: SimulatedTab, world: World) {
  const replica = anyFolder(tab, world);
  if (!replica) return undefined;
  const { id, userId } = replica.folder;
  const what = world.random.below(3);
  if (what === 0) return tab.folders.loadActivity(id);
  if (what === 1 && userId === replica.viewerId) return tab.folders.loadShares(id);
  return tab.folders.loadItems(id);
}

const total = steps.reduce((sum, [weight]) => sum + weight, 0);

/** Makes one random step in a random tab. */
export function takeStep(world: World): Promise<unknown> | undefined {
  const tab = world.random.pick(world.tabs);
  let rest = world.random.below(total);
  for (const [weight, step] of steps) {
    rest -= weight;
    if (rest < 0) return tab && step(tab, world);
  }
  return undefined;
}

import { Types } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import { type EpisodeNumber, hasEpisode, toEpisodeSet } from '../../../common/progress.ts';
import type {
  ChangedGroup,
  GroupWatched,
  groupWatchedBody,
  proposeGroupBody,
  WatchGroup,
} from '../../../common/schemas/watchGroup.ts';
import { conflict, forbidden, limitReached, notFound } from '../../platform/http/errors.ts';
import type { Actor } from '../../platform/requests/operations.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { findMemberIds } from '../folders/access/people.service.ts';
import {
  countGroupProposals,
  countGroupsOf,
  findGroup,
  findGroupProposal,
  findGroupsIn,
  findMember,
  findShow,
  type Group,
  memberIdsOf,
  removeMember,
  storeDeclined,
  storeGroupProposal,
  storeMember,
} from '../folders/groups/group.store.ts';
import { loadItemFacts } from '../folders/model/itemFacts.ts';
import { changeFolder } from '../folders/writing/changeFolder.ts';
import { requireEpisode, type Show, type Shows } from '../titles/shows.ts';
import { foundOrNull } from '../titles/title.source.ts';
import { withdrawGroupNotices, writeNotice } from '../users/notices/notice.store.ts';
import { writeGroupChanged, writeNotification } from '../users/notification.service.ts';
import { findBlockedWith } from '../users/privacy/block.service.ts';
import { loadPublicUserLookup, lockQuotas } from '../users/user.service.ts';
import { changePlaysOf, findShowOrNull, nextOfGroup, readMembersProgress, todayOfAll } from './groupPlays.ts';
import type { Sources } from './play.service.ts';
import { storePlays } from './play.store.ts';
import { writeAct } from './playAct.model.ts';
import { showOwnProgress, todayIn } from './progress.service.ts';
import { findAskedAbout, proposePlay, settleProposalsOf } from './proposal.service.ts';
import { viewingOf } from './viewing.ts';

/** Those who watch a show of a list together. */
interface Named {
  folderId: string;
  tmdbId: number;
}

const showNotFound = () => notFound('This show is not in the list');

async function requireGroup(folderId: Types.ObjectId, tmdbId: number): Promise<Group> {
  const group = await findGroup(folderId, tmdbId);
  if (!group) throw showNotFound();
  return group;
}

/** The groups of a list, and those that are proposed to the user. */
export async function listGroups(
  shows: Shows,
  userId: string,
  { folderId, timeZone }: { folderId: string; timeZone: string },
): Promise<WatchGroup[]> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const groups = await findGroupsIn(folder._id);
  const shown = await showGroups(await findShowsOf(shows, groups), userId, groups, todayIn(timeZone));
  return shown.filter(({ memberIds, proposedByUserId }) => memberIds.length > 0 || proposedByUserId !== undefined);
}

/** Shows by TMDB id, as far as the source of titles answers. */
type KnownShows = ReadonlyMap<number, Show | null>;

async function findShowsOf(shows: Shows, groups: readonly Group[]): Promise<KnownShows> {
  const ids = [...new Set(groups.map(({ tmdbId }) => tmdbId))];
  const found = await shows.findAll(ids);
  return new Map(ids.map((tmdbId, index) => [tmdbId, foundOrNull(found[index])]));
}

async function showGroups(
  known: KnownShows,
  userId: string,
  groups: readonly Group[],
  today: string,
): Promise<WatchGroup[]> {
  const progress = await readMembersProgress(groups);
  const blocked = await findBlockedWith(userId);
  const userById = await loadPublicUserLookup(
    groups.flatMap((group) => [...memberIdsOf(group), ...group.proposals.flatMap(({ byUserId }) => byUserId ?? [])]),
  );
  return groups.map((group) => {
    const member = findMember(group, userId);
    const proposal = member ? undefined : findGroupProposal(group, userId);
    const proposer = proposal?.state === 'proposed' ? String(proposal.byUserId) : null;
    const by = proposer !== null && !blocked.has(proposer) ? proposer : null;
    const memberIds = memberIdsOf(group);
    return {
      tmdbId: group.tmdbId,
      memberIds,
      people: [...new Set([...memberIds, ...(by === null ? [] : [by])])].map(userById),
      next: nextOfGroup(group, known.get(group.tmdbId) ?? null, progress, today),
      ...(member && { trusts: member.trusts }),
      ...(by !== null && { proposedByUserId: by }),
    };
  });
}

/** By TMDB id, the next episodes of a list's groups. The caller must have checked that the user sees the list. */
export async function findNextEpisodes(shows: Shows, folderId: string): Promise<Map<number, EpisodeNumber>> {
  const groups = await findGroupsIn(new Types.ObjectId(folderId));
  const [known, progress] = [await findShowsOf(shows, groups), await readMembersProgress(groups)];
  const nexts = new Map<number, EpisodeNumber>();
  for (const group of groups) {
    const next = nextOfGroup(group, known.get(group.tmdbId) ?? null, progress, todayOfAll());
    if (next) nexts.set(group.tmdbId, next);
  }
  return nexts;
}

/** A group as all members of its list see it, at the time of an event. */
export async function readChangedGroup(shows: Shows, folderId: string, tmdbId: number): Promise<ChangedGroup> {
  const group = await findGroup(new Types.ObjectId(folderId), tmdbId);
  if (!group) return { folderId, tmdbId, memberIds: [], next: null };
  const [show, progress] = [await findShowOrNull(shows, tmdbId), await readMembersProgress([group])];
  return { folderId, tmdbId, memberIds: memberIdsOf(group), next: nextOfGroup(group, show, progress, todayOfAll()) };
}

/** Makes the actor a member, or sets whether the others may record plays for them. */
export async function joinGroup(
  shows: Shows,
  actor: Actor,
  { folderId, tmdbId, trusts }: Named & { trusts?: boolean | undefined },
): Promise<WatchGroup> {
  const { userId } = actor;
  // Before the transaction: this may ask the source of titles.
  const known: KnownShows = new Map([[tmdbId, await findShowOrNull(shows, tmdbId)]]);
  return changeFolder({ actor, folderId, action: 'group:join' }, async ({ folder, record }) => {
    const [group, show] = [await requireGroup(folder._id, tmdbId), await findShow(folder._id, tmdbId)];
    const member = findMember(group, userId);
    if (!member) await requireRoom(group, userId);
    await storeMember(group, userId, trusts ?? member?.trusts ?? false, member?.since ?? new Date());
    if (!member && show) record({ type: 'group:joined', show });
    if (!member) await withdrawGroupNotices(userId, group);
    await writeGroupChanged(group, member ? userId : undefined);
    const joined = await requireGroup(folder._id, tmdbId);
    const [shown] = await showGroups(known, userId, [joined], todayOfAll());
    return shown as WatchGroup;
  });
}

async function requireRoom({ members }: Group, userId: string): Promise<void> {
  const { groupMembers, groupsPerPerson } = limits;
  if (members.length >= groupMembers) {
    throw limitReached(`${groupMembers} people watch this together, the most that can.`);
  }
  await lockQuotas(userId);
  if ((await countGroupsOf(userId)) >= groupsPerPerson) {
    throw limitReached(
      `You watch ${groupsPerPerson} shows together with others, the most there can be. Leave one first.`,
    );
  }
}

/** Ends the actor's part in a group. Without one, nothing changes. */
export async function leaveGroup(actor: Actor, { folderId, tmdbId }: Named): Promise<void> {
  await changeFolder({ actor, folderId, action: 'group:join' }, async ({ folder, record }) => {
    const [group, show] = [await requireGroup(folder._id, tmdbId), await findShow(folder._id, tmdbId)];
    if (!findMember(group, actor.userId) || !show) return;
    await removeMember(group, actor.userId);
    record({ type: 'group:left', show });
    await writeGroupChanged(group);
  });
}

/**
 * Proposes the group to members of the list. Those who are in it, who have this proposal, who declined it a short time ago or
 * whom a block keeps apart from the actor get none.
 */
export async function proposeGroup(
  actor: Actor,
  { folderId, tmdbId, userIds }: Named & z.output<typeof proposeGroupBody>,
): Promise<void> {
  await changeFolder({ actor, folderId, action: 'group:propose' }, async ({ folder, actorUser }) => {
    const [group, show] = [await requireGroup(folder._id, tmdbId), await findShow(folder._id, tmdbId)];
    const people = new Set(await findMemberIds(folder));
    if (!userIds.every((id) => people.has(id))) throw forbidden('You can only ask people of this list');
    const blocked = await findBlockedWith(actor.userId);
    const receivers = [...new Set(userIds)].filter(
      (id) => id !== actor.userId && !blocked.has(id) && !findMember(group, id) && !findGroupProposal(group, id),
    );
    const added = await withRoom(receivers);
    if (added.length === 0 || !show) return;
    for (const userId of added) await storeGroupProposal(group, userId, actor.userId);
    const proposed = { folderId: folder._id.toHexString(), ...show, by: actorUser };
    await writeNotification('group:proposed', proposed, { to: added, by: actor.userId });
    await writeNotice({
      to: added,
      by: actor.userId,
      kind: 'group-proposed',
      folderId: folder._id,
      // The same can be proposed again later.
      about: new Types.ObjectId().toHexString(),
      facts: { title: { mediaType: 'tv', ...show } },
    });
  });
}

async function withRoom(userIds: readonly string[]): Promise<string[]> {
  const receivers: string[] = [];
  for (const userId of userIds) {
    await lockQuotas(userId);
    if ((await countGroupProposals(userId)) < limits.pendingGroupProposalsPerPerson) receivers.push(userId);
  }
  return receivers;
}

/** Declines what was proposed to the actor. Nobody else gets an event of that. Without a proposal, nothing changes. */
export async function declineGroup(actor: Actor, { folderId, tmdbId }: Named): Promise<void> {
  await changeFolder({ actor, folderId, action: 'group:join' }, async ({ folder }) => {
    const group = await requireGroup(folder._id, tmdbId);
    if (!(await storeDeclined(group, actor.userId))) return;
    await withdrawGroupNotices(actor.userId, group);
    await writeGroupChanged(group, actor.userId);
  });
}

/**
 * Records that the group has watched an episode: for the actor, and for the members who let the others record for them. The
 * others get a proposal. Those who have seen the episode get nothing, so repeats and two such calls at once add one play each.
 */
export async function recordWatched(
  { shows, source }: Sources,
  actor: Actor,
  { folderId, tmdbId, season, episode, ahead, timeZone }: Named & z.output<typeof groupWatchedBody>,
): Promise<GroupWatched> {
  const { userId } = actor;
  const { folder } = await loadFolderFor(userId, folderId, 'group:join');
  const known = await requireGroup(folder._id, tmdbId);
  requireMember(known, userId);
  const [show, facts] = await Promise.all([shows.load(tmdbId), loadItemFacts(source, { mediaType: 'tv', tmdbId })]);
  const watched = { season, episode };
  const { runtime } = requireEpisode(show, watched);
  const otherIds = memberIdsOf(known).filter((id) => id !== userId);
  return changePlaysOf(shows, actor, { tmdbId, otherIds }, async (check) => {
    const group = await requireGroup(folder._id, tmdbId);
    requireMember(group, userId);
    await check.requireConfirmed([watched], ahead);
    const progress = await readMembersProgress([group]);
    const hasSeen = (memberId: string) =>
      progress.some((one) => one.userId.toHexString() === memberId && hasEpisode(one.seen, watched));
    const others = memberIdsOf(group).filter((id) => id !== userId);
    const viewing = viewingOf({
      ...facts,
      runtime: runtime ?? facts.runtime,
      ...watched,
      at: new Date(),
      precision: 'second',
      source: 'app',
      folderId: folder._id,
    });
    const asked = await findAskedAbout(others, { tmdbId, ...watched });
    const id = hasSeen(userId) ? null : await writeAct({ userId, tmdbId, kind: 'added' });
    if (id) await storePlays({ ...viewing, userId, companionIds: others, actId: id }, [watched]);
    await settleProposalsOf(userId, { tmdbId, ...watched });
    await proposePlay({
      ...viewing,
      episodes: toEpisodeSet([watched]),
      to: others.filter((memberId) => !hasSeen(memberId) && !asked.has(memberId)),
      trusting: others.filter((memberId) => findMember(group, memberId)?.trusts),
      byUserId: userId,
      originId: (id ?? new Types.ObjectId()).toHexString(),
    });
    const [after] = await showGroups(new Map([[tmdbId, show]]), userId, [group], todayIn(timeZone));
    return {
      id: id?.toHexString() ?? null,
      group: after as WatchGroup,
      progress: await showOwnProgress(show, userId, timeZone),
    };
  });
}

function requireMember(group: Group, userId: string): void {
  if (!findMember(group, userId)) throw conflict('conflict', 'Join those who watch this together first');
}

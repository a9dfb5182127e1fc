import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { allFlags, type Flags, flagNames } from '../../common/permissions.ts';
import type { TokenScope } from '../../common/schemas/account/token.ts';
import type { InvitationLink } from '../../common/schemas/invitationLink.ts';
import type { Share } from '../../common/schemas/share.ts';
import { writeComment } from './comments.ts';
import { beginImport, importedRow } from './imports.ts';
import {
  addItem,
  createFolder,
  inviteTo,
  only,
  type Person,
  shareWith,
  signInAgain,
  signUp,
  titleFacts,
  visitor,
  withToken,
} from './people.ts';
import { recordPlay } from './plays.ts';
import { createGuestLink, joinAsGuest, startVote, tokenOf } from './polls.ts';
import type { TestServer } from './server.ts';

const single = flagNames.filter((flag) => flag !== 'canView');

/** The flags of members: canView with each other flag, and all flags. */
export const heldFlags: Record<string, Flags> = {
  canView: only(),
  ...Object.fromEntries(single.map((flag) => [flag, only(flag)])),
  'all flags': allFlags,
};

/** Guests: of the stage's poll, of another poll, and one whose session has expired. */
export const guestRoles = ['guest', 'foreign guest', 'expired guest'];

/** A token of each scope alone. A scope that is not here does not compile. */
const scopeRoles: { [S in TokenScope as `${S} token`]: { kinds: readonly [S]; isNarrowed: false } } = {
  'read token': { kinds: ['read'], isNarrowed: false },
  'write token': { kinds: ['write'], isNarrowed: false },
  'scrobble token': { kinds: ['scrobble'], isNarrowed: false },
};

/** Holders of the owner's access tokens. The narrowed ones are for the stage's list, and for another. */
export const tokenRoles: Record<string, { kinds: readonly TokenScope[]; isNarrowed: boolean }> = {
  ...scopeRoles,
  'list token': { kinds: ['read', 'write'], isNarrowed: true },
  'other list token': { kinds: ['read', 'write'], isNarrowed: true },
};

/** All kinds of callers. The owner blocks the role 'blocked', and 'unlisted' is not in the directory. The owner is last, since some calls succeed only for the owner and change the folder. */
export const roles = [
  'visitor',
  'expired session',
  ...guestRoles,
  'disabled',
  'stranger',
  'operator',
  'unlisted',
  'blocked',
  'invited',
  'former',
  ...Object.keys(heldFlags),
  'revoked token',
  ...Object.keys(tokenRoles),
  'owner',
];

interface Ids {
  folderId: string;
  itemId: string;
  /** A list that the owner has deleted, and that the member with all flags could see. */
  deletedFolderId: string;
  webhookId: string;
  deliveryId: string;
  /** The share of a person without a role. */
  shareId: string;
  /** A pending invitation of a person without a role. */
  invitationId: string;
  /** The invitation that the role 'invited' may answer. */
  ownInvitationId: string;
  /** An invitation link by the owner, for any number of people. */
  link: Pick<InvitationLink, 'id' | 'token'>;
  /** An invitation link of the operator. */
  instanceLinkId: string;
  /** A report that waits. */
  reportId: string;
  /** The rev of a change by the owner. */
  rev: string;
  /** The item with the comments. */
  commentedItemId: string;
  /** A comment by the owner. */
  commentId: string;
  removedCommentId: string;
  /** A review by the owner. */
  reviewId: string;
  /** A poll that is being voted on, in which the owner, all members and the guests take part. */
  pollId: string;
  /** A guest who calls nothing. */
  guestId: string;
  /** The token of the poll's guest link. */
  guestToken: string;
  /** A play by the owner. */
  playId: string;
  /** An import by the owner, of which all rows but one are there. */
  importId: string;
  /** A player of the owner, the owner's part in the member's, and a title that nothing has recognised. */
  playerId: string;
  partId: string;
  playerTitleId: string;
  removedPlayId: string;
  actId: string;
  /** A channel of the owner. */
  channelId: string;
  /** The play that the owner proposes to the role 'invited'. */
  proposalId: string;
}

/** A folder with an item, a share and invitations, and a person for each role. */
export interface Stage extends Ids {
  server: TestServer;
  owner: Person;
  people: Record<string, Omit<Person, 'user'>>;
  member: Person;
  waiting: Person;
  bystander: Person;
  /** Whose account the operator changes. */
  subject: Person;
  /** A person whom the callers block. */
  nobody: Person;
}

export async function setStage(server: TestServer): Promise<Stage> {
  const operator = await signUpOperator(server);
  const [owner, stranger, invited, former] = await Promise.all([1, 2, 3, 4].map(() => signUp(server)));
  const [member, waiting, bystander, nobody] = await Promise.all([1, 2, 3, 4].map(() => signUp(server)));
  if (!(owner && stranger && invited && former && member && waiting && bystander && nobody))
    throw new Error('A person is missing');
  const folder = await createFolder(owner);
  const people: Stage['people'] = { visitor: visitor(server), stranger, operator, invited, former, owner };
  people.disabled = await signUp(server);
  await operator.post(`/api/admin/accounts/${(people.disabled as Person).user.id}/disable`);
  people.unlisted = await signUp(server, 'Una');
  await people.unlisted.patch('/api/user/privacy', { isListed: false });
  const blocked = await signUp(server, 'Bo');
  await owner.put(`/api/users/${blocked.user.id}/block`);
  people.blocked = blocked;
  people['expired session'] = await withExpiredSession(server, owner);
  await shareWith(owner, folder.id, former, allFlags);
  await former.delete(`/api/folders/${folder.id}/leave`);
  for (const [role, flags] of Object.entries(heldFlags)) {
    const person = await signUp(server, role);
    await shareWith(owner, folder.id, person, flags);
    people[role] = person;
  }
  const stage: Stage = {
    server,
    folderId: folder.id,
    itemId: '',
    deletedFolderId: '',
    shareId: '',
    invitationId: (await inviteTo(owner, folder.id, waiting)).id,
    ownInvitationId: (await inviteTo(owner, folder.id, invited, allFlags)).id,
    link: await createLink(owner, folder.id),
    instanceLinkId: (await operator.post('/api/admin/invitation-links', {})).body.id,
    reportId: '',
    rev: '',
    commentedItemId: '',
    commentId: '',
    removedCommentId: '',
    reviewId: '',
    pollId: '',
    guestId: '',
    guestToken: '',
    playId: '',
    importId: '',
    playerId: '',
    partId: '',
    playerTitleId: '',
    webhookId: '',
    deliveryId: '',
    removedPlayId: '',
    actId: '',
    channelId: '',
    proposalId: '',
    owner,
    people,
    member,
    waiting,
    bystander,
    subject: await signUp(server),
    nobody,
  };
  // In turn: all are the owner's, and transactions about one person would conflict.
  await putItem(stage);
  await putReview(stage);
  await putPlay(stage);
  await putImport(stage);
  await putRemovedPlay(stage);
  await putAct(stage);
  await putDeletedFolder(stage);
  await putWebhook(stage);
  await putGroup(stage);
  await putShare(stage);
  await putJoinRequest(stage);
  await putForeignGuests(stage);
  await putTokens(stage);
  await putPoll(stage);
  await putProposal(stage);
  stage.commentedItemId = (await addItem(owner, stage.folderId)).id;
  await putComment(stage);
  await putRemovedComment(stage);
  await putReport(stage);
  await putPlayer(stage);
  await putChannel(stage);
  return stage;
}

/** Creates everything again after the last of the callers has deleted the folder. */
export async function startOver(stage: Stage, role: string): Promise<void> {
  if (role === roles.at(-1)) Object.assign(stage, await setStage(stage.server));
  else await stage.owner.post(`/api/folders/${stage.folderId}/restore`);
}

/** Adds a new item by the owner, and notes the rev of that change. */
export async function putItem(stage: Stage): Promise<void> {
  stage.itemId = (await addItem(stage.owner, stage.folderId)).id;
  stage.rev = String((await stage.owner.get(`/api/folders/${stage.folderId}`)).body.rev);
}

export async function putShare(stage: Stage): Promise<void> {
  await shareWith(stage.owner, stage.folderId, stage.member, only());
  const shares: Share[] = (await stage.owner.get(`/api/folders/${stage.folderId}/shares`)).body;
  stage.shareId = shares.find(({ sharedWithUserId }) => sharedWithUserId === stage.member.user.id)?.id ?? '';
}

/** The bystander asks to join. */
export async function putJoinRequest({ bystander, folderId }: Stage): Promise<void> {
  await bystander.post(`/api/folders/${folderId}/join-requests/me`);
}

/** Shares another list with the member who has all flags, and deletes it. */
export async function putDeletedFolder(stage: Stage): Promise<void> {
  const { id } = await createFolder(stage.owner);
  await shareWith(stage.owner, id, stage.people['all flags'] as Person, allFlags);
  await stage.owner.delete(`/api/folders/${id}`);
  stage.deletedFolderId = id;
}

export async function putComment(stage: Stage): Promise<void> {
  stage.commentId = (await writeComment(stage.owner, stage.folderId, stage.commentedItemId)).id;
}

export async function putRemovedComment(stage: Stage): Promise<void> {
  const { id } = await writeComment(stage.owner, stage.folderId, stage.commentedItemId);
  await stage.owner.delete(`/api/comments/${id}`);
  stage.removedCommentId = id;
}

export async function putReview(stage: Stage): Promise<void> {
  stage.reviewId = (await stage.owner.post('/api/reviews', { ...titleFacts(), rating: 4 })).body.id;
}

/** Opens a poll that everyone with a role takes part in, and closes the one before. */
export async function putPoll(stage: Stage): Promise<void> {
  const { owner, people } = stage;
  if (stage.pollId) await owner.post(`/api/polls/${stage.pollId}/close`, {});
  const members = Object.keys(heldFlags).map((role) => people[role] as Person);
  stage.pollId = (await startVote(owner, stage.folderId, members)).id;
  const link = await createGuestLink(owner, stage.pollId);
  stage.guestToken = tokenOf(link);
  people.guest = await joinAsGuest(stage.server, link);
  await putGuest(stage);
}

export async function putGuest(stage: Stage): Promise<void> {
  const link = await createGuestLink(stage.owner, stage.pollId);
  stage.guestToken = tokenOf(link);
  stage.guestId = (await joinAsGuest(stage.server, link)).id;
}

/** Begins an import, and sends the first of its two rows. */
export async function putImport(stage: Stage): Promise<void> {
  stage.importId = (await beginImport(stage.owner, [importedRow(), importedRow()], { send: 1 })).id;
}

export async function putPlayer(stage: Stage): Promise<void> {
  const { owner, member } = stage;
  const create = async (person: Person) =>
    (await person.post('/api/players', { kind: 'jellyfin', name: 'Sofa' })).body.player.id as string;
  stage.playerId = await create(owner);
  const asked = { role: 'companion', userId: owner.user.id };
  const { body } = await member.post(`/api/players/${await create(member)}/people`, asked);
  stage.partId = body.people[0].id;
  await owner.post('/api/scrobble', {
    ...{ event: 'scrobble', mediaType: 'movie', name: 'Unknown', progress: 1, player: 'Kodi', session: '1' },
    at: '2026-01-31T20:15:00.000Z',
  });
  stage.playerTitleId = (await owner.get('/api/scrobbles/unrecognised')).body[0].id;
}

/** To an address of this machine, to which nothing is sent. */
export async function putWebhook(stage: Stage): Promise<void> {
  const body = { name: 'Chat', address: 'https://localhost:9/hook', events: ['play:recorded'] };
  stage.webhookId = (await stage.owner.post('/api/webhooks', body)).body.id;
  stage.deliveryId = (await stage.owner.post(`/api/webhooks/${stage.webhookId}/test`)).body.id;
}

export async function putPlay(stage: Stage): Promise<void> {
  stage.playId = (await recordPlay(stage.owner)).id;
}

export async function putRemovedPlay(stage: Stage): Promise<void> {
  stage.removedPlayId = (await recordPlay(stage.owner)).id;
  await stage.owner.delete(`/api/plays/${stage.removedPlayId}`);
}

async function putAct(stage: Stage): Promise<void> {
  stage.actId = (await stage.owner.post('/api/plays/up-to', { tmdbId: 1399, season: 1, episode: 2 })).body.id;
}

/** A show in the list. */
async function putGroup({ owner, folderId }: Stage): Promise<void> {
  await addItem(owner, folderId, { tmdbId: 1399, mediaType: 'tv' });
}

/** Shares another list with the role 'invited', so that the owner may propose plays to them. */
async function putProposal(stage: Stage): Promise<void> {
  const { id } = await createFolder(stage.owner, 'Seen together');
  await shareWith(stage.owner, id, stage.people.invited as Person, only());
  await proposeAgain(stage);
}

export async function proposeAgain(stage: Stage): Promise<void> {
  stage.proposalId = (await recordPlay(stage.owner, { withUserIds: [(stage.people.invited as Person).user.id] })).id;
}

/** A report of the owner's list, which waits for an operator. */
async function putReport(stage: Stage): Promise<void> {
  await stage.member.post('/api/reports', { kind: 'list', id: stage.folderId, reason: 'spam' });
  stage.reportId = (await stage.people.operator?.get('/api/admin/reports'))?.body[0].id;
}

/** Nothing is sent to it. */
export async function putChannel(stage: Stage): Promise<void> {
  const body = { kind: 'ntfy', name: 'Phone', url: `https://localhost:9/${randomUUID()}` };
  stage.channelId = (await stage.owner.post('/api/channels', body)).body.id;
}

export async function putInvitation(stage: Stage): Promise<void> {
  stage.invitationId = (await inviteTo(stage.owner, stage.folderId, stage.waiting)).id;
}

/** As if the invitation that was declined had been declined long ago. */
export async function inviteAgain(stage: Stage): Promise<void> {
  const folderId = new mongoose.Types.ObjectId(stage.folderId);
  await mongoose.connection.collection('invitations').deleteMany({ folderId, status: 'declined' });
  stage.ownInvitationId = (await inviteTo(stage.owner, stage.folderId, stage.people.invited as Person)).id;
}

export async function comeBack(stage: Stage, role: string): Promise<void> {
  await shareWith(stage.owner, stage.folderId, stage.people[role] as Person, heldFlags[role]);
}

export async function putLink(stage: Stage): Promise<void> {
  stage.link = await createLink(stage.owner, stage.folderId);
}

/** With no more rights than each member with canShare has, who otherwise does not see it. */
async function createLink(owner: Person, folderId: string): Promise<InvitationLink> {
  const answer = await owner.post(`/api/folders/${folderId}/invitation-links`, { ...only(), maxUses: null });
  if (answer.status !== 201) throw new Error(`Creating a link answered ${answer.status}: ${answer.text}`);
  return answer.body as InvitationLink;
}

/** Ends the membership of those who have joined by the link, and invites again who was invited. */
export async function leaveAfterJoining(stage: Stage, role: string): Promise<void> {
  if (role === 'owner' || role in heldFlags) return;
  const left = await stage.people[role]?.delete(`/api/folders/${stage.folderId}/leave`);
  if (left?.status !== 204) throw new Error(`Leaving answered ${left?.status}`);
  if (role === 'invited') await inviteAgain(stage);
}

/** Withdraws the invitation of the bystander. */
export async function withdrawOffer(stage: Stage): Promise<void> {
  const offered: { id: string }[] = (await stage.bystander.get('/api/folder-invitations')).body;
  for (const { id } of offered) await stage.owner.delete(`/api/folder-invitations/${id}`);
}

/** The same stage with ids that do not exist. */
export function emptied(stage: Stage): Stage {
  const nothing = () => randomUUID().replaceAll('-', '').slice(0, 24);
  return {
    ...stage,
    folderId: nothing(),
    itemId: nothing(),
    deletedFolderId: nothing(),
    shareId: nothing(),
    invitationId: nothing(),
    ownInvitationId: nothing(),
    commentedItemId: nothing(),
    commentId: nothing(),
    removedCommentId: nothing(),
    reviewId: nothing(),
    pollId: nothing(),
    guestId: nothing(),
    guestToken: nothing().slice(0, 22),
    playId: nothing(),
    importId: nothing(),
    removedPlayId: nothing(),
    actId: nothing(),
    channelId: nothing(),
    proposalId: nothing(),
    instanceLinkId: nothing(),
    reportId: nothing(),
    link: { id: nothing(), token: nothing().slice(0, 22) },
  };
}

export async function unblockNobody({ people, nobody }: Stage, role: string): Promise<void> {
  await people[role]?.delete(`/api/users/${nobody.user.id}/block`);
}

/** Access tokens of the owner. */
async function putTokens({ server, owner, people, folderId }: Stage): Promise<void> {
  const { id: otherId } = await createFolder(owner);
  for (const [role, { kinds, isNarrowed }] of Object.entries(tokenRoles)) {
    const listId = role === 'list token' ? folderId : otherId;
    people[role] = await withToken(server, owner, [...kinds, ...(isNarrowed ? [`list:${listId}`] : [])]);
  }
  const revoked = await withToken(server, owner, ['read', 'write']);
  await owner.delete(`/api/tokens/${revoked.id}`);
  people['revoked token'] = revoked;
}

interface Cast {
  server: TestServer;
  owner: Person;
  people: Record<string, Omit<Person, 'user'>>;
}

/** The operator of the instance, or a further one. */
export async function signUpOperator(server: TestServer): Promise<Person> {
  const person = await signUp(server);
  const users = mongoose.connection.collection('users');
  await users.updateOne({ email: person.user.email }, { $set: { isOperator: true } });
  return person;
}

async function withExpiredSession(server: TestServer, person: Person): Promise<Person> {
  const again = await signInAgain(server, person);
  const sessionId = /marquee\.sid=s:([^.]+)/.exec(decodeURIComponent(again.cookie))?.[1] ?? '';
  const sessions = mongoose.connection.collection<{ _id: string; expires: Date }>('sessions');
  const { modifiedCount } = await sessions.updateOne({ _id: sessionId }, { $set: { expires: new Date(0) } });
  if (modifiedCount !== 1) throw new Error('No session expired');
  return again;
}

/** Two guests of a poll in another list of the owner; the session of one has expired. */
async function putForeignGuests({ server, owner, people }: Cast): Promise<void> {
  const poll = await startVote(owner, (await createFolder(owner)).id);
  const link = await createGuestLink(owner, poll.id);
  const [foreign, expired] = [await joinAsGuest(server, link), await joinAsGuest(server, link)];
  const sessions = mongoose.connection.collection('guestsessions');
  await sessions.updateOne({ _id: new mongoose.Types.ObjectId(expired.id) }, { $set: { expiresAt: new Date(0) } });
  people['foreign guest'] = foreign;
  people['expired guest'] = expired;
}

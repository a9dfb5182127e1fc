import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { allFlags, type Flags, flagNames } from '../../common/permissions.ts';
import type { Share } from '../../common/schemas/share.ts';
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
} from './people.ts';
import type { TestServer } from './server.ts';

const single = flagNames.filter((flag) => flag !== 'canView');

/** The flags of those who are in the folder: each flag alone, which viewing goes with, and all of them. */
export const heldFlags: Record<string, Flags> = {
  canView: only(),
  ...Object.fromEntries(single.map((flag) => [flag, only(flag)])),
  'all flags': allFlags,
};

/** Everybody there is, seen from one folder; its owner last, so that others go before what only an owner may. */
export const roles = [
  'visitor',
  'expired session',
  'stranger',
  'invited',
  'former',
  ...Object.keys(heldFlags),
  'owner',
];

interface Ids {
  folderId: string;
  itemId: string;
  /** The share of somebody who is none of the roles. */
  shareId: string;
  /** A pending invitation to somebody who is none of the roles. */
  invitationId: string;
  /** The one that the role 'invited' may answer. */
  ownInvitationId: string;
  /** Of a change that the owner made. */
  rev: string;
  /** A review of the owner's. */
  reviewId: string;
}

/** A folder with one of everything in it, and somebody for each role. */
export interface Stage extends Ids {
  server: TestServer;
  owner: Person;
  people: Record<string, Omit<Person, 'user'>>;
  member: Person;
  waiting: Person;
  bystander: Person;
}

export async function setStage(server: TestServer): Promise<Stage> {
  const [owner, stranger, invited, former] = await Promise.all([1, 2, 3, 4].map(() => signUp(server)));
  const [member, waiting, bystander] = await Promise.all([1, 2, 3].map(() => signUp(server)));
  if (!(owner && stranger && invited && former && member && waiting && bystander)) throw new Error('Nobody came');
  const folder = await createFolder(owner);
  const people: Stage['people'] = { visitor: visitor(server), stranger, invited, former, owner };
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
    shareId: '',
    invitationId: (await inviteTo(owner, folder.id, waiting)).id,
    ownInvitationId: (await inviteTo(owner, folder.id, invited, allFlags)).id,
    rev: '',
    reviewId: '',
    owner,
    people,
    member,
    waiting,
    bystander,
  };
  await Promise.all([putItem(stage), putReview(stage)]);
  await putShare(stage);
  return stage;
}

async function withExpiredSession(server: TestServer, person: Person): Promise<Person> {
  const again = await signInAgain(server, person);
  const sessionId = /marquee\.sid=s:([^.]+)/.exec(decodeURIComponent(again.cookie))?.[1] ?? '';
  const sessions = mongoose.connection.collection<{ _id: string; expires: Date }>('sessions');
  const { modifiedCount } = await sessions.updateOne({ _id: sessionId }, { $set: { expires: new Date(0) } });
  if (modifiedCount !== 1) throw new Error('No session expired');
  return again;
}

/** Nothing is left of the folder: all begins anew. */
export async function startOver(stage: Stage): Promise<void> {
  Object.assign(stage, await setStage(stage.server));
}

/** A fresh item of the owner's, and the change that brought it. */
export async function putItem(stage: Stage): Promise<void> {
  stage.itemId = (await addItem(stage.owner, stage.folderId)).id;
  stage.rev = String((await stage.owner.get(`/api/folders/${stage.folderId}`)).body.rev);
}

export async function putShare(stage: Stage): Promise<void> {
  await shareWith(stage.owner, stage.folderId, stage.member, only());
  const shares: Share[] = (await stage.owner.get(`/api/folders/${stage.folderId}/shares`)).body;
  stage.shareId = shares.find(({ sharedWithUserId }) => sharedWithUserId === stage.member.user.id)?.id ?? '';
}

export async function putReview(stage: Stage): Promise<void> {
  stage.reviewId = (await stage.owner.post('/api/reviews', { ...titleFacts(), rating: 4 })).body.id;
}

export async function putInvitation(stage: Stage): Promise<void> {
  stage.invitationId = (await inviteTo(stage.owner, stage.folderId, stage.waiting)).id;
}

export async function inviteAgain(stage: Stage): Promise<void> {
  stage.ownInvitationId = (await inviteTo(stage.owner, stage.folderId, stage.people.invited as Person)).id;
}

export async function comeBack(stage: Stage, role: string): Promise<void> {
  await shareWith(stage.owner, stage.folderId, stage.people[role] as Person, heldFlags[role]);
}

/** Takes back what was offered to the bystander. */
export async function withdrawOffer(stage: Stage): Promise<void> {
  const offered: { id: string }[] = (await stage.bystander.get('/api/folder-invitations')).body;
  for (const { id } of offered) await stage.owner.delete(`/api/folder-invitations/${id}`);
}

/** The same stage with ids of nothing. */
export function emptied(stage: Stage): Stage {
  const nothing = () => randomUUID().replaceAll('-', '').slice(0, 24);
  return {
    ...stage,
    folderId: nothing(),
    itemId: nothing(),
    shareId: nothing(),
    invitationId: nothing(),
    ownInvitationId: nothing(),
    reviewId: nothing(),
  };
}

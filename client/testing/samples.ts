import { allFlags, defaultFlags } from '../../common/permissions.ts';
import type { MemberChange } from '../../common/schemas/changes.ts';
import type { Folder } from '../../common/schemas/folder.ts';
import type { Invitation } from '../../common/schemas/invitation.ts';
import type { Item, TitleFacts } from '../../common/schemas/item.ts';
import type { PublicConfig } from '../../common/schemas/operator/config.ts';
import type { Play, Proposal } from '../../common/schemas/play.ts';
import type { Player } from '../../common/schemas/player.ts';
import type { PollProgress } from '../../common/schemas/poll.ts';
import type { ShownProgress } from '../../common/schemas/progress.ts';
import type { Review } from '../../common/schemas/review.ts';
import type { Share } from '../../common/schemas/share.ts';
import type { ProfileFolder, User } from '../../common/schemas/user.ts';
import type { Webhook } from '../../common/schemas/webhook.ts';
import { item, revAt } from '../../common/testing/replicas.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A 24-digit id from a small number. */
export const idOf = (n: number): string => n.toString(16).padStart(24, '0');

export function sampleUser(n: number, firstName: string): User {
  return {
    id: idOf(n),
    email: `${firstName.toLowerCase()}@example.org`,
    username: null,
    firstName,
    lastName: null,
    profileImageUrl: null,
    createdAt: at,
  };
}

export const ana = sampleUser(1, 'Ana');
export const ben = sampleUser(2, 'Ben');

export function publicUser({ id, username, firstName, lastName, profileImageUrl }: User) {
  return { id, username, firstName, lastName, profileImageUrl };
}

export function sampleFolder(over: Partial<Folder> = {}): Folder {
  return {
    id: idOf(100),
    name: 'Friday',
    userId: ana.id,
    createdAt: at,
    itemCount: 0,
    memberCount: 0,
    visibility: null,
    rev: 1,
    isReviewed: false,
    isSharedByMe: false,
    permissions: allFlags,
    ...over,
  };
}

export function sampleItem(n: number, over: Partial<Item> = {}): Item {
  return item(n, { addedBy: publicUser(ana), releaseDate: '1999-01-01', voteAverage: 80, ...over });
}

type ItemType = Extract<MemberChange, { item: Item }>['type'];

export function itemChange(
  rev: number,
  type: ItemType,
  item: Item,
  over: { by?: User; opId?: string } = {},
): MemberChange {
  return { ...revAt(rev), at, by: publicUser(over.by ?? ben), opId: over.opId, type, item, itemCount: rev };
}

/** An import by Ben. */
export function importChange(rev: number, items: Item[]): MemberChange {
  const type = 'items:added';
  return { ...revAt(rev), at, by: publicUser(ben), type, items, itemCount: items.length, importId: idOf(900) };
}

export function sampleShare(over: Partial<Share> = {}): Share {
  return {
    ...defaultFlags,
    id: idOf(500),
    folderId: idOf(100),
    categoryId: idOf(100),
    sharedWithUserId: ben.id,
    sharedByUserId: ana.id,
    createdAt: at,
    sharedWithUser: { ...publicUser(ben), email: ben.email },
    ...over,
  };
}

export function sampleInvitation(over: Partial<Invitation> = {}): Invitation {
  return {
    ...defaultFlags,
    id: idOf(700),
    status: 'pending',
    createdAt: at,
    respondedAt: null,
    folderId: idOf(100),
    categoryId: idOf(100),
    folder: { id: idOf(100), name: 'Friday' },
    category: { id: idOf(100), name: 'Friday' },
    invitedUserId: ben.id,
    invitedUser: { ...publicUser(ben), email: ben.email },
    invitedByUser: { ...publicUser(ana), email: ana.email },
    ...over,
  };
}

const titleFacts: TitleFacts = {
  tmdbId: 603,
  mediaType: 'movie',
  title: 'The Matrix',
  overview: null,
  posterPath: null,
  backdropPath: null,
  releaseDate: '1999-03-31',
  voteAverage: 82,
  genres: [28],
  runtime: 136,
};

export function sampleReview(over: Partial<Review> = {}): Review {
  return {
    id: idOf(900),
    userId: ana.id,
    tmdbId: 603,
    mediaType: 'movie',
    rating: 4,
    comment: 'Whoa.',
    createdAt: at,
    updatedAt: at,
    ...over,
  };
}

/** A list as a user's profile shows it. */
export function sampleProfileFolder(n: number, name: string, itemCount: number): ProfileFolder {
  return { id: idOf(n), name, itemCount, createdAt: '2026-03-05T12:00:00.000Z' };
}

export function samplePlay(over: Partial<Play> = {}): Play {
  return {
    id: idOf(800),
    userId: ana.id,
    ...titleFacts,
    at: '2026-01-31T20:15:00.000Z',
    precision: 'second',
    source: 'app',
    companions: [],
    createdAt: at,
    ...over,
  };
}

/** The progress of Ana in Severance: nothing seen of 19 episodes. */
export function sampleProgress(over: Partial<ShownProgress> = {}): ShownProgress {
  return {
    tmdbId: 95396,
    state: 'not-started',
    seen: {},
    seenCount: 0,
    airedCount: 19,
    next: { season: 1, episode: 1, name: 'Part 1 of season 1', airDate: '2022-02-10', runtime: 50 },
    upcoming: null,
    skipped: 0,
    ...over,
  };
}

/** A player of Ana from which nothing has arrived. */
export function samplePlayer(over: Partial<Player> = {}): Player {
  return {
    id: idOf(1),
    kind: 'plex',
    name: 'Sofa',
    names: [],
    isOn: true,
    createdAt: at,
    lastEvent: null,
    people: [],
    ...over,
  };
}

/** A play that Ben proposes to Ana. */
export function sampleProposal(over: Partial<Proposal> = {}): Proposal {
  return {
    id: idOf(850),
    userId: ana.id,
    by: publicUser(ben),
    ...titleFacts,
    at: '2026-01-31T00:00:00.000Z',
    precision: 'day',
    source: 'app',
    status: 'pending',
    createdAt: at,
    ...over,
  };
}

/** A webhook of an account, in its generic form. */
export function sampleWebhook(over: Partial<Webhook> = {}): Webhook {
  return {
    id: idOf(1),
    name: 'Our chat',
    kind: 'generic',
    host: 'chat.example',
    events: ['item:added'],
    isOn: true,
    offBecause: null,
    failingSince: null,
    listId: null,
    createdAt: '2026-11-21T10:05:00.000Z',
    ...over,
  };
}

/** The vote of a list is on. */
export function samplePoll(over: Partial<PollProgress> = {}): PollProgress {
  return {
    pollId: idOf(201),
    folderId: sampleFolder().id,
    rev: 1,
    state: 'voting',
    participants: [],
    candidateKeys: [],
    hasTooFewCandidates: false,
    ...over,
  };
}

export const sampleConfig: PublicConfig = {
  imageBase: '',
  source: 'catalogue',
  attribution: '',
  region: 'US',
  hasModel: false,
  hasRequests: false,
  hasMail: false,
  hasLocalAccounts: true,
  hasSingleSignOn: false,
  hasPasskeys: false,
  build: 'test',
};

import { randomUUID } from 'node:crypto';
import { accountApi, settingsApi } from '../../common/api/account.ts';
import { appApi } from '../../common/api/app.ts';
import type { Call } from '../../common/api/call.ts';
import { invitationLinkApi } from '../../common/api/invitationLinks.ts';
import { itemApi } from '../../common/api/items.ts';
import { type ListCalls, listApi } from '../../common/api/lists.ts';
import { groupRecommendationApi, recommendationApi } from '../../common/api/recommendations.ts';
import { reviewApi } from '../../common/api/reviews.ts';
import { titleApi } from '../../common/api/titles.ts';
import { profileApi, userApi } from '../../common/api/users.ts';
import { type FamilyKey, families, familyKeys } from '../../common/families.ts';
import type { FlagName } from '../../common/permissions.ts';
import { only, titleFacts } from './people.ts';
import {
  comeBack,
  inviteAgain,
  leaveAfterJoining,
  putInvitation,
  putItem,
  putLink,
  putReview,
  putShare,
  type Stage,
  startOver,
  withdrawOffer,
} from './stage.ts';

/** What a caller needs: nothing, a session, or a role or flag in the folder. The author is the stage's owner. */
type Needs = 'nothing' | 'session' | 'member' | FlagName | 'owner' | 'invitee' | 'author';

/** A well-formed request for one call, so that only the caller decides about the answer. */
interface Row {
  needs: Needs;
  /** The status for allowed callers, and for the owner if that is another. */
  passes: number;
  ownerPasses?: number;
  params?: (stage: Stage) => Record<string, string>;
  query?: (stage: Stage) => Record<string, string>;
  body?: (stage: Stage) => object;
  /** A body or query that does not match its schema. */
  nonsense?: { body?: (stage: Stage) => object; query?: (stage: Stage) => Record<string, string> };
  /** Restores what the call changed, after an allowed caller. */
  restore?: (stage: Stage, role: string) => Promise<void>;
}

type Rows<Calls> = Record<keyof Calls, Row>;

const folder = { params: (stage: Stage) => ({ id: stage.folderId }) };
const item = { params: (stage: Stage) => ({ id: stage.itemId }) };
const share = { params: (stage: Stage) => ({ id: stage.shareId }) };
const review = { params: (stage: Stage) => ({ id: stage.reviewId }) };
const title = (id: string): Row => ({ needs: 'session', passes: 200, params: () => ({ id }) });
const open: Row = { needs: 'session', passes: 200 };
const badPage = { nonsense: { query: () => ({ page: 'x' }) } };

const offer = (stage: Stage) => ({ invitedUserId: stage.bystander.user.id });

function listRows(key: FamilyKey): Rows<ListCalls> {
  return {
    list: open,
    create: { needs: 'session', passes: 201, body: () => ({ name: 'New' }), nonsense: { body: () => ({ name: 7 }) } },
    get: { needs: 'member', passes: 200, ...folder },
    items: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ limit: 'x' }) } },
    permissions: { needs: 'member', passes: 200, ...folder },
    rename: {
      needs: 'canEdit',
      passes: 200,
      ...folder,
      body: () => ({ name: 'Renamed' }),
      nonsense: { body: () => ({ name: 7 }) },
    },
    leave: { needs: 'member', passes: 204, ownerPasses: 409, ...folder, restore: comeBack },
    invite: {
      needs: 'canShare',
      passes: 201,
      ...folder,
      body: offer,
      nonsense: { body: () => ({ invitedUserId: 7 }) },
      restore: withdrawOffer,
    },
    shares: { needs: 'owner', passes: 200, ...folder },
    invitations: { needs: 'canShare', passes: 200, ...folder },
    links: { needs: 'canShare', passes: 200, ...folder },
    createLink: {
      needs: 'canShare',
      passes: 201,
      ...folder,
      body: () => only(),
      nonsense: { body: () => ({ maxUses: 'many' }) },
    },
    changes: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ since: 'x' }) } },
    undo: {
      needs: 'owner',
      passes: 200,
      params: (stage) => ({ id: stage.folderId, rev: stage.rev }),
      restore: putItem,
    },
    shared: open,
    ...invitationRows(key),
    setPermissions: {
      needs: 'canManage',
      passes: 200,
      ...share,
      body: () => only(),
      nonsense: { body: () => ({ ...only(), canView: false }) },
    },
    revoke: { needs: 'canManage', passes: 204, ...share, restore: putShare },
    remove: { needs: 'owner', passes: 204, ...folder, restore: startOver },
  };
}

function invitationRows(
  key: FamilyKey,
): Rows<Pick<ListCalls, 'myInvitations' | 'sendInvitation' | 'respond' | 'withdraw'>> {
  const named = (stage: Stage) => ({ [families[key].idName]: stage.folderId });
  return {
    myInvitations: open,
    sendInvitation: {
      needs: 'canShare',
      passes: 201,
      body: (stage) => ({ ...named(stage), ...offer(stage), ...only() }),
      nonsense: { body: (stage) => ({ ...named(stage), ...offer(stage), canView: 7 }) },
      restore: withdrawOffer,
    },
    respond: {
      needs: 'invitee',
      passes: 200,
      params: (stage) => ({ id: stage.ownInvitationId }),
      body: () => ({ status: 'declined' }),
      nonsense: { body: () => ({ status: 'perhaps' }) },
      restore: inviteAgain,
    },
    withdraw: {
      needs: 'owner',
      passes: 204,
      params: (stage) => ({ id: stage.invitationId }),
      restore: putInvitation,
    },
  };
}

function itemRows(key: FamilyKey): Rows<typeof itemApi> {
  const named = (stage: Stage) => ({ [families[key].idName]: stage.folderId });
  return {
    add: {
      needs: 'canAdd',
      passes: 201,
      body: (stage) => ({ ...named(stage), ...titleFacts() }),
      nonsense: { body: (stage) => ({ ...named(stage), title: 7 }) },
    },
    list: {
      needs: 'canView',
      passes: 200,
      query: named,
      nonsense: { query: (stage) => ({ ...named(stage), limit: 'x' }) },
    },
    setWatched: {
      needs: 'canAdd',
      passes: 200,
      ...item,
      body: () => ({ watched: true }),
      nonsense: { body: () => ({ watched: 7 }) },
    },
    setNote: {
      needs: 'canAdd',
      passes: 200,
      ...item,
      body: () => ({ note: 'For Friday' }),
      nonsense: { body: () => ({ note: 7 }) },
    },
    move: {
      needs: 'canEdit',
      passes: 200,
      ...item,
      body: (stage) => ({ afterId: stage.itemId, beforeId: null }),
      nonsense: { body: () => ({ afterId: null, beforeId: null }) },
    },
    remove: { needs: 'canRemove', passes: 204, ...item, restore: putItem },
  };
}

const linkRows: Rows<typeof invitationLinkApi> = {
  offer: { needs: 'nothing', passes: 200, params: (stage) => ({ token: stage.link.token }) },
  join: {
    needs: 'session',
    passes: 200,
    params: (stage) => ({ token: stage.link.token }),
    restore: leaveAfterJoining,
  },
  revoke: { needs: 'owner', passes: 204, params: (stage) => ({ id: stage.link.id }), restore: putLink },
};

/** All signed-in people may see the lists of a profile. The requests ask for the owner's lists. */
function profileRows(): Rows<(typeof profileApi)['folder']> {
  const list = { params: (stage: Stage) => ({ userId: stage.owner.user.id, id: stage.folderId }) };
  return {
    owner: { ...open, params: (stage) => ({ id: stage.folderId }) },
    lists: { ...open, params: (stage) => ({ userId: stage.owner.user.id }) },
    list: { ...open, ...list },
    items: { ...open, ...list, nonsense: { query: () => ({ limit: 'x' }) } },
  };
}

// Signing in would end the caller's session, so these requests fail after the check of the caller.
const accountRows: Rows<typeof accountApi> = {
  currentUser: open,
  register: { needs: 'nothing', passes: 400, body: () => ({ email: 'invalid' }) },
  login: { needs: 'nothing', passes: 400, body: () => ({ email: 'unknown@example.com' }) },
};

const settingsRows: Rows<typeof settingsApi> = {
  setNames: {
    ...open,
    body: () => ({ firstName: 'Olga', lastName: null }),
    nonsense: { body: () => ({ firstName: 'Olga' }) },
  },
  setUsername: {
    ...open,
    body: () => ({ username: `u${randomUUID().replaceAll('-', '').slice(0, 18)}` }),
    nonsense: { body: () => ({ username: 'a b' }) },
  },
  isUsernameAvailable: { ...open, params: () => ({ username: 'example' }) },
  setPassword: {
    needs: 'session',
    passes: 403,
    body: () => ({ currentPassword: 'wrong', newPassword: 'another good one' }),
    nonsense: { body: () => ({ currentPassword: 'wrong', newPassword: 'short' }) },
  },
  signInMethods: open,
  // The tests run without single sign-on.
  connect: { needs: 'session', passes: 404, body: () => ({ currentPassword: 'wrong' }) },
  disconnect: { needs: 'session', passes: 204 },
  uploadPicture: { needs: 'session', passes: 400 },
  removePicture: open,
};

const userRows: Rows<typeof userApi> = {
  get: { ...open, params: (stage) => ({ id: stage.owner.user.id }) },
  list: open,
  all: open,
  search: { ...open, query: () => ({ q: 'an' }), nonsense: { query: () => ({ q: 'x'.repeat(201) }) } },
  pin: { ...open, params: (stage) => ({ id: stage.bystander.user.id }) },
};

const reviewRows: Rows<typeof reviewApi> = {
  mine: { ...open, params: () => ({ mediaType: 'movie', tmdbId: '603' }) },
  create: {
    needs: 'session',
    passes: 201,
    body: () => ({ ...titleFacts(), rating: 3 }),
    nonsense: { body: () => ({ ...titleFacts(), rating: 0 }) },
  },
  update: {
    needs: 'author',
    passes: 200,
    ...review,
    body: () => ({ rating: 5 }),
    nonsense: { body: () => ({ rating: 6 }) },
  },
  remove: { needs: 'author', passes: 204, ...review, restore: putReview },
  backfill: open,
};

const recommended = { params: () => ({ mediaType: 'movie', tmdbId: '603' }) };

const recommendationRows: Rows<typeof recommendationApi> = {
  forYou: { ...open, nonsense: { query: () => ({ limit: '99' }) } },
  guess: { ...open, ...recommended },
  dismiss: {
    needs: 'session',
    passes: 204,
    body: () => ({ mediaType: 'movie', tmdbId: 603 }),
    nonsense: { body: () => ({ mediaType: 'radio', tmdbId: 603 }) },
  },
  restore: { needs: 'session', passes: 204, ...recommended },
  settings: open,
  setSettings: { ...open, body: () => ({ useModel: false }), nonsense: { body: () => ({ useModel: 'yes' }) } },
};

function titleRows(id: string): Rows<(typeof titleApi)['movie']> {
  const one = title(id);
  return {
    popular: { ...open, ...badPage },
    search: { ...open, query: () => ({ q: 'matrix' }), ...badPage },
    details: one,
    credits: one,
    videos: one,
    recommendations: { ...one, ...badPage },
    externalRatings: one,
    watchProviders: one,
  };
}

const personRows: Rows<(typeof titleApi)['person']> = {
  popular: { ...open, ...badPage },
  search: { ...open, query: () => ({ q: 'keanu' }), ...badPage },
  details: title('6384'),
  movieCredits: title('6384'),
  tvCredits: title('6384'),
};

export interface MatrixCase extends Row {
  name: string;
  call: Call;
}

function casesOf<Name extends string>(
  calls: Record<Name, Call>,
  rows: Record<NoInfer<Name>, Row>,
  suffix = '',
): MatrixCase[] {
  return (Object.keys(rows) as Name[]).map((name) => {
    const call = calls[name];
    return { ...rows[name], call, name: `${call.method} ${call.path}${suffix}` };
  });
}

/** Every call of the contract, for both families. A call without a row does not compile. */
export const matrix: readonly MatrixCase[] = [
  ...casesOf(accountApi, accountRows),
  ...casesOf(settingsApi, settingsRows),
  ...casesOf(appApi, { config: { needs: 'nothing', passes: 200 } }),
  ...casesOf(userApi, userRows),
  ...casesOf(reviewApi, reviewRows),
  ...casesOf(recommendationApi, recommendationRows),
  ...casesOf(invitationLinkApi, linkRows),
  ...casesOf(titleApi.movie, titleRows('603')),
  ...casesOf(titleApi.tv, titleRows('1399')),
  ...casesOf(titleApi.person, personRows),
  ...familyKeys.flatMap((key) => [
    ...casesOf(profileApi[key], profileRows()),
    ...casesOf(itemApi, itemRows(key), ` by ${families[key].idName}`),
    ...casesOf(listApi[key], listRows(key)),
    ...casesOf(groupRecommendationApi[key], {
      forList: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ limit: 'x' }) } },
    }),
  ]),
];

import type { invitationLinkApi } from '../../common/api/invitationLinks.ts';
import type { itemApi } from '../../common/api/items.ts';
import type { ListCalls } from '../../common/api/lists.ts';
import { type FamilyKey, families } from '../../common/families.ts';
import { only, titleFacts } from './people.ts';
import { folder, open, type Rows } from './row.ts';
import { joinRequestRows } from './rows.joinRequests.ts';
import {
  comeBack,
  inviteAgain,
  leaveAfterJoining,
  putDeletedFolder,
  putInvitation,
  putItem,
  putLink,
  putShare,
  type Stage,
  startOver,
  withdrawOffer,
} from './stage.ts';

const item = { params: (stage: Stage) => ({ id: stage.itemId }) };
const share = { params: (stage: Stage) => ({ id: stage.shareId }) };

const offer = (stage: Stage) => ({ invitedUserId: stage.bystander.user.id });

/** The calls on a list, its log, members and invitations. */
export function listRows(key: FamilyKey): Rows<ListCalls> {
  return {
    list: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
    create: { needs: 'session', passes: 201, body: () => ({ name: 'New' }), nonsense: { body: () => ({ name: 7 }) } },
    search: { ...open, query: () => ({ q: 'noir' }), nonsense: { query: () => ({ q: 'x'.repeat(201) }) } },
    get: { needs: 'member', passes: 200, ...folder },
    items: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ limit: 'x' }) } },
    removeItems: {
      needs: 'canRemove',
      passes: 200,
      ...folder,
      body: (stage) => ({ itemIds: [stage.itemId] }),
      nonsense: { body: () => ({ itemIds: 'all' }) },
      restore: putItem,
    },
    permissions: { needs: 'member', passes: 200, ...folder },
    rename: {
      needs: 'canEdit',
      passes: 200,
      ...folder,
      body: () => ({ name: 'Renamed' }),
      nonsense: { body: () => ({ name: 7 }) },
    },
    setVisibility: {
      needs: 'owner',
      passes: 200,
      ...folder,
      body: () => ({ visibility: null }),
      nonsense: { body: () => ({ visibility: 'friends' }) },
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
    undoRemovals: {
      needs: 'canRemove',
      passes: 200,
      ...folder,
      body: () => ({ revs: [1] }),
      nonsense: { body: () => ({ revs: 'all' }) },
    },
    seen: { needs: 'canView', passes: 200, ...folder },
    setSeenConsent: {
      needs: 'member',
      passes: 204,
      ...folder,
      body: () => ({ shows: true }),
      nonsense: { body: () => ({ shows: 'yes' }) },
    },
    shared: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
    deleted: open,
    restore: {
      needs: 'author',
      passes: 200,
      params: (stage) => ({ id: stage.deletedFolderId }),
      restore: putDeletedFolder,
    },
    ...invitationRows(key),
    ...joinRequestRows,
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

/** The calls on items, with the list named as by one family. */
export function itemRows(key: FamilyKey): Rows<typeof itemApi> {
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

export const linkRows: Rows<typeof invitationLinkApi> = {
  offer: { needs: 'nothing', passes: 200, params: (stage) => ({ token: stage.link.token }), isAboutOwner: true },
  join: {
    needs: 'session',
    passes: 200,
    params: (stage) => ({ token: stage.link.token }),
    isAboutOwner: true,
    restore: leaveAfterJoining,
  },
  revoke: { needs: 'owner', passes: 204, params: (stage) => ({ id: stage.link.id }), restore: putLink },
};

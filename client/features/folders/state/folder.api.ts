import { limits } from '../../../../common/constants.ts';
import type { FamilyKey } from '../../../../common/families.ts';
import type { Flags } from '../../../../common/permissions.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { ListVisibility } from '../../../../common/schemas/account/privacy.ts';
import type { SendInvitationBody } from '../../../../common/schemas/invitation.ts';
import type { AddItemBody, Item, Place } from '../../../../common/schemas/item.ts';
import { itemApi, listApi } from '../../../lib/http/api.ts';
import { call, callAllPages, callWithHeaders } from '../../../lib/http/http.ts';
import { answeredInTime } from '../../offline/enqueue.ts';

export type Respond = 'accepted' | 'declined';

/** The REST calls on lists, for either family. */
export const folderApi = {
  list: (family: FamilyKey) => callAllPages(listApi[family].list),
  shared: (family: FamilyKey) => callAllPages(listApi[family].shared),
  get: (id: string, family: FamilyKey) => call(listApi[family].get, { params: { id } }),
  changes: (id: string, { rev: since, revId }: Pick<Replica, 'rev' | 'revId'>) =>
    call(listApi.folder.changes, { params: { id }, query: { since, revId } }),
  /** The newest entries of the log, or the newest before a rev. */
  recentChanges: (id: string, family: FamilyKey, before?: number) =>
    call(listApi[family].changes, { params: { id }, query: { before } }),
  undo: (id: string, rev: number, family: FamilyKey, opId: string) =>
    call(listApi[family].undo, { params: { id, rev }, opId }),
  removeItems: (id: string, itemIds: readonly string[], family: FamilyKey, opId: string) =>
    call(listApi[family].removeItems, { params: { id }, body: { itemIds: [...itemIds] }, opId }),
  undoRemovals: (id: string, revs: readonly number[], family: FamilyKey, opId: string) =>
    call(listApi[family].undoRemovals, { params: { id }, body: { revs: [...revs] }, opId }),
  shares: (id: string, family: FamilyKey) => call(listApi[family].shares, { params: { id } }),
  create: (name: string, family: FamilyKey, opId: string) => call(listApi[family].create, { body: { name }, opId }),
  rename: (id: string, name: string, family: FamilyKey, opId: string) =>
    call(listApi[family].rename, { params: { id }, body: { name }, opId }),
  setVisibility: (id: string, visibility: ListVisibility, family: FamilyKey, opId: string) =>
    call(listApi[family].setVisibility, { params: { id }, body: { visibility }, opId }),
  remove: (id: string, family: FamilyKey, opId: string) => call(listApi[family].remove, { params: { id }, opId }),
  seen: (id: string, family: FamilyKey) => call(listApi[family].seen, { params: { id } }),
  setSeenConsent: (id: string, shows: boolean, family: FamilyKey, opId: string) =>
    call(listApi[family].setSeenConsent, { params: { id }, body: { shows }, opId }),
  restore: (id: string, family: FamilyKey, opId: string) => call(listApi[family].restore, { params: { id }, opId }),
  leave: (id: string, family: FamilyKey, opId: string) => call(listApi[family].leave, { params: { id }, opId }),
  invite: (id: string, invitedUserId: string, family: FamilyKey, opId: string) =>
    call(listApi[family].invite, { params: { id }, body: { invitedUserId }, opId }),
  sendInvitation: (body: SendInvitationBody, family: FamilyKey, opId: string) =>
    call(listApi[family].sendInvitation, { body, opId }),
  setPermissions: (shareId: string, flags: Flags, family: FamilyKey, opId: string) =>
    call(listApi[family].setPermissions, {
      params: { id: shareId },
      body: { ...flags, canView: true },
      opId,
    }),
  revoke: (shareId: string, family: FamilyKey, opId: string) =>
    call(listApi[family].revoke, { params: { id: shareId }, opId }),
  sentInvitations: (id: string, family: FamilyKey) => call(listApi[family].invitations, { params: { id } }),
  withdraw: (id: string, family: FamilyKey, opId: string) => call(listApi[family].withdraw, { params: { id }, opId }),
  respond: (id: string, status: Respond, family: FamilyKey, opId: string) =>
    call(listApi[family].respond, { params: { id }, body: { status }, opId }),
};

/** One page of a folder's items, with the rev at which they were read and their total. */
export async function fetchItems(id: string, family: FamilyKey, after?: string, limit: number = limits.itemsPage) {
  const { data, headers } = await callWithHeaders(listApi[family].items, {
    params: { id },
    query: { limit, after },
  });
  const total = Number(headers.get('X-Total-Count') ?? Number.POSITIVE_INFINITY);
  return { items: data, rev: Number(headers.get('Folder-Rev')), total, isLast: data.length < limit };
}

export const itemCalls = {
  add: (body: AddItemBody, opId: string): Promise<Item> => call(itemApi.add, { body, opId, ...answeredInTime() }),
  setWatched: (id: string, watched: boolean, opId: string): Promise<Item> =>
    call(itemApi.setWatched, { params: { id }, body: { watched }, opId, ...answeredInTime() }),
  setNote: (id: string, note: string | null, opId: string): Promise<Item> =>
    call(itemApi.setNote, { params: { id }, body: { note }, opId }),
  move: (id: string, place: Place, opId: string): Promise<Item> =>
    call(itemApi.move, { params: { id }, body: place, opId }),
  remove: (id: string, opId: string): Promise<void> =>
    call(itemApi.remove, { params: { id }, opId, ...answeredInTime() }),
};

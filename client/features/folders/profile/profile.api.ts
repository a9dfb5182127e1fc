import { limits } from '../../../../common/constants.ts';
import type { FamilyKey } from '../../../../common/families.ts';
import type { ProfileFolder } from '../../../../common/schemas/user.ts';
import { profileApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';

export function fetchProfileLists(userId: string, family: FamilyKey): Promise<ProfileFolder[]> {
  return call(profileApi[family].lists, { params: { userId } });
}

export function fetchProfileList(userId: string, id: string, family: FamilyKey): Promise<ProfileFolder> {
  return call(profileApi[family].list, { params: { userId, id } });
}

/** The id of the user on whose profile the list is. */
export async function fetchListOwner(id: string, family: FamilyKey): Promise<string> {
  return (await call(profileApi[family].owner, { params: { id } })).userId;
}

/** One page of titles, after the id `after`. */
export async function fetchProfileItems(
  userId: string,
  id: string,
  family: FamilyKey,
  { after, limit = limits.itemsPage, signal }: { after?: string; limit?: number; signal?: AbortSignal } = {},
) {
  const items = await call(profileApi[family].items, { params: { userId, id }, query: { limit, after }, signal });
  return { items, isLast: items.length < limit };
}

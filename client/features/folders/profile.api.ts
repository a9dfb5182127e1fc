import { profileApi } from '../../../common/api.ts';
import { limits } from '../../../common/constants.ts';
import type { FamilyKey } from '../../../common/families.ts';
import type { ProfileFolder } from '../../../common/user.ts';
import { call } from '../../lib/http.ts';

export function fetchProfileLists(userId: string, family: FamilyKey): Promise<ProfileFolder[]> {
  return call(profileApi[family].lists, { params: { userId } });
}

export function fetchProfileList(userId: string, id: string, family: FamilyKey): Promise<ProfileFolder> {
  return call(profileApi[family].list, { params: { userId, id } });
}

/** The titles after `after`, a page of them. */
export async function fetchProfileItems(
  userId: string,
  id: string,
  family: FamilyKey,
  { after, limit = limits.itemsPage, signal }: { after?: string; limit?: number; signal?: AbortSignal } = {},
) {
  const items = await call(profileApi[family].items, { params: { userId, id }, query: { limit, after }, signal });
  return { items, isLast: items.length < limit };
}

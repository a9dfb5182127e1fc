import type { FamilyKey } from '../../../../common/families.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import type { CreatePublicLinkBody, PublicLink } from '../../../../common/schemas/publicLink.ts';
import { listApi, publicLinkApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { about, queryClient, queryOf, refreshAbout } from '../../../lib/query.ts';

/** Other members end links, and links end by date. An open dialog shows it after at most this time. */
const ASK_AGAIN_MS = 60_000;

export const publicLinksQuery = (family: FamilyKey, id: string) => ({
  ...queryOf(listApi[family].publicLinks, { params: { id } }),
  ...about('public links'),
  refetchInterval: ASK_AGAIN_MS,
});

/** A right to share that ends takes the public links of its holder with it, and so does a new owner. */
const endingChanges: ReadonlySet<Change['type']> = new Set([
  'share:permissions-changed',
  'share:revoked',
  'folder:handed-over',
]);

export function applyRightsChanged(changes: readonly Change[]): void {
  if (changes.some(({ type }) => endingChanges.has(type))) void refreshAbout('public links');
}

export const publicLinkSettingQuery = (family: FamilyKey, id: string) =>
  queryOf(listApi[family].publicLinkSetting, { params: { id } });

export async function createPublicLink(family: FamilyKey, id: string, body: CreatePublicLinkBody): Promise<void> {
  const link = await call(listApi[family].createPublicLink, { params: { id }, body });
  change(family, id, (links) => [...links, link]);
}

export async function revokePublicLink(family: FamilyKey, id: string, link: PublicLink): Promise<void> {
  await call(publicLinkApi.revoke, { params: { id: link.id } });
  change(family, id, (links) => links.filter((one) => one.id !== link.id));
}

/** Allows public links, or ends all of them. */
export async function allowPublicLinks(family: FamilyKey, id: string, isAllowed: boolean): Promise<void> {
  const setting = await call(listApi[family].setPublicLinkSetting, { params: { id }, body: { isAllowed } });
  queryClient.setQueryData(publicLinkSettingQuery(family, id).queryKey, setting);
  if (!isAllowed) change(family, id, () => []);
}

function change(family: FamilyKey, id: string, changed: (links: readonly PublicLink[]) => PublicLink[]): void {
  queryClient.setQueryData(publicLinksQuery(family, id).queryKey, (links = []) => changed(links));
}

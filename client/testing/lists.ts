import type { Family } from '../../common/families.ts';
import { defaultFlags } from '../../common/permissions.ts';
import type { Folder } from '../../common/schemas/folder.ts';
import type { ApiStub } from './api.ts';
import { ben, idOf, sampleFolder } from './samples.ts';

/** A list that Ben shares with the viewer. */
export const bensFolder = (over: Partial<Folder> = {}): Folder =>
  sampleFolder({
    id: idOf(101),
    name: 'Noir',
    userId: ben.id,
    sharedByUser: { ...ben },
    permissions: defaultFlags,
    ...over,
  });

/** Answers the calls on these lists. They are empty, and have no pending invitations. */
export function serveLists(api: ApiStub, { api: paths }: Family, own: Folder[], others: Folder[] = []): void {
  api.on(`GET ${paths.lists}`, { body: own });
  api.on(`GET ${paths.shared}`, { body: others });
  api.on(`GET ${paths.invitations}`, { body: [] });
  for (const folder of [...own, ...others]) {
    api.on(`GET ${paths.lists}/${folder.id}`, { body: folder });
    api.on(`GET ${paths.lists}/${folder.id}/invitations`, { body: [] });
    api.on(`GET ${paths.lists}/${folder.id}/seen`, { body: { seen: {}, consents: {} } });
    api.on(`GET /api/folders/${folder.id}/unread-comments`, { body: { itemIds: [] } });
    api.on(`GET ${paths.lists}/${folder.id}/items`, { body: [], headers: { 'Folder-Rev': String(folder.rev) } });
  }
}

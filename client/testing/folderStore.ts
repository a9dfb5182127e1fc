import { shownItems } from '../../common/replica/replica.pending.ts';
import { useFolders } from '../features/folders/state/folder.store.ts';
import type { ApiStub } from './api.ts';
import { idOf, sampleFolder, sampleItem } from './samples.ts';

/** The folder that the store tests use. */
export const id = idOf(100);
export const items = `GET /api/folders/${id}/items`;
export const changes = `GET /api/folders/${id}/changes`;

export const store = () => useFolders.getState();
export const replica = () => store().entries[id]!.replica!;
export const titles = () => shownItems(replica()).map((item) => item.title);

/** The folder at `rev` with its items loaded. */
export async function open(api: ApiStub, rev = 1, loaded = [sampleItem(1)]): Promise<void> {
  api.on(items, { body: loaded, headers: { 'Folder-Rev': String(rev) } });
  store().applyFolders([sampleFolder({ rev, itemCount: loaded.length })]);
  await store().loadItems(id);
}

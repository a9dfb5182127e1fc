import { afterEach, beforeEach, jest } from '@jest/globals';
import { shownItems } from '../../common/replica/replica.pending.ts';
import { useFolders } from '../features/folders/state/folder.store.ts';
import { useUsers } from '../features/users/users.store.ts';
import { type ApiStub, stubApi } from './api.ts';
import { ana, idOf, sampleFolder, sampleItem } from './samples.ts';

/** The folder that the store tests use. */
export const id = idOf(100);
export const items = `GET /api/folders/${id}/items`;
export const changes = `GET /api/folders/${id}/changes`;

export const store = () => useFolders.getState();
export const replica = () => store().entries[id]!.replica!;
export const titles = () => shownItems(replica()).map((item) => item.title);

/** Fake timers, Ana as the user and a new stub of the API for each test of a file. */
export function setUpStore(): ApiStub {
  let api: ApiStub;
  beforeEach(() => {
    jest.useFakeTimers();
    api = stubApi();
    useUsers.getState().applyViewer(ana);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  return {
    get calls() {
      return api.calls;
    },
    get requests() {
      return api.requests;
    },
    requestsTo: (route) => api.requestsTo(route),
    on: (route, handler) => api.on(route, handler),
  };
}

/** The folder at `rev` with its items loaded. */
export async function open(api: ApiStub, rev = 1, loaded = [sampleItem(1)]): Promise<void> {
  api.on(items, { body: loaded, headers: { 'Folder-Rev': String(rev) } });
  store().applyFolders([sampleFolder({ rev, itemCount: loaded.length })]);
  await store().loadItems(id);
}

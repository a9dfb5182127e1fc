import { beforeEach, describe, expect, test } from '@jest/globals';
import { failure, stubApi } from '../../../testing/api.ts';
import { ana, ben, sampleFolder, sampleItem } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { useFolders } from './folder.store.ts';
import { keepUnsentWrites, sendUnsentWrites } from './unsentWrites.ts';

const folder = sampleFolder();
const [kept, removed] = [sampleItem(1), sampleItem(2)];
const now = new Date('2026-01-01T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const never = () => new Promise<never>(() => {});

/** Sends writes of each kind to a server that does not answer, and leaves the page. Returns their keys. */
async function leaveWithWrites(): Promise<(string | undefined)[]> {
  const api = stubApi({
    'POST /api/watchlist': never,
    [`DELETE /api/watchlist/${removed.id}`]: never,
    [`PATCH /api/watchlist/${kept.id}/watched`]: never,
    [`PUT /api/folders/${folder.id}`]: never,
  });
  const { addItem, removeItem, setWatched, renameFolder } = useFolders.getState();
  void addItem(folder.id, sampleItem(3), true);
  void removeItem(removed);
  void setWatched(kept, true);
  void renameFolder(folder.id, 'Saturday');
  await new Promise((resolve) => setTimeout(resolve, 0));
  keepUnsentWrites(now);
  return api.requests.map(({ headers }) => headers['Idempotency-Key']);
}

/** The server after the reload. */
const stubServer = () =>
  stubApi({
    'POST /api/watchlist': { body: sampleItem(3) },
    [`DELETE /api/watchlist/${removed.id}`]: { status: 204 },
    [`PATCH /api/watchlist/${kept.id}/watched`]: { body: kept },
    [`PUT /api/folders/${folder.id}`]: { body: folder },
  });

beforeEach(() => {
  sessionStorage.clear();
  useUsers.getState().applyViewer(ana);
  useFolders.getState().applyAvailable(folder);
});

describe('writes without an answer are sent again after a reload', () => {
  test('once, in order, with their original keys and bodies (P24)', async () => {
    const keys = await leaveWithWrites();
    const api = stubServer();

    await sendUnsentWrites(ana.id, later(1));
    await sendUnsentWrites(ana.id, later(1));

    expect(api.calls).toEqual([
      'POST /api/watchlist',
      `DELETE /api/watchlist/${removed.id}`,
      `PATCH /api/watchlist/${kept.id}/watched`,
      `PUT /api/folders/${folder.id}`,
    ]);
    expect(api.requests.map(({ headers }) => headers['Idempotency-Key']).sort()).toEqual(keys.sort());
    expect(api.requests[0]?.body).toMatchObject({ folderId: folder.id, tmdbId: 3, watched: true });
    expect(api.requests[2]?.body).toEqual({ watched: true });
    expect(api.requests[3]?.body).toEqual({ name: 'Saturday' });
  });

  test('all of them even if one is refused, which is reported', async () => {
    await leaveWithWrites();
    const api = stubServer();
    api.on('POST /api/watchlist', failure(403, 'forbidden'));

    await expect(sendUnsentWrites(ana.id, later(1))).rejects.toMatchObject({ status: 403 });

    expect(api.calls).toHaveLength(4);
  });
});

test('a write to a category that has arrived is not reported', async () => {
  await leaveWithWrites();
  const api = stubServer();
  api.on(`PUT /api/folders/${folder.id}`, failure(409, 'conflict'));

  await expect(sendUnsentWrites(ana.id, later(1))).resolves.toBeUndefined();
});

describe('nothing is sent', () => {
  test.each([
    ['by another user who signed in', ben.id, 1],
    ['a long time afterwards', ana.id, 11],
  ])('%s', async (_when, viewerId, minutes) => {
    await leaveWithWrites();
    const api = stubServer();

    await sendUnsentWrites(viewerId, later(minutes));
    await sendUnsentWrites(ana.id, later(1));

    expect(api.calls).toEqual([]);
  });

  test('that was answered before the page was left', async () => {
    const answered = sampleItem(4);
    stubApi({ [`PATCH /api/watchlist/${answered.id}/watched`]: { body: answered } });
    await useFolders.getState().setWatched(answered, true);
    keepUnsentWrites(now);
    const api = stubServer();

    await sendUnsentWrites(ana.id, later(1));

    expect(api.calls).toEqual([]);
  });
});

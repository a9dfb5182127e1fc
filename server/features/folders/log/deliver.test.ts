import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Types } from 'mongoose';
import type { EventPayloads } from '../../../../common/schemas/events.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { log } from '../../../platform/log.ts';
import { addItem, createFolder, shareWith, signUp } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { createFolderDelivery } from './deliver.ts';
import type { FolderEntry } from './folderEntry.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a change that cannot be delivered disconnects the tabs, and later changes are delivered again (P11)', async () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => {});
  const owner = await signUp(server);
  const folder = await createFolder(owner);
  const tab = await openTab(server, owner);

  await OutboxModel.collection.insertOne({ folderId: new Types.ObjectId(folder.id), rev: 2, type: 'unreadable' });

  expect(await tab.whenCut()).toBe('io server disconnect');
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
  const returned = await openTab(server, owner);
  const other = await createFolder(owner, 'Another');
  const item = await addItem(owner, other.id);
  const { changes } = await returned.next('folder:changes', (batch) => batch.changes.at(-1)?.type === 'item:added');
  expect(changes.at(-1)).toMatchObject({ item: { id: item.id } });
  returned.close();
});

test('a change is emitted once, although what follows it has to be delivered again (P11)', async () => {
  const [owner, member] = [await signUp(server), await signUp(server)];
  const folder = await createFolder(owner);
  await shareWith(owner, folder.id, member);
  const shares = await owner.get(`/api/folders/${folder.id}/shares`);
  await owner.delete(`/api/folder-shares/${shares.body[0].id}`).expect(204);
  const entry = await OutboxModel.findOne({ folderId: folder.id, type: 'share:revoked' }).lean<FolderEntry>();
  const emitted: (keyof EventPayloads)[] = [];
  let failures = 1;
  const deliver = createFolderDelivery({
    realtime: { emitTo: (_userIds, event) => void emitted.push(event) },
    audienceOf: async () => [owner.user.id],
    loadAudience: async () => ({ userIds: [owner.user.id], arrivedRevs: new Map() }),
    presence: {
      dropPeople() {
        failures -= 1;
        if (failures >= 0) throw new Error('the database is away');
      },
    },
  });
  const entries = [entry as FolderEntry];

  await expect(deliver(folder.id, entries)).rejects.toThrow('the database is away');
  await deliver(folder.id, entries);

  expect(emitted).toEqual(['folder:changes', 'folder:gone']);
});

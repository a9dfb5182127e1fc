import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EventPayloads } from '../../../../common/schemas/events.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { createFolder, shareWith, signUp } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { createFolderDelivery } from './deliver.ts';
import type { FolderEntry } from './folderEntry.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

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

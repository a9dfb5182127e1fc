import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Types } from 'mongoose';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { log } from '../../../platform/log.ts';
import { addItem, createFolder, signUp } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

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

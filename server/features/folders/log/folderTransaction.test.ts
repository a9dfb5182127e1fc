import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { folderNotFound } from '../access/access.ts';
import { runFolderTransaction } from './folderTransaction.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a queued write is refused inside the transaction if its user has lost the access or the right (P3)', async () => {
  const [owner, stranger, viewer] = [await signUp(server), await signUp(server), await signUp(server)];
  const folder = await createFolder(owner);
  await shareWith(owner, folder.id, viewer, only());
  const { rev } = (await owner.get(`/api/folders/${folder.id}`)).body;
  const written: string[] = [];
  const addAs = ({ user }: Person) =>
    runFolderTransaction(folder.id, [
      {
        actor: { userId: user.id },
        action: 'item:add',
        itemIds: undefined,
        missing: folderNotFound,
        write: async () => written.push(user.id),
      },
    ]);

  await expect(addAs(stranger)).rejects.toMatchObject({ code: 'not_found' });
  await expect(addAs(viewer)).rejects.toMatchObject({ code: 'forbidden' });

  expect(written).toEqual([]);
  expect((await owner.get(`/api/folders/${folder.id}`)).body.rev).toBe(rev);
});

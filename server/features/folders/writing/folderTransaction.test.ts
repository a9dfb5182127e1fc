import { expect, test } from '@jest/globals';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { folderNotFound } from '../access/access.ts';
import { ItemModel } from '../model/item.model.ts';
import { type FolderJob, runFolderTransaction } from './changeFolder.ts';

const server = setUpServer();

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

test('a write that reads items itself finds what earlier writes of its batch have changed', async () => {
  const owner = await signUp(server);
  const { id: folderId } = await createFolder(owner);
  const { id } = await addItem(owner, folderId);
  const job = (itemIds: FolderJob['itemIds'], write: FolderJob['write']): FolderJob => ({
    actor: { userId: owner.user.id },
    action: 'item:watch',
    itemIds,
    missing: folderNotFound,
    write,
  });

  const { answers } = await runFolderTransaction(folderId, [
    job([id], async ({ items }) => {
      const item = await items.find(id);
      if (item) items.set(item, { watched: true });
    }),
    job(undefined, () => ItemModel.findById(id).lean()),
  ]);

  expect(answers[1]).toMatchObject({ watched: true });
});

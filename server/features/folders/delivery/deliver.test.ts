import { expect, test } from '@jest/globals';
import type { EventPayloads } from '../../../../common/schemas/events.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { addItem, createFolder, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { createAudiences } from '../access/audience.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import { createFolderDelivery } from './deliver.ts';

const server = setUpServer();

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
    realtime: { emitTo: (_userIds, event) => void emitted.push(event), hasTabs: () => true },
    audienceOf: async () => [owner.user.id],
    audiences: { load: async () => ({ userIds: [owner.user.id], arrivedRevs: new Map() }), lastOf: () => undefined },
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

test('a node without a tab of a member reads nothing, unless the members change', async () => {
  const [owner, member] = [await signUp(server), await signUp(server)];
  const folder = await createFolder(owner);
  await addItem(owner, folder.id);
  await shareWith(owner, folder.id, member);
  const entries = await OutboxModel.find({ folderId: folder.id }).sort({ rev: 1 }).lean<FolderEntry[]>();
  const audiences = createAudiences();
  let loads = 0;
  const deliver = createFolderDelivery({
    realtime: { emitTo: () => undefined, hasTabs: (userIds) => userIds.includes(member.user.id) },
    audienceOf: async (folderId) => (await audiences.load(folderId)).userIds,
    audiences: {
      load(folderId) {
        loads += 1;
        return audiences.load(folderId);
      },
      lastOf: () => (loads === 0 ? undefined : { userIds: [owner.user.id], arrivedRevs: new Map() }),
    },
    presence: { dropPeople: () => undefined },
  });
  const loadsAfter = async (entry: FolderEntry | undefined) => {
    await deliver(folder.id, [entry as FolderEntry]);
    return loads;
  };

  expect(entries.map(({ type }) => type)).toEqual(['folder:created', 'item:added', 'share:granted']);
  expect(await loadsAfter(entries[0])).toBe(1);
  expect(await loadsAfter(entries[1])).toBe(1);
  expect(await loadsAfter(entries[2])).toBe(2);
});

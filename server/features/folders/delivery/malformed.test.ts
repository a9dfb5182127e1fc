import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Types } from 'mongoose';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { log } from '../../../platform/log.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, member] = [await signUp(server), await signUp(server)];
});
beforeEach(async () => {
  folder = await createFolder(owner);
  await shareWith(owner, folder.id, member, allFlags);
});

/** A change of the list whose entry in the log lacks these fields, or has other values for them. */
async function writeMalformed(faults: Record<string, unknown>): Promise<Types.ObjectId> {
  const { db } = OutboxModel;
  const folderId = new Types.ObjectId(folder.id);
  const stored = await OutboxModel.collection.findOne({ folderId, type: 'folder:created' });
  const { rev } = (await owner.get(`/api/folders/${folder.id}`)).body;
  const _id = new Types.ObjectId();
  await db.collection('folders').updateOne({ _id: folderId }, { $inc: { rev: 1 } });
  await OutboxModel.collection.insertOne({ ...stored, rev: rev + 1, ...faults, _id }, { ignoreUndefined: true });
  return _id;
}

describe('a malformed entry of a folder’s log', () => {
  test.each([
    ['of an unknown type', { type: 'unreadable' }],
    ['without its author', { byUserId: undefined }],
    ['whose author is not an id', { byUserId: 'somebody' }],
    ['without its time', { at: undefined }],
    ['without the folder', { folder: undefined }],
    ['without the item', { type: 'item:added' }],
    ['without the users who lost the folder', { type: 'folder:deleted' }],
  ])('%s is logged once and skipped, and the tabs read the folder again (P37)', async (_name, faults) => {
    const logged = jest.spyOn(log, 'error').mockImplementation(() => {});
    const stranger = await signUp(server);
    const tabs = [await openTab(server, owner), await openTab(server, member)] as const;
    const outside = await openTab(server, stranger);

    const entryId = await writeMalformed(faults);

    for (const tab of tabs) {
      expect((await tab.next('folder:available')).folder).toMatchObject({ id: folder.id, rev: 3 });
    }
    const item = await addItem(owner, folder.id);
    for (const tab of tabs) {
      const { changes } = await tab.next('folder:changes');
      expect(changes).toMatchObject([{ rev: 4, item: { id: item.id } }]);
    }
    await createFolder(stranger);
    await outside.next('folder:available');
    expect(outside.heard.map(({ event }) => event)).toEqual(['folder:changes', 'folder:available']);
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ entryId, folderId: folder.id }), expect.any(String)],
    ]);
    logged.mockRestore();
    for (const tab of [...tabs, outside]) tab.close();
  });

  test('makes the log answer reset to who reads across it, and no longer after it (P37)', async () => {
    const changes = async (since: number) => (await owner.get(`/api/folders/${folder.id}/changes?since=${since}`)).body;
    const logged = jest.spyOn(log, 'error').mockImplementation(() => {});
    await writeMalformed({ type: 'unreadable' });

    await addItem(owner, folder.id);

    expect(await changes(1)).toEqual({ rev: 4, reset: true });
    expect(await changes(2)).toEqual({ rev: 4, reset: true });
    expect(await changes(3)).toMatchObject({ rev: 4, changes: [{ rev: 4 }] });
    logged.mockRestore();
  });

  test('is left out of the activity, and cannot be undone (P37)', async () => {
    const logged = jest.spyOn(log, 'error').mockImplementation(() => {});
    await writeMalformed({ type: 'item:removed' });

    const { body } = await owner.get(`/api/folders/${folder.id}/changes`);
    const undone = await owner.post(`/api/folders/${folder.id}/changes/3/undo`);

    expect(body.changes.map(({ rev }: { rev: number }) => rev)).toEqual([1, 2]);
    expect(undone.status).toBe(404);
    logged.mockRestore();
  });
});

test.each([
  ['without a rev', () => ({ rev: undefined })],
  ['with a rev that is no number', () => ({ rev: 'three' })],
  ['without a folder', () => ({ folderId: undefined })],
  ['for a named user, of an unknown type', () => ({ rev: undefined, folderId: undefined, type: 'unreadable' })],
  ['for a named user, without the payload', () => ({ rev: undefined, folderId: undefined, type: 'user:updated' })],
])('an entry %s is logged once and skipped, and every tab syncs (P11)', async (_name, faults) => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => {});
  const warned = jest.spyOn(log, 'warn').mockImplementation(() => {});
  const tab = await openTab(server, owner);

  const entryId = await writeMalformed(faults());

  expect(await tab.whenCut()).toBe('io server disconnect');
  const returned = await openTab(server, owner);
  const other = await createFolder(owner, 'Another');
  const { changes } = await returned.next('folder:changes');
  expect(changes).toMatchObject([{ type: 'folder:created', folder: { id: other.id } }]);
  expect(logged.mock.calls).toEqual([[expect.objectContaining({ entryId }), expect.any(String)]]);
  expect(warned).not.toHaveBeenCalled();
  jest.restoreAllMocks();
  returned.close();
});

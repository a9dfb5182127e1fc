import { describe, expect, test } from '@jest/globals';
import { allFlags, defaultFlags } from '../permissions.ts';
import type { Change } from '../schemas/changes.ts';
import {
  ana,
  at,
  ben,
  folderAt,
  item,
  itemChange,
  ready,
  revAt,
  share,
  shareChange,
  titles,
} from '../testing/replicas.ts';
import {
  applyActivity,
  applyChange,
  applyChanges,
  applyFolder,
  applyShares,
  applySnapshot,
  createReplica,
} from './replica.ts';

describe('a change', () => {
  test('that is the next rev updates the items, the count and the rev (P13)', () => {
    const after = applyChange(ready(), itemChange(2, 'item:added', item(7)));

    expect(after.rev).toBe(2);
    expect(after.folder).toMatchObject({ itemCount: 1, ...revAt(2) });
    expect(titles(after)).toEqual(['Title 7']);
  });

  test('that adds several titles is one rev, and the same the second time (P48)', () => {
    const items = [item(8), item(7)];
    const added = { ...revAt(2), at, by: ben, type: 'items:added', items, itemCount: 2, importId: ben.id } as const;

    const after = applyChange(ready(), added);

    expect(after).toMatchObject({ rev: 2, folder: { itemCount: 2 } });
    expect(titles(after)).toEqual(['Title 7', 'Title 8']);
    expect(titles(applySnapshot(after, after.items ?? [], 1, [added]).replica)).toEqual(['Title 7', 'Title 8']);
  });

  test('that arrives twice is applied once', () => {
    const once = applyChange(ready(), itemChange(2, 'item:added', item(7)));

    expect(applyChange(once, itemChange(2, 'item:added', item(7)))).toBe(once);
  });

  test('that is older than the replica is ignored (P13)', () => {
    const replica = ready([item(7)], 5);

    expect(applyChange(replica, itemChange(4, 'item:removed', item(7)))).toBe(replica);
  });

  test('of an item that no longer exists keeps the items as they are', () => {
    const after = applyChange(ready([item(1)]), itemChange(2, 'item:updated', item(7, { watched: true })));

    expect(titles(after)).toEqual(['Title 1']);
  });

  test('that leaves a gap is not applied and marks the replica as behind (P13)', () => {
    const { replica, isBehind } = applyChanges(ready(), [
      itemChange(2, 'item:added', item(1)),
      itemChange(4, 'item:added', item(3)),
    ]);

    expect(isBehind).toBe(true);
    expect(replica.rev).toBe(2);
    expect(titles(replica)).toEqual(['Title 1']);
  });

  test('that has the rev of another change, or follows it, marks the replica as behind (P36)', () => {
    const replica = applyChange(ready(), itemChange(2, 'item:added', item(1)));
    const other = { ...itemChange(2, 'item:added', item(7)), revId: item(7).id };

    const later = { ...itemChange(3, 'item:removed', item(1)), previousRevId: other.revId };

    expect(applyChanges(replica, [other, later])).toEqual({ replica, isBehind: true });
    expect(applyChanges(replica, [later])).toEqual({ replica, isBehind: true });
  });

  test('of the folder keeps the fields that depend on the viewer', () => {
    const { permissions: _permissions, isReviewed: _isReviewed, isSharedByMe: _isSharedByMe, ...core } = folderAt(2);
    const replica = createReplica(folderAt(1, { isSharedByMe: true }), ana.id);

    const after = applyChange(replica, {
      ...revAt(2),
      at,
      by: ana,
      type: 'folder:renamed',
      folder: { ...core, name: 'Sunday' },
    });

    expect(after.folder).toMatchObject({ name: 'Sunday', isSharedByMe: true, permissions: allFlags });
  });
});

test('the activity is in the order of the changes, each once, also after a change that arrives late', () => {
  const [second, third, fourth] = [2, 3, 4].map((rev) => itemChange(rev, 'item:added', item(rev))) as [
    Change,
    Change,
    Change,
  ];
  const replica = applyActivity(createReplica(folderAt(1), ana.id), [fourth, second], []);

  const after = applyChanges(replica, [second, third]).replica;

  expect(after.activity?.map(({ rev }) => rev)).toEqual([4, 3, 2]);
});

describe('refreshed facts', () => {
  const refreshed = itemChange(3, 'item:refreshed', item(1, { title: 'As it is called now' }));

  test('update the item, with a rev like any other change', () => {
    const replica = applySnapshot(createReplica(folderAt(2), ana.id), [item(1), item(2)], 2, []).replica;

    const after = applyChange(replica, refreshed);

    expect(titles(after)).toEqual(['As it is called now', 'Title 2']);
    expect(after.rev).toBe(3);
  });

  test('do not appear in the activity, whether received or loaded', () => {
    const added = itemChange(2, 'item:added', item(1));
    const replica = applyActivity(createReplica(folderAt(2), ana.id), [added], []);

    expect(applyChange(replica, refreshed).activity).toEqual([added]);
    expect(applyActivity(replica, [added], [refreshed]).activity).toEqual([added]);
  });
});

describe('a change of shares', () => {
  test('gives the viewer the new flags', () => {
    const mine = createReplica(folderAt(1, { permissions: defaultFlags }), ben.id);

    const after = applyChange(mine, shareChange(2, 'share:permissions-changed', { canRemove: true }));

    expect(after.folder.permissions).toEqual({ ...defaultFlags, canRemove: true });
  });

  test('that hands the list over makes the other one its owner, with all rights', () => {
    const { folder, ...revoked } = shareChange(2, 'share:revoked') as Extract<Change, { type: 'share:revoked' }>;
    const change: Change = { ...revoked, type: 'folder:handed-over', folder: { ...folder, userId: ben.id } };
    const shared = folderAt(1, { permissions: defaultFlags, memberIds: [ben.id], sharedByUser: { ...ana, email: '' } });

    const mine = applyChange(applyShares(createReplica(shared, ben.id), [share()], []), change);
    const theirs = applyChange(createReplica(folderAt(1), ana.id), change);

    expect(mine).toMatchObject({ shares: [], folder: { userId: ben.id, permissions: allFlags, memberIds: [] } });
    expect(mine.folder).not.toHaveProperty('sharedByUser');
    expect(theirs.folder.userId).toBe(ben.id);
  });

  test('updates the members that the owner sees, and removes a revoked member', () => {
    const granted = applyChange(createReplica(folderAt(1), ana.id), shareChange(2, 'share:granted'));
    const revoked = applyChange(granted, shareChange(3, 'share:revoked'));

    expect(granted.folder).toMatchObject({ isSharedByMe: true, sharedWithUser: { id: ben.id } });
    expect(revoked.folder).toMatchObject({ isSharedByMe: false, sharedWithUsers: [] });
  });

  test('updates the member ids that the share dialog excludes', () => {
    const replica = createReplica(folderAt(1, { memberIds: [ana.id] }), ana.id);

    const granted = applyChange(replica, shareChange(2, 'share:granted'));

    expect(granted.folder.memberIds).toEqual([ana.id, ben.id]);
    expect(applyChange(granted, shareChange(3, 'share:revoked')).folder.memberIds).toEqual([ana.id]);
  });

  test('keeps the email that the panel loaded', () => {
    const loaded = applyShares(createReplica(folderAt(1), ana.id), [share()], []);

    const after = applyChange(loaded, shareChange(2, 'share:permissions-changed', { canShare: true }));

    expect(after.shares?.[0]).toMatchObject({ canShare: true, sharedWithUser: { email: 'ben@example.org' } });
  });

  test('that arrives while the shares load is not lost', () => {
    const loaded = applyShares(
      createReplica(folderAt(2), ana.id),
      [share()],
      [shareChange(2, 'share:permissions-changed', { canEdit: true })],
    );

    expect(loaded.shares?.[0]?.canEdit).toBe(true);
  });

  test('that arrived in another order than it was made applies in the order of the revs', () => {
    const [on, off] = [true, false].map((canEdit, n) =>
      shareChange(2 + n, 'share:permissions-changed', { canEdit }),
    ) as [Change, Change];

    expect(applyShares(createReplica(folderAt(3), ana.id), [share()], [off, on]).shares?.[0]?.canEdit).toBe(false);
  });
});

describe('the whole folder', () => {
  test('replaces a replica that has no parts', () => {
    const { replica } = applyFolder(createReplica(folderAt(1), ana.id), folderAt(4, { name: 'Sunday' }));

    expect(replica).toMatchObject({ rev: 4, folder: { name: 'Sunday' } });
  });

  test('does not skip changes that the loaded items do not include yet', () => {
    const replica = ready([item(1)], 1);

    expect(applyFolder(replica, folderAt(4))).toEqual({ replica, isBehind: true });
  });

  test('that has its rev by another change marks a replica with items as behind (P36)', () => {
    const replica = { ...ready([item(1)], 4), ...revAt(4) };

    expect(applyFolder(replica, folderAt(4, { revId: item(7).id }))).toEqual({ replica, isBehind: true });
    expect(applyFolder(replica, folderAt(4, revAt(4))).isBehind).toBe(false);
  });

  test('that is older than the replica is ignored', () => {
    const replica = createReplica(folderAt(4), ana.id);

    expect(applyFolder(replica, folderAt(3, { name: 'Old' })).replica).toBe(replica);
  });

  test('of the same rev brings what the known one lacks, and keeps what it does not have itself', () => {
    const known = createReplica(folderAt(4, { peopleRev: 2, seenRev: 3 }), ana.id);

    const { replica } = applyFolder(known, folderAt(4, { memberIds: [ben.id], peopleRev: 9, seenRev: 9 }));
    const again = applyFolder(replica, folderAt(4, { isReviewed: true })).replica;

    expect(again.folder).toMatchObject({ memberIds: [ben.id], isReviewed: true, peopleRev: 2, seenRev: 3 });
  });

  test('that is no longer shared drops its members', () => {
    const shared = createReplica(
      folderAt(1, { isSharedByMe: true, sharedWithUsers: [share().sharedWithUser] }),
      ana.id,
    );

    expect(applyFolder(shared, folderAt(2)).replica.folder.sharedWithUsers).toBeUndefined();
  });
});

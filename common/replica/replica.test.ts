import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allFlags, defaultFlags } from '../permissions.ts';
import type { Change } from '../schemas/changes.ts';
import type { Folder } from '../schemas/folder.ts';
import type { Item } from '../schemas/item.ts';
import type { Share } from '../schemas/share.ts';
import { addOp, answerOp, isUnconfirmed, shownCount, shownItems, shownName } from './replica.pending.ts';
import {
  applyActivity,
  applyChange,
  applyChanges,
  applyFolder,
  applyFurtherItems,
  applyShares,
  applySnapshot,
  createReplica,
  dropAnsweredOps,
  dropOp,
  type Replica,
  resetReplica,
} from './replica.ts';

const at = '2026-01-01T00:00:00.000Z';
const hex = (n: number) => n.toString(16).padStart(24, '0');
const person = (n: number) => ({
  id: hex(n),
  username: null,
  firstName: `P${n}`,
  lastName: null,
  profileImageUrl: null,
});
const ana = person(1);
const ben = person(2);
const folderId = hex(100);

const folderAt = (rev: number, over: Partial<Folder> = {}): Folder => ({
  id: folderId,
  name: 'Friday',
  userId: ana.id,
  createdAt: at,
  itemCount: 0,
  memberCount: 0,
  rev,
  isReviewed: false,
  isSharedByMe: false,
  permissions: allFlags,
  ...over,
});

const item = (n: number, over: Partial<Item> = {}): Item => ({
  id: hex(1000 + n),
  folderId,
  categoryId: folderId,
  userId: ana.id,
  tmdbId: n,
  mediaType: 'movie',
  title: `Title ${n}`,
  overview: null,
  posterPath: null,
  backdropPath: null,
  releaseDate: null,
  voteAverage: null,
  genres: [],
  runtime: null,
  watched: false,
  userRating: null,
  createdAt: at,
  addedBy: ana,
  ...over,
});

type ItemType = 'item:added' | 'item:updated' | 'item:removed' | 'item:refreshed';
const itemChange = (rev: number, type: ItemType, of: Item, itemCount = 1, opId?: string): Change => ({
  rev,
  at,
  by: ana,
  opId,
  type,
  item: of,
  itemCount,
});

const share = (over: Partial<Share> = {}): Share => ({
  ...defaultFlags,
  id: hex(500),
  folderId,
  categoryId: folderId,
  sharedWithUserId: ben.id,
  sharedByUserId: ana.id,
  createdAt: at,
  sharedWithUser: { ...ben, email: 'ben@example.org' },
  ...over,
});

type ShareType = 'share:granted' | 'share:permissions-changed' | 'share:revoked';
const shareTold = (rev: number, type: ShareType, over: Partial<Share> = {}): Change => {
  const { permissions: _permissions, isReviewed: _isReviewed, isSharedByMe: _isSharedByMe, ...folder } = folderAt(rev);
  return { rev, at, by: ana, type, share: { ...share(over), sharedWithUser: ben }, folder };
};

const ready = (items: Item[] = [], rev = 1): Replica => ({
  ...createReplica(folderAt(rev, { itemCount: items.length }), ana.id),
  items,
});
const titles = (replica: Replica) => shownItems(replica).map((shown) => shown.title);

describe('a change', () => {
  test('that is the next rev updates the items, the count and the rev', () => {
    const after = applyChange(ready(), itemChange(2, 'item:added', item(7)));

    expect(after.rev).toBe(2);
    expect(after.folder.itemCount).toBe(1);
    expect(titles(after)).toEqual(['Title 7']);
  });

  test('that arrives twice is applied once', () => {
    const once = applyChange(ready(), itemChange(2, 'item:added', item(7)));

    expect(applyChange(once, itemChange(2, 'item:added', item(7)))).toBe(once);
  });

  test('that is older than the replica is ignored', () => {
    const replica = ready([item(7)], 5);

    expect(applyChange(replica, itemChange(4, 'item:removed', item(7)))).toBe(replica);
  });

  test('of an item that no longer exists keeps the items as they are', () => {
    const after = applyChange(ready([item(1)]), itemChange(2, 'item:updated', item(7, { watched: true })));

    expect(titles(after)).toEqual(['Title 1']);
  });

  test('that leaves a gap is not applied and marks the replica as behind', () => {
    const { replica, isBehind } = applyChanges(ready(), [
      itemChange(2, 'item:added', item(1)),
      itemChange(4, 'item:added', item(3)),
    ]);

    expect(isBehind).toBe(true);
    expect(replica.rev).toBe(2);
    expect(titles(replica)).toEqual(['Title 1']);
  });

  test('of the folder keeps the fields that depend on the viewer', () => {
    const { permissions: _permissions, isReviewed: _isReviewed, isSharedByMe: _isSharedByMe, ...core } = folderAt(2);
    const replica = createReplica(folderAt(1, { isSharedByMe: true }), ana.id);

    const after = applyChange(replica, {
      rev: 2,
      at,
      by: ana,
      type: 'folder:renamed',
      folder: { ...core, name: 'Sunday' },
    });

    expect(after.folder).toMatchObject({ name: 'Sunday', isSharedByMe: true, permissions: allFlags });
  });
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

    const after = applyChange(mine, shareTold(2, 'share:permissions-changed', { canRemove: true }));

    expect(after.folder.permissions).toEqual({ ...defaultFlags, canRemove: true });
  });

  test('updates the members that the owner sees, and removes a revoked member', () => {
    const granted = applyChange(createReplica(folderAt(1), ana.id), shareTold(2, 'share:granted'));
    const revoked = applyChange(granted, shareTold(3, 'share:revoked'));

    expect(granted.folder).toMatchObject({ isSharedByMe: true, sharedWithUser: { id: ben.id } });
    expect(revoked.folder).toMatchObject({ isSharedByMe: false, sharedWithUsers: [] });
  });

  test('updates the member ids that the share dialog excludes', () => {
    const replica = createReplica(folderAt(1, { memberIds: [ana.id] }), ana.id);

    const granted = applyChange(replica, shareTold(2, 'share:granted'));

    expect(granted.folder.memberIds).toEqual([ana.id, ben.id]);
    expect(applyChange(granted, shareTold(3, 'share:revoked')).folder.memberIds).toEqual([ana.id]);
  });

  test('keeps the email that the panel loaded', () => {
    const loaded = applyShares(createReplica(folderAt(1), ana.id), [share()], []);

    const after = applyChange(loaded, shareTold(2, 'share:permissions-changed', { canShare: true }));

    expect(after.shares?.[0]).toMatchObject({ canShare: true, sharedWithUser: { email: 'ben@example.org' } });
  });

  test('that arrives while the shares load is not lost', () => {
    const loaded = applyShares(
      createReplica(folderAt(2), ana.id),
      [share()],
      [shareTold(2, 'share:permissions-changed', { canEdit: true })],
    );

    expect(loaded.shares?.[0]?.canEdit).toBe(true);
  });
});

describe('a snapshot', () => {
  test('includes the changes that arrived while it loaded', () => {
    const replica = createReplica(folderAt(3), ana.id);

    const step = applySnapshot(replica, [item(1)], 2, [itemChange(3, 'item:added', item(2))]);

    expect(step).toMatchObject({ isBehind: false, replica: { rev: 3 } });
    expect(titles(step.replica)).toEqual(['Title 1', 'Title 2']);
  });

  test('that is ahead of the replica keeps the rev and asks to catch up', () => {
    const step = applySnapshot(createReplica(folderAt(1), ana.id), [item(1)], 4, []);

    expect(step.isBehind).toBe(true);
    expect(step.replica.rev).toBe(1);
  });

  test('that is older than the received changes resets the rev to what is certain', () => {
    const step = applySnapshot(createReplica(folderAt(9), ana.id), [item(1)], 6, [
      itemChange(9, 'item:added', item(2)),
    ]);

    expect(step.isBehind).toBe(true);
    expect(step.replica.rev).toBe(6);
    expect(titles(step.replica)).toEqual(['Title 1']);
  });

  test('that resets the rev repeats no activity entry', () => {
    const heard = itemChange(2, 'item:added', item(1));
    const replica = applyActivity(createReplica(folderAt(2), ana.id), [heard], []);

    const back = applySnapshot(replica, [], 1, []).replica;

    expect(applyChange(back, heard).activity).toEqual([heard]);
  });

  test('adds further pages without restoring items that were removed in the meantime', () => {
    const removed = itemChange(2, 'item:removed', item(3));
    const first = applySnapshot(createReplica(folderAt(1), ana.id), [item(1), item(2)], 1, []).replica;
    const moved = applyChange(first, removed);

    const whole = applyFurtherItems(moved, [item(3), item(4)], 1, [removed]);

    expect(titles(whole)).toEqual(['Title 1', 'Title 2', 'Title 4']);
  });
});

test('in any order of snapshot, pages and repeats, the replica ends in the state of the log', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('item:added', 'item:updated', 'item:removed'), fc.nat(5)), {
    minLength: 1,
    maxLength: 14,
  });
  fc.assert(
    fc.property(steps, fc.nat(), fc.nat(), fc.nat(), (history, snapshotPick, knownPick, pagePick) => {
      const log = history.map(([type, n], index) =>
        itemChange(index + 1, type as ItemType, item(n, { runtime: index }), index + 1),
      );
      const truth = (rev: number) => applyChanges(ready([], 0), log.slice(0, rev)).replica;
      const [snapshotRev, knownRev, pageRev] = [
        snapshotPick % (log.length + 1),
        knownPick % (log.length + 1),
        pagePick % (log.length + 1),
      ];
      const kept = log.slice(Math.min(snapshotRev, knownRev), knownRev);

      const atSnapshot = truth(snapshotRev).items ?? [];
      const first = applySnapshot(
        createReplica(truth(knownRev).folder, ana.id),
        atSnapshot.slice(0, 2),
        snapshotRev,
        kept,
      );
      const cursor = atSnapshot[1]?.id ?? '';
      const later = (truth(Math.max(snapshotRev, pageRev)).items ?? []).filter(({ id }) => cursor && id > cursor);
      const paged = applyFurtherItems(first.replica, later, snapshotRev, kept);
      const caughtUp = applyChanges(paged, log.slice(paged.rev)).replica;

      expect(caughtUp.rev).toBe(log.length);
      expect(caughtUp.items).toEqual(truth(log.length).items);
    }),
    { numRuns: 300 },
  );
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

  test('that is older than the replica is ignored', () => {
    const replica = createReplica(folderAt(4), ana.id);

    expect(applyFolder(replica, folderAt(3, { name: 'Old' })).replica).toBe(replica);
  });

  test('that is no longer shared drops its members', () => {
    const shared = createReplica(
      folderAt(1, { isSharedByMe: true, sharedWithUsers: [share().sharedWithUser] }),
      ana.id,
    );

    expect(applyFolder(shared, folderAt(2)).replica.folder.sharedWithUsers).toBeUndefined();
  });
});

describe('a pending op', () => {
  const temporary = item(7, { id: 'op-1' });
  const adding = addOp(ready([item(1)]), { opId: 'op-1', kind: 'add', item: temporary });

  test('shows immediately in the items and in the count', () => {
    expect(titles(adding)).toEqual(['Title 1', 'Title 7']);
    expect(shownCount(adding)).toBe(2);
    expect(isUnconfirmed(adding, 'op-1')).toBe(true);
  });

  test('shows one row after the answer and the change, in either order', () => {
    const change = itemChange(2, 'item:added', item(7), 2, 'op-1');
    const answerFirst = applyChange(answerOp(adding, 'op-1', item(7)), change);
    const changeFirst = answerOp(applyChange(adding, change), 'op-1', item(7));

    expect(titles(answerOp(adding, 'op-1', item(7)))).toEqual(['Title 1', 'Title 7']);
    expect(answerFirst).toEqual(changeFirst);
    expect(answerFirst.pending).toEqual([]);
    expect(shownCount(answerFirst)).toBe(2);
  });

  test('that failed is removed without a trace', () => {
    expect(titles(dropOp(adding, 'op-1'))).toEqual(['Title 1']);
  });

  test('shows a watch flag, a removal and a new name on top of the confirmed state', () => {
    const replica = ready([item(1), item(2)]);

    const busy = addOp(
      addOp(addOp(replica, { opId: 'a', kind: 'watch', itemId: item(1).id, watched: true }), {
        opId: 'b',
        kind: 'remove',
        itemId: item(2).id,
      }),
      { opId: 'c', kind: 'rename', name: 'Sunday' },
    );

    expect(shownItems(busy)).toEqual([item(1, { watched: true })]);
    expect(shownCount(busy)).toBe(1);
    expect(shownName(busy)).toBe('Sunday');
    expect(busy.items).toEqual(replica.items);
  });

  test('is confirmed by its change even if the replica has a later rev', () => {
    expect(applyChange({ ...adding, rev: 5 }, itemChange(4, 'item:added', item(7), 1, 'op-1')).pending).toEqual([]);
  });

  test('survives a reset unless it was answered', () => {
    const answered = answerOp(adding, 'op-1', item(7));

    expect(resetReplica(adding, folderAt(9)).pending).toHaveLength(1);
    expect(resetReplica(answered, folderAt(9)).pending).toEqual([]);
    expect(dropAnsweredOps(answered, new Set(['other'])).pending).toHaveLength(1);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ana, folderAt, type ItemType, item, itemChange, ready, titles } from '../testing/replicas.ts';
import {
  applyActivity,
  applyChange,
  applyChanges,
  applyFurtherItems,
  applySnapshot,
  createReplica,
} from './replica.ts';

describe('a snapshot', () => {
  test('includes the changes that arrived while it loaded (P15)', () => {
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

test('in any order of snapshot, pages and repeats, the replica ends in the state of the log (P16)', () => {
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

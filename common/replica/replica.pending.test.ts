import { describe, expect, test } from '@jest/globals';
import { folderAt, item, itemChange, ready, titles } from '../testing/replicas.ts';
import * as pendingOps from './replica.pending.ts';
import { addOp, answerOp, isUnconfirmed, shownCount, shownItems, shownName } from './replica.pending.ts';
import { applyChange, dropAnsweredOps, dropOp, type PendingOp, type Replica, resetReplica } from './replica.ts';

type OpOf<K extends PendingOp['kind']> = Omit<Extract<PendingOp, { kind: K }>, 'opId' | 'isAnswered'>;

/** An op of each kind. A missing one does not compile. */
const ops: { [K in PendingOp['kind']]: OpOf<K> } = {
  add: { kind: 'add', item: item(7) },
  remove: { kind: 'remove', itemIds: [item(1).id] },
  watch: { kind: 'watch', itemId: item(1).id, watched: true },
  note: { kind: 'note', itemId: item(1).id, note: 'Soon' },
  move: { kind: 'move', itemId: item(1).id, place: { afterId: null, beforeId: null }, rank: 'b' },
  rename: { kind: 'rename', name: 'Sunday' },
};

/** What all functions `shown…` return for a list. */
const allShown = (replica: Replica) =>
  Object.entries(pendingOps).flatMap(([name, show]) =>
    name.startsWith('shown') ? [(show as (replica: Replica) => unknown)(replica)] : [],
  );

describe('a pending op', () => {
  const temporary = item(7, { id: 'op-1' });
  const adding = addOp(ready([item(1)]), { opId: 'op-1', kind: 'add', item: temporary });

  test('shows immediately in the items and in the count (P14)', () => {
    expect(titles(adding)).toEqual(['Title 1', 'Title 7']);
    expect(shownCount(adding)).toBe(2);
    expect(isUnconfirmed(adding, 'op-1')).toBe(true);
  });

  test.each(Object.values(ops))('of the kind $kind shows something else immediately (P14)', (op) => {
    const before = ready([item(1), item(2)]);

    expect(allShown(addOp(before, { opId: 'a', ...op }))).not.toEqual(allShown(before));
  });

  test('shows one row after the answer and the change, in either order (P14)', () => {
    const change = itemChange(2, 'item:added', item(7), 2, 'op-1');
    const answerFirst = applyChange(answerOp(adding, 'op-1', item(7)), change);
    const changeFirst = answerOp(applyChange(adding, change), 'op-1', item(7));

    expect(titles(answerOp(adding, 'op-1', item(7)))).toEqual(['Title 1', 'Title 7']);
    expect(answerFirst).toEqual(changeFirst);
    expect(answerFirst.pending).toEqual([]);
    expect(shownCount(answerFirst)).toBe(2);
  });

  test('is marked as answered alone, while others wait (P14)', () => {
    const both = addOp(adding, { opId: 'op-2', kind: 'rename', name: 'Sunday' });

    const answered = (replica: typeof both) => replica.pending.map((op) => [op.opId, op.isAnswered ?? false]);

    expect(answered(answerOp(both, 'op-1', item(7)))).toEqual([
      ['op-1', true],
      ['op-2', false],
    ]);
    expect(answered(answerOp(both, 'op-2'))).toEqual([
      ['op-1', false],
      ['op-2', true],
    ]);
  });

  test('removes a title whose addition has been answered, and adds a title again that it removed', () => {
    const gone = addOp(answerOp(adding, 'op-1', item(7)), { opId: 'op-2', kind: 'remove', itemIds: [item(7).id] });
    const again = addOp(addOp(ready([item(1)]), { opId: 'op-2', kind: 'remove', itemIds: [item(1).id] }), {
      opId: 'op-3',
      kind: 'add',
      item: item(1, { id: 'op-3' }),
    });

    expect(titles(gone)).toEqual(['Title 1']);
    expect(titles(again)).toEqual(['Title 1']);
    expect(shownItems(again).map(({ id }) => id)).toEqual(['op-3']);
  });

  test('that failed is removed without a trace (P14)', () => {
    expect(titles(dropOp(adding, 'op-1'))).toEqual(['Title 1']);
  });

  test('shows a watch flag, a removal and a new name on top of the confirmed state', () => {
    const replica = ready([item(1), item(2)]);

    const busy = addOp(
      addOp(addOp(replica, { opId: 'a', kind: 'watch', itemId: item(1).id, watched: true }), {
        opId: 'b',
        kind: 'remove',
        itemIds: [item(2).id],
      }),
      { opId: 'c', kind: 'rename', name: 'Sunday' },
    );

    expect(shownItems(busy)).toEqual([item(1, { watched: true })]);
    expect(shownCount(busy)).toBe(1);
    expect(shownName(busy)).toBe('Sunday');
    expect(busy.items).toEqual(replica.items);
  });

  test('shows a note and a new place of one title, and keeps the rest of it', () => {
    const replica = ready([item(1), item(2)]);

    const noted = addOp(replica, { opId: 'a', kind: 'note', itemId: item(2).id, note: 'Soon' });
    const moved = addOp(noted, {
      opId: 'b',
      kind: 'move',
      itemId: item(1).id,
      place: { afterId: null, beforeId: null },
      rank: 'b',
    });

    expect(shownItems(moved)).toEqual([item(1, { rank: 'b' }), item(2, { note: 'Soon' })]);
  });

  test('is confirmed by its change even if the replica has a later rev (P14)', () => {
    expect(applyChange({ ...adding, rev: 5 }, itemChange(4, 'item:added', item(7), 1, 'op-1')).pending).toEqual([]);
  });

  test('survives a reset unless it was answered', () => {
    const answered = answerOp(adding, 'op-1', item(7));

    const reset = resetReplica(adding, folderAt(9));
    expect(reset).toMatchObject({ viewerId: adding.viewerId, rev: 9, folder: { rev: 9 }, pending: [{ opId: 'op-1' }] });
    expect(reset.items).toBeUndefined();
    expect(resetReplica(answered, folderAt(9)).pending).toEqual([]);
    expect(dropAnsweredOps(answered, new Set(['other'])).pending).toHaveLength(1);
  });
});

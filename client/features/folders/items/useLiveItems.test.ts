import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { ana, ben, idOf, itemChange, sampleFolder, sampleItem } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { useFolders } from '../state/folder.store.ts';
import { useLiveItems } from './useLiveItems.ts';

const id = idOf(100);

beforeEach(() => {
  jest.useFakeTimers();
  useUsers.getState().applyViewer(ana);
  useFolders.getState().applyFolders([sampleFolder({ itemCount: 2 })]);
  const replica = useFolders.getState().entries[id]!.replica!;
  useFolders.setState({ entries: { [id]: { replica: { ...replica, items: [sampleItem(1), sampleItem(2)] } } } });
});

afterEach(() => {
  jest.useRealTimers();
});

const watch = () => renderHook(() => useLiveItems(useFolders((state) => state.entries[id]?.replica)));
const receive = (...changes: Parameters<typeof itemChange>[]) =>
  act(() =>
    useFolders.getState().applyChangeBatch({ folderId: id, changes: changes.map((change) => itemChange(...change)) }),
  );

describe('the items of a folder on screen', () => {
  test('keep a removed item in its place while it shrinks', () => {
    const { result } = watch();

    receive([2, 'item:removed', sampleItem(1)]);
    expect(result.current.items.map((item) => item.title)).toEqual(['Title 1', 'Title 2']);
    expect([...result.current.leavingKeys]).toEqual(['movie:1']);
    act(() => jest.advanceTimersByTime(200));

    expect(result.current.items.map((item) => item.title)).toEqual(['Title 2']);
    expect(result.current.leavingKeys.size).toBe(0);
  });

  test('show a ring on what others added for two seconds', () => {
    const { result } = watch();

    receive([2, 'item:added', sampleItem(3)]);
    expect(result.current.rings.get(sampleItem(3).id)?.id).toBe(ben.id);
    act(() => jest.advanceTimersByTime(2100));

    expect(result.current.rings.size).toBe(0);
  });

  test('show a ring for two seconds even if the clock is set back', () => {
    const { result } = watch();

    receive([2, 'item:added', sampleItem(3)]);
    jest.setSystemTime(Date.now() - 2 * 60 * 60 * 1000);
    act(() => jest.advanceTimersByTime(2100));

    expect(result.current.rings.size).toBe(0);
  });

  test('show no ring on what the viewer added in another tab', () => {
    const { result } = watch();

    receive([2, 'item:added', sampleItem(3), { by: ana }]);

    expect(result.current.rings.size).toBe(0);
    expect(result.current.items).toHaveLength(3);
  });

  test('show a burst as one line that disappears by itself', () => {
    const { result } = watch();

    receive(...[3, 4, 5, 6, 7, 8].map((n) => [n - 1, 'item:added', sampleItem(n)] as Parameters<typeof itemChange>));
    expect(result.current.bursts).toMatchObject([{ kind: 'added', count: 6 }]);
    expect(result.current.rings.size).toBe(0);
    act(() => jest.advanceTimersByTime(5100));

    expect(result.current.bursts).toEqual([]);
  });
});

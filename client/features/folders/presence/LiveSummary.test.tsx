import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ana, ben, idOf, itemChange, sampleFolder, sampleItem } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { useFolders } from '../state/folder.store.ts';
import { LiveSummary } from './LiveSummary.tsx';

const id = idOf(100);

beforeEach(() => {
  jest.useFakeTimers();
  useUsers.getState().applyViewer(ana);
  useFolders.getState().applyFolders([sampleFolder({ name: 'Friday', itemCount: 0 })]);
  const replica = useFolders.getState().entries[id]!.replica!;
  useFolders.setState({ entries: { [id]: { replica: { ...replica, items: [] } } } });
});

afterEach(() => {
  jest.useRealTimers();
});

const said = () => screen.getByRole('status').textContent;
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const add = (rev: number, by = ben) =>
  act(() =>
    useFolders.getState().applyChangeBatch({
      folderId: id,
      changes: [itemChange(rev, 'item:added', sampleItem(rev), { by })],
    }),
  );

describe('the summary of changes by others', () => {
  test('is announced after a pause: the title, or the number of titles', () => {
    render(<LiveSummary folderId={id} />);

    add(2);
    expect(said()).toBe('');
    wait(1000);
    expect(said()).toBe('Ben added Title 2 to Friday');
    for (const rev of [3, 4, 5]) add(rev);
    wait(1000);

    expect(said()).toBe('Ben added 3 titles to Friday');
  });

  test('is announced after three seconds if changes continue', () => {
    render(<LiveSummary folderId={id} />);

    for (let rev = 2; rev < 10; rev += 1) {
      add(rev);
      wait(500);
    }

    expect(said()).toBe('Ben added 6 titles to Friday');
  });

  test('does not include the viewer, other lists, or changes before the screen opened', () => {
    add(2);
    render(<LiveSummary folderId={id} />);
    render(<LiveSummary folderId={idOf(101)} />);

    add(3, ana);
    wait(1000);
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual(['', '']);
    add(4);
    wait(1000);

    expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual([
      'Ben added Title 4 to Friday',
      '',
    ]);
  });
});

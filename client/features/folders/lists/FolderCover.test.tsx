import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type ApiStub, stubApi } from '../../../testing/api.ts';
import { id, items, store } from '../../../testing/folderStore.ts';
import { renderAt } from '../../../testing/render.tsx';
import { sampleFolder, sampleItem } from '../../../testing/samples.ts';
import { useFolders } from '../state/folder.store.ts';
import { FolderCover } from './FolderCover.tsx';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

function Cover() {
  const replica = useFolders((state) => state.entries[id]?.replica);
  return replica && <FolderCover replica={replica} family="folder" />;
}

/** Opens the cover of a list of which the server sends these titles. */
function openCover(itemCount: number, sent = itemCount, isLaidOut = true) {
  const loaded = Array.from({ length: sent }, (_, n) => sampleItem(n + 1, { title: `Part ${n + 1}` }));
  api.on(items, { body: loaded, headers: { 'Folder-Rev': '1' } });
  store().applyFolders([sampleFolder({ itemCount })]);
  return renderAt(<Cover />, { isLaidOut });
}

test('a cover shows the four newest titles of a list, the newest first', async () => {
  openCover(5);

  await screen.findByText('Part 5');
  expect(screen.getAllByText(/^Part/).map(({ textContent }) => textContent)).toEqual([
    'Part 5',
    'Part 4',
    'Part 3',
    'Part 2',
  ]);
});

test('one title is the whole cover', async () => {
  const { container } = openCover(1);

  await screen.findByText('Part 1');
  expect(container.querySelector('.blank')).toBeNull();
});

test('an empty list has a blank card, without a request', () => {
  const { container } = openCover(0);

  expect(container.querySelector('.blank')).toBeTruthy();
  expect(api.requests).toEqual([]);
});

test.each([
  [200, '200'],
  [201, '4'],
])('a cover of a list of %i titles asks for %s of them', async (itemCount, limit) => {
  openCover(itemCount, 4);

  await screen.findByText('Part 4');
  expect(api.requestsTo(items).map(({ query }) => query.get('limit'))).toEqual([limit]);
});

test('a cover that is far from the window asks for nothing', () => {
  openCover(2, 2, false);

  expect(api.requests).toEqual([]);
});

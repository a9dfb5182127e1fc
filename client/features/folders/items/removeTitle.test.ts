import { expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { families } from '../../../../common/families.ts';
import { failure } from '../../../testing/api.ts';
import { id, items, setUpStore, store, titles } from '../../../testing/folderStore.ts';
import { sampleFolder, sampleItem } from '../../../testing/samples.ts';
import { removeTitles } from './removeTitle.ts';

const api = setUpStore();

test('hundreds of titles are removed in parts, which end at the first refusal', async () => {
  const many = Array.from({ length: 450 }, (_, index) => sampleItem(index + 1));
  for (const [index, item] of many.entries()) {
    const isOverLimit = index >= 300;
    api.on(`DELETE /api/watchlist/${item.id}`, isOverLimit ? failure(429, 'rate_limited', 'Wait') : { status: 204 });
  }
  api.on(items, ({ query }) => {
    const after = query.get('after') ?? '';
    return { body: many.filter((item) => item.id > after).slice(0, limits.itemsPage), headers: { 'Folder-Rev': '1' } };
  });
  store().applyFolders([sampleFolder({ itemCount: many.length })]);
  await store().loadItems(id);

  await removeTitles(many, families.folder);

  expect(api.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(400);
  expect(titles()).toEqual(many.slice(300).map(({ title }) => title));
});

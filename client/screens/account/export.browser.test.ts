import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { accountExportSchema } from '../../../common/schemas/export/export.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });

test('everything of the account is saved as a file, from the settings and before its deletion', async () => {
  const ana = await signUp(site.server);
  const folder = await createFolder(ana, 'Movie night');
  await addItem(ana, folder.id, { title: 'Heat' });
  const page = await site.open('/account', ana);
  const save = async (link: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: link, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^marquee-export-.*\.json$/);
    return accountExportSchema.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
  };

  const { user, lists } = await save('Download');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'download your data' }).waitFor();
  expect(await check(page)).toEqual([]);
  const again = await save('download your data');

  expect([user.email, lists[1]?.name, lists[1]?.items[0]?.title]).toEqual([ana.user.email, 'Movie night', 'Heat']);
  expect(again.lists).toEqual(lists);
});

import { expect, test } from '@jest/globals';
import { setUpSite } from '../../../server/testing/browser.ts';
import { signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 844 } } });

test('on phones Add has a row, and the other actions share the next one', async () => {
  const page = await site.open('/?title=movie-949', await signUp(site.server, 'Ana'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Review', disabled: false }).waitFor();

  const boxOf = async (name: string) => {
    const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
    if (!box) throw new Error(`No ${name}`);
    return box;
  };
  const add = await boxOf('Add');
  const others = await Promise.all(['Review', 'Rewatch', "I've seen this"].map(boxOf));

  expect(others.map(({ y }) => y)).toEqual(others.map(() => others[0]?.y));
  expect(Math.min(...others.map(({ y }) => y))).toBeGreaterThan(add.y + add.height);
  expect(Math.min(...others.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
  const text = await dialog.getByText(/Michael Mann’s 1995/).boundingBox();
  expect(text?.y).toBeLessThan(844 - 120);
});

import { expect, test } from '@jest/globals';
import { check, setUpSite } from '../../testing/browser.ts';

const site = setUpSite();

test.each([390, 1280])('the API documents open and show createFolder at %i px', async (width) => {
  const page = await site.open('about:blank', null, { viewport: { width, height: 844 } });
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(request.url()));
  page.on('response', (response) => {
    if (!response.ok()) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto('/api/docs');
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  const sections = await page.getByRole('navigation', { name: 'Sections' }).boundingBox();
  expect(title?.y).toBeLessThanOrEqual(sections?.y ?? 0);

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Folders', exact: true }).click();
  await page.getByText('Create a folder', { exact: true }).click();
  await page.getByText('createFolder', { exact: true }).waitFor();

  expect(await check(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(problems).toEqual([]);
});

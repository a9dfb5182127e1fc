import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { check, setUpSite, visit } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let folder: Folder;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
});

beforeEach(async () => {
  folder = await createFolder(ana, 'Movie night');
  await addItem(ana, folder.id, { title: 'First pick' });
});

/** Makes a link in the open share dialog, and returns the path that it leads to. */
async function makeLink(page: Page, audience: 'One person' | 'Anyone'): Promise<string> {
  await page.getByRole('dialog').getByRole('button', { name: 'Invite by link' }).click();
  await page.getByText(audience, { exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  return new URL(address).pathname;
}

test('a visitor follows a link, makes an account, and is in the list', async () => {
  const anas = await site.open(`/folder/${folder.id}?share=${folder.id}`, ana);
  const path = await makeLink(anas, 'One person');
  expect(await check(anas)).toEqual([]);

  const visitor = await site.open(path, null);
  await visitor.getByRole('heading', { name: 'Movie night' }).waitFor();
  await visitor.getByText('Ana Test invites you to').waitFor();
  await visitor.getByText('1 title · 1 person').waitFor();
  expect(await check(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: 'Create account and join' }).click();
  const form = visitor.locator('form').filter({ hasText: 'First name' });
  await form.getByLabel('Email').fill(`cleo.${folder.id}@example.com`);
  await form.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await form.getByLabel('First name').fill('Cleo');
  await form.getByRole('button', { name: 'Create account' }).click();

  await visitor.waitForURL(`**/folder/${folder.id}`);
  await visitor.getByText('You are in Movie night').waitFor();
  await visitor.getByRole('link', { name: /First pick/ }).waitFor();
});

test('a link waits in the panel, live, and can be shown and ended', async () => {
  const [panel, dialog] = await Promise.all([
    site.open(`/folder/${folder.id}/details`, ana),
    site.open(`/folder/${folder.id}?share=${folder.id}`, ana),
  ]);
  await panel.getByRole('tab', { name: 'Permissions' }).click();
  const path = await makeLink(dialog, 'Anyone');

  const waiting = panel.getByRole('region', { name: 'Waiting for an answer' });
  await waiting.getByText('Link for anyone').waitFor();
  const ben = await signUp(site.server, 'Ben');
  const bens = await site.open(path, ben);
  await bens.getByRole('button', { name: 'Join this list' }).click();
  await bens.waitForURL(`**/folder/${folder.id}`);
  await waiting.getByText('Link for anyone, 1 person joined').waitFor();

  await waiting.getByRole('button', { name: /^Show/ }).click();
  await panel.getByRole('img', { name: 'QR code of the link to Movie night' }).waitFor();
  await panel.keyboard.press('Escape');
  await waiting.getByRole('button', { name: /^End/ }).click();
  await waiting.waitFor({ state: 'detached' });
  await bens.goto(path);
  await bens.getByText('This link has ended').waitFor();
});

test.each(['dark', 'light'] as const)('on a phone, a link can be sent by mail in the %s theme', async (colorScheme) => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme };
  const page = await site.open('/nowhere', ana, phone);
  // A server that sends mail must know its address before it starts. This one sends none, and its error is at the field.
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), hasMail: true } });
  });
  await visit(page, `/folder/${folder.id}?share=${folder.id}`);
  await makeLink(page, 'Anyone');

  const send = page.getByRole('button', { name: 'Send by mail' });
  await page.getByRole('textbox', { name: 'Email address' }).fill('dora@example.com');
  await send.tap();
  const problem = page.getByText('This site sends no mail. Ask the person who runs it.');
  await problem.waitFor();

  expect(await check(page)).toEqual([]);
  for (const part of [problem, send]) {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(phone.viewport.width);
  }
});

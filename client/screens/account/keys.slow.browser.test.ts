import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { SessionModel } from '../../../server/platform/session/session.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { PASSWORD, type Person, signInAgain, signUp } from '../../../server/testing/people.ts';
import { type AppProcess, startSecondNode } from '../../../server/testing/process.ts';

const site = setUpSite({ tab: { isArtless: true } });
let there: AppProcess;
beforeAll(async () => {
  there = await startSecondNode(site.server);
});
afterAll(() => there.stop());

/** Passkeys work for names, not for bare IP addresses. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text);
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path, { waitUntil: 'commit' });

/** Gives the page's browser an authenticator that says yes to everything. */
async function addAuthenticator(page: Page): Promise<{ remove(): Promise<void> }> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    remove: async () => {
      await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}

/** Opens the sign-in page of a node without a session. */
async function openSignInPage(page: Page, node: string, returnTo = '/users'): Promise<void> {
  // Ends running requests, whose answers would set the cookie again.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${named(node)}/api/login?returnTo=${returnTo}`);
}

async function signInByPassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').first().fill(person.user.email);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await button(page, 'Sign in').first().click();
}

async function openAccountOf(person: Person): Promise<Page> {
  const page = await site.open(`${named(site.server.url)}/api/login?returnTo=/account`, null);
  await signInByPassword(page, person);
  await isAt(page, '/account');
  return page;
}

/** Turns on two-step sign-in. Gives the secret and the recovery codes. */
async function turnOnSecondFactor(page: Page): Promise<{ secret: string; codes: string[] }> {
  await button(page, 'Turn on two-step sign-in').click();
  const text = (await page.getByText('Cannot scan it?').textContent()) ?? '';
  const secret = text.replace(/^.*:/, '').replaceAll(' ', '');
  expect(await check(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate());
  await button(page, 'Turn on').click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  expect(await check(page)).toEqual([]);
  await button(page, 'I have saved them').click();
  return { secret, codes };
}

test('a passkey is added, signs in on two nodes, is lost, and a recovery code opens the account', async () => {
  const ana = await signUp(site.server, 'Ana');
  const page = await openAccountOf(ana);
  const authenticator = await addAuthenticator(page);
  const { codes } = await turnOnSecondFactor(page);

  await button(page, 'Add a passkey').click();
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await button(page, 'Continue').click();
  await toast(page, 'Passkey added').waitFor();
  await page.getByRole('list', { name: 'Passkeys' }).getByText('My laptop').waitFor();
  expect(await check(page)).toEqual([]);
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Name of the passkey').fill('My laptop again');
  await button(page, 'Continue').click();
  await toast(page, 'This device has a passkey of your account already.').waitFor();

  // The browser offers the passkey in the field of the address, where this authenticator accepts at once.
  await openSignInPage(page, site.server.url);
  await isAt(page, '/users');
  await page.getByRole('heading', { name: 'Platform Users' }).waitFor();

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await openSignInPage(page, there.url);
  expect(await check(page)).toEqual([]);
  await button(page, 'Sign in with a passkey').click();
  await isAt(page, '/users');
  await page.getByRole('heading', { name: 'Platform Users' }).waitFor();

  await authenticator.remove();
  await openSignInPage(page, site.server.url, '/account');
  await signInByPassword(page, ana);
  expect(await check(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
  await button(page, 'Sign in').click();
  await isAt(page, '/account');
  await page.getByText('On, 9 recovery codes left').waitFor();
  await button(page, 'Remove My laptop').click();
  const question = page.getByRole('dialog', { name: 'Remove this passkey?' });
  expect(await check(page)).toEqual([]);
  await question.getByRole('button', { name: 'Remove' }).click();
  await toast(page, 'Passkey removed').waitFor();
});

test('a change of the email address asks again who it is, and shows in the own tabs', async () => {
  const ana = await signUp(site.server, 'Ana');
  const page = await openAccountOf(ana);
  const other = await page.context().newPage();
  await other.goto(`${named(site.server.url)}/account`);
  await other.getByRole('region', { name: 'Email', exact: true }).getByText(ana.user.email).waitFor();
  await SessionModel.updateMany(
    { 'session.userId': ana.user.id },
    { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } },
  );

  await button(page, 'Change email').click();
  await page.getByLabel('New email').fill(`new.${ana.user.email}`);
  await button(page, 'Save').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password');
  expect(await check(page)).toEqual([]);
  await button(page, 'Confirm').click();
  await dialog.getByText('The password is not right').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Confirm').click();

  await toast(page, 'Email updated').waitFor();
  await other.getByRole('region', { name: 'Email', exact: true }).getByText(`new.${ana.user.email}`).waitFor();
});

test('ending a session closes its tab on another node at once', async () => {
  const ana = await signUp(site.server, 'Ana');
  const elsewhere = await signInAgain(site.server, ana);
  const tab = await site.open(`${there.url}/users`, elsewhere);
  await tab.getByRole('heading', { name: 'Platform Users' }).waitFor();
  const page = await site.open('/account', ana);
  await button(page, 'Show devices').click();
  expect(await check(page)).toEqual([]);

  await button(page, 'Sign out everywhere else').click();

  // By the change feed: the check of all sessions comes once a minute, which is longer than this waits.
  await tab.getByRole('link', { name: 'Sign In Now' }).waitFor();
});

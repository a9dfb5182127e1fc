import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setUpSite } from '../../../server/testing/browser.ts';
import { PASSWORD, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
});
const { open } = site;

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
/** A link of the app. The server's preview, which has the same links, stays until the app has been painted. */
const landingLink = (page: Page, name: string) => page.locator('#root').getByRole('link', { name });
const toast = (page: Page) => page.getByRole('region', { name: 'Notification' });

describe('a visitor', () => {
  test('sees a landing screen without refused requests, and each button leads to its form of the sign-in page', async () => {
    const page = await open('/robots.txt', null);
    const logged: string[] = [];
    const failed: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    page.on('pageerror', (error) => logged.push(error.message));
    page.on('response', (response) => response.status() >= 400 && failed.push(response.url()));

    await page.goto('/', { waitUntil: 'networkidle' });
    for (const title of ['Organize Your Collection', 'Discover New Content', 'Never Forget']) {
      await heading(page, title).waitFor();
    }
    expect(await toast(page).textContent()).toBe('');
    await landingLink(page, 'Get Started').click();
    await page.waitForURL('**/api/login?form=register', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Create account' }).waitFor();
    expect({ logged, failed }).toEqual({ logged: [], failed: [] });

    await page.goBack();
    await landingLink(page, 'Sign In Now').click();
    await page.waitForURL('**/api/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('keeps what was typed into the sign-in form when there is no network, and signs in when it is back', async () => {
    const page = await open('/api/login', null);
    await page
      .getByLabel('Email')
      .first()
      .fill(ana.user.email ?? '');
    await page.locator('#login-password').fill(PASSWORD);
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });

    await page.context().setOffline(true);
    await signIn.click();
    await page.getByText('Marquee cannot be reached. Check your connection and try again.').waitFor();
    expect(await page.locator('#login-password').inputValue()).toBe(PASSWORD);

    await page.context().setOffline(false);
    await signIn.click();
    await page.getByRole('heading', { name: 'Discover' }).waitFor();
  });

  test('can see the password that they type', async () => {
    const page = await open('/api/login', null);
    const form = page.locator('#login');
    const field = form.getByLabel('Password');
    await field.fill('correct horse');

    await form.getByRole('button', { name: 'Show' }).click();

    expect(await field.getAttribute('type')).toBe('text');
    await form.getByRole('button', { name: 'Hide' }).click();
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.inputValue()).toBe('correct horse');
  });

  test('who signed in elsewhere gets from an old landing page to Discover', async () => {
    const old = await (await fetch(site.server.url)).text();
    const page = await open('/robots.txt', ana);
    await page.route(`${site.server.url}/`, (route) => route.fulfill({ body: old, contentType: 'text/html' }), {
      times: 1,
    });
    await page.goto('/');

    await landingLink(page, 'Get Started').click();

    await heading(page, 'Discover').waitFor();
  });

  test('gets a robots.txt that allows the landing page and pictures', async () => {
    const answer = await fetch(`${site.server.url}/robots.txt`);

    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toMatch(
      /^User-agent: \*\nAllow: \/api\/art\/\nAllow: \/api\/config\nDisallow: \/api\/$/m,
    );
  });

  test('sees a toast on members-only screens and is redirected to sign-in', async () => {
    const page = await open('/robots.txt', null);
    // An answer without a page leaves the app open, so that a slow machine sees the toast too.
    await page.route('**/api/login', (route) => route.fulfill({ status: 204 }));
    const redirected = page.waitForRequest('**/api/login');

    await page.goto('/my-list');
    await page.getByText('You are logged out. Logging in again...').waitFor();
    await redirected;
  });

  test('sees the not-found screen on an unknown path', async () => {
    const page = await open('/nowhere/at/all', null);

    await heading(page, '404 Page Not Found').waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
    expect(await toast(page).textContent()).toBe('');
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../common/schemas/folder.ts';
import { check, follow, setUpSite } from '../../server/testing/browser.ts';
import { writeComment } from '../../server/testing/comments.ts';
import { addItem, createFolder, inviteTo, only, type Person, shareWith, signUp } from '../../server/testing/people.ts';
import { recordPlay } from '../../server/testing/plays.ts';
import { smallTargets } from '../../server/testing/touchTargets.ts';

const site = setUpSite();
let ana: Person;
let ben: Person;
let own: Folder;
let bens: Folder;
let reviewed: Folder | undefined;

beforeAll(async () => {
  [ana, ben] = (await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => signUp(site.server, name)))) as [Person, Person];
  [own, bens] = await Promise.all([createFolder(ana, 'Friday'), createFolder(ben, 'Noir')]);
  const film = await addItem(ana, own.id, { title: 'The Matrix', tmdbId: 603 });
  await Promise.all([
    addItem(ana, own.id, { title: 'Ninotchka', tmdbId: 1859, watched: true }),
    addItem(ben, bens.id, { title: 'Laura', tmdbId: 1939 }),
    ana.post('/api/reviews', { tmdbId: 550, mediaType: 'movie', rating: 4, comment: 'Whoa.' }),
    shareWith(ana, own.id, ben),
  ]);
  await writeComment(ben, own.id, film.id, { text: 'He knew it all along.', spoiler: true });
  const { id: commentId } = await writeComment(ben, own.id, film.id, { text: 'Let us see it on Friday.' });
  await ben.put(`/api/comments/${commentId}/reactions/love`);
  await shareWith(ben, bens.id, ana, only('canAdd', 'canRemove'));
  const lists: Folder[] = (await ana.get('/api/folders')).body;
  reviewed = lists.find(({ isReviewed }) => isReviewed);
  await inviteTo(ben, (await createFolder(ben, 'Westerns')).id, ana);
  await recordPlay(ben, { withUserIds: [ana.user.id] });
  await recordPlay(ana, { tmdbId: 1399, mediaType: 'tv', season: 1, episode: 1 });
});

interface Stop {
  name: string;
  path: () => string;
  /** Visible once the screen is ready. */
  sign: string | RegExp;
  /** Clicked first, if the dialog has no address. */
  press?: (page: Page) => Promise<void>;
}

/** Only within the screen: the sidebar may have a button of the same name. */
const click = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).click();
const dialogsOf = (page: Page) => page.getByRole('dialog');
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const readFile = (page: Page, name: string, text: string) =>
  page.getByLabel('Files to import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const screens: Stop[] = [
  { name: 'Discover', path: () => '/', sign: 'Load More' },
  { name: 'its actors', path: () => '/', press: tab('Actors'), sign: /^Popularity|^Acting/ },
  { name: 'a shared title', path: () => '/share?name=Nothing%20like%20this', sign: /^Results for/ },
  { name: 'My List', path: () => '/my-list', sign: 'Pending invitations' },
  { name: 'My Folders', path: () => '/folders', sign: 'All Shared Folders' },
  { name: 'My Categories', path: () => '/categories', sign: 'All Shared Categories' },
  { name: 'a folder', path: () => `/folder/${own.id}`, sign: 'Rewatch (1)' },
  { name: 'Reviewed', path: () => `/folder/${reviewed?.id}`, sign: '8/10' },
  { name: 'a category of another user', path: () => `/category/${bens.id}`, sign: 'Shared by Ben Test' },
  { name: 'the management of a list', path: () => `/folder/${own.id}/details`, sign: '1 shared user' },
  {
    name: 'its permissions',
    path: () => `/category/${own.id}/details`,
    press: async (page) => {
      await tab('Permissions')(page);
      await click('Edit permissions of Ben Test')(page);
    },
    sign: 'Can only view category contents',
  },
  {
    name: 'the editor',
    path: () => `/folder/${own.id}/editor`,
    press: async (page) => {
      const side = page.getByRole('tab', { name: /^In this list/ });
      if ((page.viewportSize()?.width ?? 0) < 1024) await side.click();
      await page.getByRole('checkbox', { name: 'Select all' }).click();
    },
    sign: '2 selected',
  },
  { name: 'the diary', path: () => '/diary', sign: 'Seen together?' },
  { name: 'the calendar', path: () => '/calendar', sign: 'In progress only' },
  { name: 'Your year', path: () => '/statistics?year=all', sign: 'By weekday' },
  { name: 'Up next', path: () => '/up-next', sign: /^S1\sE2/ },
  { name: 'Users', path: () => '/users', sign: 'Ben Test' },
  { name: 'a profile', path: () => `/users/${ben.user.id}`, sign: /^Joined/ },
  { name: 'a list of theirs', path: () => `/users/${ben.user.id}/folders/${bens.id}`, sign: 'To Watch (1)' },
  {
    name: 'a search for users without a result',
    path: () => '/users?find=zzzzzz',
    sign: 'No users found matching the query',
  },
  { name: 'a profile that does not exist', path: () => `/users/${'0'.repeat(24)}`, sign: 'User Not Found' },
  {
    name: 'Account Settings',
    path: () => '/account',
    press: async (page) => {
      for (const what of ['profile picture', 'username', 'password']) await click(`Edit ${what}`)(page);
    },
    sign: 'Account Guidelines',
  },
  { name: 'the notifications', path: () => '/notifications', sign: 'Settings' },
  { name: 'the import', path: () => '/import', sign: 'Where to find your export' },
  { name: 'the players', path: () => '/players', sign: 'Your player can tick for you' },
  {
    name: 'its question about columns',
    path: () => '/import',
    press: (page) => readFile(page, 'films.csv', 'Film,Year,Mine\nHeat,1995,4\n'),
    sign: 'What is in the columns of films.csv?',
  },
  {
    name: 'its preview',
    path: () => '/import',
    press: async (page) => {
      // Those of the stop before.
      await click('Choose other files')(page);
      await readFile(page, 'watchlist.csv', 'Date,Name,Year,Letterboxd URI\n2024-05-01,Heat,1995,https://boxd.it/2a\n');
      await click('See what will be imported')(page);
    },
    sign: 'Where it goes',
  },
  { name: 'no screen', path: () => '/nowhere/at/all', sign: '404 Page Not Found' },
];

// Those with an address are opened on the screen that is drawn fastest, the others on the screen that has their button.
const dialogs: Stop[] = [
  { name: 'create', path: () => '/my-list?create=category', sign: 'New List' },
  { name: 'rename', path: () => '/folders', press: click('Edit name of Friday'), sign: 'List name' },
  { name: 'delete', path: () => '/folders', press: click('Delete Friday'), sign: 'Delete List' },
  { name: 'leave', path: () => '/folders', press: click('Leave Noir'), sign: 'Leave List' },
  { name: 'invite', path: () => '/folders', press: click('Invite to Friday'), sign: 'Invite to "Friday"' },
  { name: 'share', path: () => `/folder/${own.id}/details?share=${own.id}`, sign: 'Share "Friday"' },
  {
    name: 'share with a user',
    path: () => `/folder/${own.id}/details?share=${own.id}`,
    press: async (page) => {
      await page.getByRole('list', { name: 'Users' }).getByRole('button').first().click();
    },
    sign: 'Send Invitation',
  },
  { name: 'add', path: () => '/nowhere?add=movie-603', sign: 'Lists you share' },
  { name: 'invitations', path: () => '/users?invitations=1', sign: /invited you to this list/ },
  { name: 'activity', path: () => `/folder/${own.id}`, press: click('Activity'), sign: /added/ },
  { name: 'menu of a list', path: () => `/folder/${own.id}`, press: click('More actions'), sign: 'Copy link' },
  { name: 'media', path: () => '/nowhere?title=movie-550', sign: 'Whoa.' },
  {
    name: 'comments',
    path: () => `/folder/${own.id}?title=movie-603&folder=${own.id}`,
    press: async (page) => {
      await dialogsOf(page).getByRole('textbox', { name: 'Comment' }).click();
      await dialogsOf(page).getByRole('button', { name: 'React' }).click();
    },
    sign: 'A comment with spoilers',
  },
  { name: 'media of a show', path: () => '/nowhere?title=tv-1396', sign: 'Not rated yet' },
  { name: 'review', path: () => '/nowhere?title=movie-550&review=movie-550', sign: '5/500 characters' },
  {
    name: 'actor',
    path: () => '/nowhere?actor=6384',
    press: (page) => page.getByRole('button', { name: 'Movie credits' }).click(),
    sign: 'The Matrix',
  },
  { name: 'about', path: () => '/nowhere?about=1', sign: 'About Marquee' },
  { name: 'keyboard shortcuts', path: () => '/nowhere?shortcuts=1', sign: 'Changing the order' },
  {
    name: 'account menu',
    path: () => '/users',
    press: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
    sign: 'Log out',
  },
];

async function changeTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The sign-in page follows without the app.
  await page.waitForFunction((wanted) => {
    const { mantineColorScheme = wanted } = document.documentElement.dataset;
    return mantineColorScheme === wanted;
  }, colorScheme);
}

// Every screen in each layout, and in each theme: of what axe checks, only the contrasts depend on the theme.
describe.each([
  { width: 390, colorScheme: 'dark', isPhone: true },
  { width: 1440, colorScheme: 'light', isPhone: false },
] as const)('at $width px in the $colorScheme theme', ({ width, colorScheme, isPhone }) => {
  let page: Page;
  const look = { viewport: { width, height: 900 }, colorScheme, hasTouch: isPhone, isMobile: isPhone };

  /** What is wrong on this page. On a phone also the controls that are too small for a finger. */
  const problems = async (on: Page) => [
    ...(await check(on)),
    ...(await contrastsInOtherTheme(on)),
    ...(isPhone ? await smallTargets(on) : []),
  ];

  async function contrastsInOtherTheme(on: Page): Promise<string[]> {
    const other = colorScheme === 'dark' ? 'light' : 'dark';
    await changeTheme(on, other);
    const found = await check(on, ['color-contrast']);
    await changeTheme(on, colorScheme);
    return found.map((problem) => `${other}: ${problem}`);
  }

  beforeAll(async () => {
    page = await site.open('/nowhere', ana, { ...look, isArtless: true });
    await page.getByText('404 Page Not Found').waitFor();
  });
  afterAll(async () => {
    await page.context().close();
  });

  /** Goes there through a screen that shares nothing with the next one, unless the stop before had the same address. */
  async function arrive({ path, press, sign }: Stop): Promise<void> {
    // Two dialogs on top of each other, the upper one first.
    for (let open = await dialogsOf(page).count(); open > 0; open = await dialogsOf(page).count()) {
      await page.keyboard.press('Escape');
      await dialogsOf(page)
        .nth(open - 1)
        .waitFor({ state: 'detached' });
    }
    if (!page.url().endsWith(path())) {
      await follow(page, '/nowhere');
      await page.getByText('404 Page Not Found').waitFor();
      await follow(page, path());
    }
    await press?.(page);
    await page.getByText(sign).first().waitFor({ state: 'attached' });
  }

  test.each(screens)('the screen $name is accessible', async (stop) => {
    await arrive(stop);

    expect(await problems(page)).toEqual([]);
  });

  // Phones have no avatar menu.
  test.each(dialogs.filter(({ name }) => !isPhone || name !== 'account menu'))(
    'the dialog $name is accessible',
    async (stop) => {
      await arrive(stop);
      // Mantine names a dialog one render after it shows it.
      await page.locator('[role="dialog"]:not([aria-labelledby], [aria-label])').first().waitFor({ state: 'detached' });

      expect(await problems(page)).toEqual([]);
    },
  );

  test('the landing screen and the sign-in page are accessible to visitors', async () => {
    const visitors = await site.open('/', null, { ...look, isArtless: true });
    await visitors.locator('#root').getByRole('link', { name: 'Get Started' }).waitFor();
    await visitors.locator('#preview').waitFor({ state: 'detached' });
    expect(['the landing screen', ...(await problems(visitors))]).toEqual(['the landing screen']);

    await visitors.goto('/api/login');
    await visitors.getByText('Sign in').first().waitFor();
    expect(['the sign-in page', ...(await problems(visitors))]).toEqual(['the sign-in page']);
  });
});

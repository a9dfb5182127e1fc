import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { limits } from '../../common/constants.ts';
import type { Folder } from '../../common/schemas/folder.ts';
import { follow, setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp } from '../../server/testing/people.ts';

jest.setTimeout(90_000);

const site = setUpSite({ tab: { isArtless: true } });
/** As long as each may be, in one word. */
const LONG_NAME = 'W'.repeat(limits.personName.max);
const LONG_LIST = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3).slice(0, limits.listName.max);
const LONG_TITLE = 'Supercalifragilisticexpialidocious'.repeat(20).slice(0, limits.title.max);
let ana: Person;
let yusuf: Person;
let long: Person;
let list: Folder;
let longList: Folder;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  yusuf = await signUp(site.server, 'يوسف', 'شاهين!');
  long = await signUp(site.server, LONG_NAME, LONG_NAME);
  list = await createFolder(ana, 'أفلامي المفضّلة!');
  longList = await createFolder(ana, LONG_LIST);
  await addItem(ana, list.id, { title: 'باب الحديد!' });
  await addItem(ana, longList.id, { title: LONG_TITLE });
  await Promise.all([shareWith(ana, list.id, yusuf), shareWith(ana, longList.id, long)]);
  await addItem(yusuf, list.id, { title: 'الأرض!', watched: true });
  await addItem(long, longList.id);
  await inviteTo(yusuf, (await createFolder(yusuf, 'ليالي السينما!')).id, ana);
  await inviteTo(long, (await createFolder(long, LONG_LIST)).id, ana);
  await ana.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 4, comment: 'فيلم رائع جدًّا!' });
});

interface Stop {
  path: string;
  /** Visible once the screen is ready. */
  sign: string | RegExp;
  press?: (page: Page) => Promise<void>;
}

const click = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name }).click();

const stopsOf = ({ id, name }: Folder, { user }: Person): Stop[] => [
  { path: '/my-list', sign: name },
  { path: '/folders', sign: name },
  { path: '/users', sign: user.firstName ?? '' },
  { path: `/users/${user.id}`, sign: /^Joined/ },
  { path: `/folder/${id}`, sign: /^To Watch/ },
  { path: `/folder/${id}`, press: click('Activity'), sign: 'joined' },
  { path: `/folder/${id}/details`, sign: 'Newest activity' },
  { path: `/folder/${id}/details?tab=permissions`, sign: user.lastName ?? '' },
  { path: `/folder/${id}/editor`, sign: name },
  { path: `/folder/${id}/tonight`, sign: 'Gather everyone' },
  { path: `/folder/${id}?share=${id}`, sign: 'Invite by link' },
  { path: '/nowhere?add=movie-550', sign: 'Lists you share' },
  { path: '/nowhere?title=movie-603', sign: 'Cast' },
  { path: '/users?invitations=1', sign: /invited you to this list/ },
];

async function findingsAt(
  page: Page,
  stops: readonly Stop[],
  find: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { path, sign, press } of stops) {
    await follow(page, '/nowhere');
    await page.getByText('404 Page Not Found').waitFor();
    await follow(page, path);
    await press?.(page);
    await page.getByText(sign).first().waitFor({ state: 'attached' });
    found.push(...(await find(page)).map((problem) => `${path}: ${problem}`));
    await page.keyboard.press('Escape');
  }
  return found;
}

describe.each([390, 1280])('at %i px', (width) => {
  async function open(): Promise<Page> {
    const page = await site.open('/nowhere', ana, { viewport: { width, height: 844 }, hasTouch: width === 390 });
    await page.getByText('404 Page Not Found').waitFor();
    return page;
  }

  test('names and titles that are written from right to left keep their punctuation at their end', async () => {
    const page = await open();

    const found = await findingsAt(page, stopsOf(list, yusuf), turnedTexts);

    expect(found).toEqual([]);
  });

  test('the longest names and titles make no page or dialog wider than the window', async () => {
    const page = await open();

    const found = await findingsAt(page, stopsOf(longList, long), tooWide);

    expect(found).toEqual([]);
  });
});

test('in the sidebar, a name that is written from right to left begins where the others do', async () => {
  const page = await site.open('/users', ana, { viewport: { width: 1440, height: 900 } });
  const names = page.getByRole('complementary', { name: 'Your lists' }).locator('bdi');
  await names.filter({ hasText: list.name }).waitFor();

  const ends = await names.evaluateAll((all) =>
    all.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return { text: text.getBoundingClientRect().left, name: name.getBoundingClientRect().left };
    }),
  );

  for (const { text, name } of ends) expect(Math.abs(text - name)).toBeLessThan(2);
});

/** The texts that are written from right to left and do not end on the left. */
function turnedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const placeOf = (node: Node, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const written = node.textContent ?? '';
      const start = written.search(/\p{Script=Arabic}/u);
      const end = written.indexOf('!', start);
      if (start < 0 || end < 0 || !node.parentElement?.checkVisibility()) continue;
      const [first, last] = [placeOf(node, start), placeOf(node, end)];
      const isOneLine = Math.abs(first.top - last.top) < first.height / 2;
      if (first.width > 0 && isOneLine && last.left > first.left) found.push(written);
    }
    return found;
  });
}

/** The texts that end beside the window or beside the dialog that they are in. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : [];
    for (const area of document.querySelectorAll('main, [role="dialog"]')) {
      for (const element of area.querySelectorAll('*')) {
        const { clientWidth, scrollWidth } = element;
        const isWide = clientWidth > 1 && scrollWidth > clientWidth + 1;
        if (!isWide || !element.checkVisibility() || getComputedStyle(element).overflowX !== 'visible') continue;
        const hasText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
        if (hasText && getComputedStyle(element).display !== 'inline')
          found.push(element.textContent?.slice(0, 40) ?? '');
      }
    }
    return found;
  });
}

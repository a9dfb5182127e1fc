import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, reducedMotion: 'no-preference' } });
let ana: Person;
let folder: Folder;

beforeEach(async () => {
  ana = await signUp(site.server, 'Ana');
  folder = await createFolder(ana, 'Movie night');
  await addItem(ana, folder.id, { title: 'Ninotchka' });
  await addItem(ana, folder.id, { title: 'Heat' });
});

type Seen = [when: 'captured' | 'running' | 'over', named: string[]];
type WithSeen = typeof globalThis & { seen: Seen[]; isOver: Promise<unknown> };

/** Records which posters have the name of the transition before, while and after it runs. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tab = globalThis as WithSeen;
    tab.seen = [];
    const named = () =>
      [...document.querySelectorAll<HTMLElement>('[style*="view-transition-name"]')]
        .filter((element) => element.style.viewTransitionName !== '')
        .map((element) => (element.matches('[data-dialog-poster]') ? 'dialog' : 'screen'));
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      tab.seen.push(['captured', named()]);
      const transition = start(update);
      transition.ready.then(() => tab.seen.push(['running', named()]));
      tab.isOver = transition.finished.then(() => new Promise((resolve) => setTimeout(resolve)));
      tab.isOver.then(() => tab.seen.push(['over', named()]));
      return transition;
    };
  });
}
const seenIn = async (page: Page) => {
  await page.evaluate(() => (globalThis as WithSeen).isOver);
  return page.evaluate(() => (globalThis as WithSeen).seen.splice(0));
};
const poster = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Ninotchka/ });
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the list, and once a title, so that the code of the dialog has loaded. */
async function openList(options = {}): Promise<Page> {
  const page = await site.open(`/folder/${folder.id}`, ana, options);
  await poster(page).click();
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await watch(page);
  return page;
}

test('the poster moves into the dialog and back, and has a name only meanwhile', async () => {
  const page = await openList();

  await poster(page).click();
  await dialog(page).getByRole('heading', { name: 'Ninotchka' }).waitFor();
  const opening = await seenIn(page);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  const closing = await seenIn(page);

  expect(opening).toEqual([
    ['captured', ['screen']],
    ['running', ['dialog']],
    ['over', []],
  ]);
  expect(closing).toEqual([
    ['captured', ['dialog']],
    ['running', ['screen']],
    ['over', []],
  ]);
  expect(await poster(page).evaluate((link) => link === document.activeElement)).toBe(true);
  expect(new URL(page.url()).search).toBe('');
});

test('a double click opens the dialog once', async () => {
  const page = await openList();

  await poster(page).dblclick();
  await dialog(page).waitFor();
  await seenIn(page);
  await page.goBack();

  await dialog(page).waitFor({ state: 'detached' });
});

test('who wants less motion sees no transition', async () => {
  const page = await openList({ reducedMotion: 'reduce' });

  await poster(page).click();
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  expect(await seenIn(page)).toEqual([]);
});

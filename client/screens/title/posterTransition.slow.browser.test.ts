import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, reducedMotion: 'no-preference' } });
/** One tab for all tests. Each begins and ends on the list, without a dialog. */
let page: Page;

beforeAll(async () => {
  const ana = await signUp(site.server, 'Ana');
  const folder = await createFolder(ana, 'Movie night');
  await addItem(ana, folder.id, { title: 'Ninotchka' });
  await addItem(ana, folder.id, { title: 'Heat' });
  page = await site.open(`/folder/${folder.id}`, ana);
  // Opens a title once, so that the code of the dialog has loaded.
  await poster().click();
  await dialog().waitFor();
  await closeDialog();
  await watch();
});

type Seen = [when: 'captured' | 'running' | 'over', named: string[]];
type WithSeen = typeof globalThis & { seen: Seen[]; isOver: Promise<unknown> };

/** Records which posters have the name of the transition before, while and after it runs. */
async function watch(): Promise<void> {
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
/** What was recorded since the last call, when the transition is over. */
const seen = async () => {
  await page.evaluate(() => (globalThis as WithSeen).isOver);
  return page.evaluate(() => (globalThis as WithSeen).seen.splice(0));
};
const poster = () => page.getByRole('main').getByRole('link', { name: /^Ninotchka/ });
const dialog = () => page.getByRole('dialog');

async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
}

test('the poster moves into the dialog and back, and has a name only meanwhile', async () => {
  await poster().click();
  await dialog().getByRole('heading', { name: 'Ninotchka' }).waitFor();
  const opening = await seen();
  await closeDialog();
  const closing = await seen();

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
  expect(await poster().evaluate((link) => link === document.activeElement)).toBe(true);
  expect(new URL(page.url()).search).toBe('');
});

test('a double click opens the dialog once', async () => {
  await poster().dblclick();
  await dialog().waitFor();
  await seen();
  await page.goBack();

  await dialog().waitFor({ state: 'detached' });
  await seen();
});

test('who wants less motion sees no transition', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await poster().click();
  await dialog().waitFor();
  await closeDialog();

  expect(await seen()).toEqual([]);
});

test('with less motion nothing slides when its place or size changes', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });

  const moving = await page.locator('#main').evaluate((main) => {
    main.style.marginTop = '100px';
    return main.getAnimations().length;
  });

  expect(moving).toBe(0);
});

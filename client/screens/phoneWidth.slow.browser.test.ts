import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { follow, setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../server/testing/people.ts';

// The first account is the operator's.
const site = setUpSite({ isNew: true, tab: { isMobile: true, hasTouch: true, isArtless: true } });
let ana: Person;
let ben: Person;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  ben = await signUp(site.server, 'Ben');
});

test.each([390, 320])(
  'at %i px, no control of a screen is beside the window or in a bar that scrolls',
  async (width) => {
    const list = await createFolder(ana, 'Sunday nights');
    for (const title of ['Ninotchka', 'Laura', 'Gilda']) await addItem(ana, list.id, { title });
    await shareWith(ana, list.id, ben);
    const bens = await createFolder(ben, 'Noir');
    await addItem(ben, bens.id, { title: 'Laura' });
    await ana.patch('/api/user/notifications', { quietHours: { from: '22:00', to: '08:00' } }).expect(200);
    const page = await site.open('/nowhere', ana, { viewport: { width, height: 844 } });
    await page.getByText('404 Page Not Found').waitFor();

    const found: string[] = [];
    for (const [path, sign] of [
      ['/?genre=28,35&decade=1990&rating=7&sort=newest', 'Clear filters'],
      ['/?q=the', /^Results for/],
      ['/my-list', 'Sunday nights'],
      ['/folders', 'Recently deleted'],
      [`/folder/${list.id}`, 'To Watch'],
      [`/folder/${list.id}/details`, 'Newest activity'],
      [`/folder/${list.id}/details?tab=permissions`, 'ben'],
      [`/folder/${list.id}/editor`, /^In this list/],
      [`/folder/${list.id}/tonight`, 'Gather everyone'],
      ['/diary', 'Nothing in your diary yet'],
      ['/calendar', 'In progress only'],
      ['/statistics', 'Nothing watched'],
      ['/up-next', 'Nothing up next yet'],
      ['/users', 'Ben Test'],
      [`/users/${ben.user.id}`, /^Joined/],
      [`/users/${ben.user.id}/folders/${bens.id}`, 'To Watch (1)'],
      ['/account', 'Account Guidelines'],
      ['/notifications', 'Settings'],
      ['/import', 'Where to find your export'],
      ['/players', 'Your player can tick for you'],
      ['/share?name=Nothing%20like%20this', /^Results for/],
      ['/admin', 'Check again'],
    ] as const) {
      await follow(page, path);
      await page.getByRole('main').getByText(sign).first().waitFor({ state: 'attached' });
      found.push(...(await outOfReach(page)).map((problem) => `${path}: ${problem}`));
    }

    expect(found).toEqual([]);
  },
);

/**
 * The controls that are beside the window or in a bar that scrolls sideways, one line each. Rows of posters may
 * go on beside the window.
 */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role="tab"]')];
    const scrollerOf = (element: Element): Element | null => {
      const parent = element.parentElement;
      if (!parent) return null;
      const isScroller = /auto|scroll/.test(getComputedStyle(parent).overflowX);
      return isScroller && parent.scrollWidth > parent.clientWidth ? parent : scrollerOf(parent);
    };
    return controls.flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      if (width <= 1 || !control.checkVisibility() || control.closest('[inert], [aria-hidden="true"]')) return [];
      const scroller = scrollerOf(control);
      const isPage = scroller === document.documentElement || scroller === document.body;
      if (!isPage && scroller?.querySelector('[data-poster], [data-cell]')) return [];
      const isBeside = left < -1 || right > window.innerWidth + 1;
      if (!scroller && !isBeside) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return [`${scroller ? 'in a bar that scrolls' : 'beside the window'}: ${name}`];
    });
  });
}

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { accountApi } from '../../common/api/account.ts';
import { appApi } from '../../common/api/app.ts';
import { listApi } from '../../common/api/lists.ts';
import { limits } from '../../common/constants.ts';
import { pathOf } from '../lib/http/http.ts';
import { fakeWindow } from '../testing/dom.ts';
import { idOf } from '../testing/samples.ts';

const source = readFileSync('client/app/ahead.js', 'utf8');
// The page loads it as a classic script.
const lookAhead = () => new Function(source)();
const askedFor = () => [...document.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href'));

beforeEach(() => {
  document.head.innerHTML = '';
  document.documentElement.removeAttribute('data-visitor');
  performance.getEntriesByType = () => [{ type: 'navigate' }] as unknown as PerformanceEntryList;
  fakeWindow();
});
afterEach(() => window.history.replaceState(null, '', '/'));

describe('before the app code loads', () => {
  test('its first requests are already sent, to the same addresses', () => {
    window.history.replaceState(null, '', `/category/${idOf(7)}`);

    lookAhead();

    const params = { id: idOf(7) };
    expect(askedFor()).toEqual([
      pathOf(accountApi.currentUser, {}, {}),
      pathOf(appApi.config, {}, {}),
      pathOf(listApi.category.get, params, {}),
      pathOf(listApi.category.items, params, { limit: limits.itemsPage }),
    ]);
  });

  test('other screens only request the current user', () => {
    window.history.replaceState(null, '', '/folders');

    lookAhead();

    expect(askedFor()).toEqual(['/api/auth/user', '/api/config']);
  });

  test('a page marked for a visitor sends no request that needs a session', () => {
    document.documentElement.setAttribute('data-visitor', '');
    window.history.replaceState(null, '', `/category/${idOf(7)}`);

    lookAhead();

    expect(askedFor()).toEqual(['/api/config']);
    expect(document.documentElement.hasAttribute('data-visitor')).toBe(true);
  });

  test('a page restored from history ignores the mark, which may be older than the session', () => {
    performance.getEntriesByType = () => [{ type: 'back_forward' }] as unknown as PerformanceEntryList;
    document.documentElement.setAttribute('data-visitor', '');

    lookAhead();

    expect(askedFor()).toEqual(['/api/auth/user', '/api/config']);
    expect(document.documentElement.hasAttribute('data-visitor')).toBe(false);
  });

  test('the files of the screen are requested if the build wrote a table of them', () => {
    document.head.innerHTML = `<script type="application/json" id="screens">${JSON.stringify({
      Folders: { paths: ['/folders', '/categories'], files: ['assets/Folders.js', 'assets/Folders.css'] },
      MyList: { paths: ['/my-list'], files: ['assets/MyList.js'] },
    })}</script>`;
    window.history.replaceState(null, '', '/categories');

    lookAhead();

    const hinted = [...document.querySelectorAll<HTMLLinkElement>('link')].map((link) => `${link.rel} ${link.as}`);
    expect(document.querySelector('link[rel="modulepreload"]')?.getAttribute('href')).toBe('/assets/Folders.js');
    expect(askedFor()).toContain('/assets/Folders.css');
    expect(hinted).toHaveLength(4);
  });
});

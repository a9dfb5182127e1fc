import { expect, test } from '@jest/globals';
import { hideTokens } from './secrets.ts';

test('a path is logged with its ids and without its tokens', () => {
  const id = '65f0c0ffee5eedbadc0ffee1';
  const paths = [
    `/api/folders/${id}/items`,
    '/feeds/Zm9yIGZyaWRheSBuaWdodB.ics',
    `/API/scrobble/jellyfin/mq_${'a1'.repeat(24)}x/`,
    '/api/invitation-links/-m9yIGZyaWRheSBuaWdodB/join',
  ];

  expect(paths.map(hideTokens)).toEqual([
    `/api/folders/${id}/items`,
    '/feeds/….ics',
    '/API/scrobble/jellyfin/…/',
    '/api/invitation-links/…/join',
  ]);
});

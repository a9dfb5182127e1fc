import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { preloadDialogs } from '../../components/dialogs/lazyDialog.tsx';
import { ShareScreen } from '../../screens/discover/ShareScreen.tsx';
import { stubApi } from '../../testing/api.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { Dialogs } from './Dialogs.tsx';

test('what another app shares opens no dialog while its title is looked up', async () => {
  const { share_target } = JSON.parse(readFileSync('client/public/app.webmanifest', 'utf8'));
  const shared = new URLSearchParams({ [share_target.params.title]: 'No such film' });
  const nothing = { body: { page: 1, total_pages: 1, total_results: 0, results: [] } };
  stubApi({ 'GET /api/movies/search': nothing, 'GET /api/tv/search': nothing });
  await preloadDialogs();

  renderAt(
    <>
      <ShareScreen />
      <Dialogs />
    </>,
    { at: `${share_target.action}?${shared}` },
  );

  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(addressOf()).toBe('/?q=No+such+film'));
});

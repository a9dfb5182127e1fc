import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Privacy } from '../../common/schemas/account/privacy.ts';
import type { User } from '../../common/schemas/user.ts';
import { Toaster } from '../components/toast/Toaster.tsx';
import { privacyQuery } from '../features/account/settings/privacy/privacy.queries.ts';
import { spoilersQuery } from '../features/account/settings/spoilers.queries.ts';
import { webhooksQuery } from '../features/account/webhooks/webhook.queries.ts';
import { blocksQuery } from '../features/users/user.queries.ts';
import { useUsers } from '../features/users/users.store.ts';
import { queryClient } from '../lib/query.ts';
import { AccountScreen } from '../screens/account/AccountScreen.tsx';
import { renderAt } from './render.tsx';
import { ana } from './samples.ts';

/** The settings of a user who has changed none. */
export const openPrivacy: Privacy = {
  emailFor: 'everyone',
  listsFor: 'everyone',
  isListed: true,
  showsPresence: true,
  showsWatching: false,
  instance: { emailFor: 'everyone', listsFor: 'everyone' },
};

/** Renders the account of a user. */
export function openAccount(viewer: User = ana) {
  useUsers.getState().applyViewer(viewer);
  for (const { queryKey } of [privacyQuery, blocksQuery, spoilersQuery, webhooksQuery]) {
    queryClient.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
  }
  queryClient.setQueryData(privacyQuery.queryKey, openPrivacy);
  queryClient.setQueryData(spoilersQuery.queryKey, { spoilers: 'hide' });
  queryClient.setQueryData(blocksQuery.queryKey, (blocks) => blocks ?? []);
  queryClient.setQueryData(webhooksQuery.queryKey, (webhooks) => webhooks ?? []);
  return renderAt(
    <>
      <AccountScreen />
      <Toaster />
    </>,
    { at: '/account' },
  );
}

export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** The queries within one row of the account. */
export const row = (name: string) => within(screen.getByRole('region', { name }));

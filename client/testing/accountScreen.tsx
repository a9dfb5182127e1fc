import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '../../common/schemas/user.ts';
import { Toaster } from '../components/feedback/Toaster.tsx';
import { useUsers } from '../features/users/users.store.ts';
import { AccountScreen } from '../screens/account/AccountScreen.tsx';
import { renderAt } from './render.tsx';
import { ana } from './samples.ts';

/** Renders the account of a user. */
export function openAccount(viewer: User = ana) {
  useUsers.getState().applyViewer(viewer);
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

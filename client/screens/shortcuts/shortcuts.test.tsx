import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialogs } from '../../app/layout/Dialogs.tsx';
import { AvatarMenu } from '../../app/layout/header/Header.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { useHelpKey } from '../../lib/page/shortcuts.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';

// Compiling them can take longer than a query waits for it.
beforeAll(() => Promise.all([import('./ShortcutsDialog.tsx'), import('../../app/layout/header/AccountMenu.tsx')]));

function Frame() {
  useHelpKey();
  return (
    <>
      <AvatarMenu />
      <input aria-label="Search" />
      <div role="dialog" aria-label="Other">
        <button type="button">In a dialog</button>
      </div>
      <Dialogs />
    </>
  );
}

beforeEach(() => {
  useUsers.getState().applyViewer(ana);
  renderAt(<Frame />);
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
});

const findSheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });

test("'?' opens the sheet, and Escape closes it", async () => {
  await userEvent.keyboard('?');

  const everywhere = within(await findSheet()).getByRole('region', { name: 'Everywhere' });
  expect(
    within(everywhere)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['/', '?', 'Esc', 'F8']);
  expect(addressOf()).toBe('/?shortcuts=1');

  await userEvent.keyboard('{Escape}');
  expect(addressOf()).toBe('/');
});

test('the avatar menu opens it', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Account menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Keyboard shortcuts/ }));

  expect(await findSheet()).toBeTruthy();
});

test.each([
  ['a field', 'textbox', 'Search'],
  ['another dialog', 'button', 'In a dialog'],
])("'?' does nothing in %s", async (_where, role, name) => {
  screen.getByRole(role, { name }).focus();

  await userEvent.keyboard('?');

  expect(addressOf()).toBe('/');
});

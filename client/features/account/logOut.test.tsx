import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { resetStores } from '../../lib/createStore.ts';
import { beforeSignOut } from '../../lib/http/signOut.ts';
import { stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana, sampleItem } from '../../testing/samples.ts';
import { useQueue } from '../offline/queue.store.ts';
import type { QueueEntry } from '../offline/queuedWrite.ts';
import { LogOutDialog } from './LogOutDialog.tsx';
import { logOut, useLogOut } from './logOut.ts';

const { folderId, id, title } = sampleItem(1);
const waiting: QueueEntry = {
  userId: ana.id,
  at: new Date(),
  listName: 'Friday nights',
  write: { kind: 'remove', opId: '1', name: title, folderId, itemId: id },
};
let hasSignedOut: boolean;

beforeEach(() => {
  resetStores();
  hasSignedOut = false;
  stubApi({ 'GET /healthz': {} });
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  beforeSignOut(async () => {
    hasSignedOut = true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Account() {
  const unsent = useLogOut((state) => state.unsent);
  return (
    <>
      <a href="/api/logout" onClick={logOut}>
        Log out
      </a>
      {unsent > 0 && <LogOutDialog unsent={unsent} onClose={() => useLogOut.setState({ unsent: 0 })} />}
    </>
  );
}

const press = async (role: 'link' | 'button', name: string) => userEvent.click(await screen.findByRole(role, { name }));

test('logging out asks first while changes wait for a connection', async () => {
  useQueue.setState({
    entries: [
      waiting,
      waiting,
      { ...waiting, problem: { kind: 'failing' } },
      { ...waiting, problem: { kind: 'theirs' } },
    ],
  });
  renderAt(<Account />);

  await press('link', 'Log out');
  expect(await screen.findByRole('dialog', { name: '3 changes have not been sent' })).toBeTruthy();
  await press('button', 'Stay signed in');

  expect([screen.queryByRole('dialog'), hasSignedOut]).toEqual([null, false]);

  useQueue.setState({ entries: [waiting] });
  await press('link', 'Log out');
  expect(await screen.findByRole('dialog', { name: '1 change has not been sent' })).toBeTruthy();
  await press('button', 'Log out anyway');

  await waitFor(() => expect(hasSignedOut).toBe(true));
});

test('without such changes, logging out asks nothing', async () => {
  renderAt(<Account />);

  await press('link', 'Log out');

  await waitFor(() => expect([screen.queryByRole('dialog'), hasSignedOut]).toEqual([null, true]));
});

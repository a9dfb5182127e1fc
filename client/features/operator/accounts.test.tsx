import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Account } from '../../../common/schemas/operator/operator.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, sampleConfig } from '../../testing/samples.ts';
import { useConfig } from '../titles/config.store.ts';
import { useUsers } from '../users/users.store.ts';
import { PeopleTab } from './PeopleTab.tsx';

const account: Account = {
  ...ben,
  lastSeenAt: '2026-01-20T12:00:00.000Z',
  isOperator: false,
  mayRequest: false,
  isDisabled: false,
  lists: 1,
  items: 0,
  reviews: 2,
};

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer({ ...ana, isOperator: true });
});

async function openMenuOf(shown: Account) {
  api.on('GET /api/admin/accounts', { body: [shown] });
  renderAt(
    <>
      <PeopleTab />
      <Toaster />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${shown.firstName ?? shown.email}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
}

const line = () => within(screen.getAllByRole('listitem')[0] as HTMLElement);
const choose = async (action: string) => userEvent.click(await screen.findByRole('menuitem', { name: action }));

test('the line says how much an account holds and when it was last used', async () => {
  await openMenuOf(account);

  expect(line().getByText('1 list · 0 titles · 2 reviews · last seen January 20, 2026')).toBeTruthy();
  expect(line().getByText('ben@example.org')).toBeTruthy();
});

test('an account without a name shows its address once', async () => {
  await openMenuOf({ ...account, firstName: null });

  expect(line().getAllByText('ben@example.org')).toHaveLength(1);
});

test.each<[string, Partial<Account>, string[]]>([
  ['another member', {}, ['Make operator', 'Reset password', 'Disable', 'Delete account']],
  ['another operator', { isOperator: true }, ['Remove operator role', 'Reset password', 'Disable', 'Delete account']],
  ['a disabled member', { isDisabled: true }, ['Reset password', 'Enable', 'Delete account']],
  // A reset would sign the operator out before the temporary password shows.
  ['oneself', { ...ana, isOperator: true }, ['Remove operator role']],
])('the menu offers what can be done with %s', async (_, over, offered) => {
  expect(await openMenuOf({ ...account, ...over })).toEqual(offered);
});

test('without passwords, none can be reset', async () => {
  useConfig.setState({ config: { ...sampleConfig, hasLocalAccounts: false } });

  expect(await openMenuOf(account)).not.toContain('Reset password');
});

test('a disabled account is not offered requests', async () => {
  useConfig.setState({ config: { ...sampleConfig, hasRequests: true } });

  expect(await openMenuOf({ ...account, isDisabled: true })).not.toContain('Allow requests in Seerr');
});

test.each<[string, Partial<Account>, string, string, string[]]>([
  ['Make operator', {}, 'PUT operator', 'Operator added', ['Operator']],
  ['Remove operator role', { isOperator: true }, 'DELETE operator', 'Operator role removed', []],
  ['Enable', { isDisabled: true }, 'POST enable', 'Account enabled', []],
])('%s is done at once, and the line shows it', async (action, over, route, done, marks) => {
  await openMenuOf({ ...account, ...over });
  const [method, part] = route.split(' ');
  api.on(`${method} /api/admin/accounts/${ben.id}/${part}`, { status: 204 });

  await choose(action);

  await waitFor(() => expect(toastText()).toBe(done));
  expect(
    line()
      .queryAllByText(/^(Operator|Disabled)$/)
      .map((mark) => mark.textContent),
  ).toEqual(marks);
});

test.each([
  ['Allow requests in Seerr', false, 'PUT', 'They can request titles now'],
  ['End requests in Seerr', true, 'DELETE', 'They can request no more titles'],
])('%s, and the menu then offers the other', async (action, mayRequest, method, done) => {
  useConfig.setState({ config: { ...sampleConfig, hasRequests: true } });
  await openMenuOf({ ...account, mayRequest });
  api.on(`${method} /api/admin/accounts/${ben.id}/requests`, { status: 204 });

  await choose(action);

  await waitFor(() => expect(toastText()).toBe(done));
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Ben' }));
  const other = mayRequest ? 'Allow requests in Seerr' : 'End requests in Seerr';
  expect(await screen.findByRole('menuitem', { name: other })).toBeTruthy();
});

test('an action that fails changes nothing and says so', async () => {
  await openMenuOf(account);
  api.on(`PUT /api/admin/accounts/${ben.id}/operator`, failure(500, 'internal', ''));

  await choose('Make operator');

  await waitFor(() => expect(toastText()).toContain('Couldn’t change the account. Try again.'));
  expect(line().queryByText('Operator')).toBeNull();
});

test('a deleted account leaves the list', async () => {
  await openMenuOf(account);
  api.on(`DELETE /api/admin/accounts/${ben.id}`, { status: 204 });

  await choose('Delete account');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));

  expect(await screen.findByText('Nobody found')).toBeTruthy();
  expect(toastText()).toBe('Account deleted');
});

test('an account leaves the list too if the answer to its deletion was lost', async () => {
  await openMenuOf(account);
  api.on(`DELETE /api/admin/accounts/${ben.id}`, { status: 502 });
  api.on('GET /api/admin/accounts', { body: [] });

  await choose('Delete account');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));

  expect(await screen.findByText('Nobody found')).toBeTruthy();
});

test('a question that fails stays open', async () => {
  await openMenuOf(account);
  api.on(`POST /api/admin/accounts/${ben.id}/disable`, failure(500, 'internal', ''));

  await choose('Disable');
  await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));

  await waitFor(() => expect(toastText()).toContain('Couldn’t change the account. Try again.'));
  expect(screen.getByText('Disable this account?')).toBeTruthy();
  expect(line().queryByText('Disabled')).toBeNull();
});

test('a search asks for the accounts with that text', async () => {
  api.on('GET /api/admin/accounts', ({ query }) => ({ body: query.get('q') === 'be' ? [account] : [] }));
  renderAt(<PeopleTab />);
  expect(await screen.findByText('Nobody found')).toBeTruthy();

  await userEvent.type(screen.getByRole('searchbox'), 'be');

  expect(await screen.findByRole('button', { name: 'Actions for Ben' })).toBeTruthy();
});

test('a search that fails leaves the field, so that something else can be searched for', async () => {
  api.on('GET /api/admin/accounts', ({ query }) => (query.get('q') === 'b' ? failure(500, 'internal') : { body: [] }));
  renderAt(<PeopleTab />);
  await screen.findByText('Nobody found');

  await userEvent.type(screen.getByRole('searchbox'), 'b');
  await screen.findByRole('button', { name: 'Try again' });
  await userEvent.type(screen.getByRole('searchbox'), 'en');

  expect(await screen.findByText('Nobody found')).toBeTruthy();
});

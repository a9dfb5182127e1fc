import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedSession } from '../../../common/schemas/account/session.ts';
import type { SecurityEvent } from '../../../common/schemas/operator/securityEvent.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { toastError } from '../../components/toast/toast.ts';
import { useFreshSignIn } from '../../features/account/freshSignIn.store.ts';
import { FreshSignInDialog } from '../../features/account/security/fresh/FreshSignInDialog.tsx';
import { useSession } from '../../features/account/session.store.ts';
import { signInMethodsQuery } from '../../features/account/settings/signInMethods.queries.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { Cancelled } from '../../lib/cancelled.ts';
import { queryClient } from '../../lib/query.ts';
import { openAccount, press, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, idOf, sampleConfig } from '../../testing/samples.ts';

const at = '2026-11-21T10:05:00.000Z';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

describe('the devices', () => {
  const session = (id: string, over: Partial<ListedSession> = {}): ListedSession => ({
    id,
    device: `Firefox on ${id}`,
    address: '192.0.2.1',
    startedAt: at,
    lastUsedAt: at,
    isCurrent: false,
    ...over,
  });

  async function show(...sessions: ListedSession[]) {
    api.on('GET /api/user/sessions', { body: sessions });
    openAccount();
    await press('Show devices');
    return within(await screen.findByRole('list', { name: 'Devices' }));
  }

  test('are listed with the present one first, which cannot be signed out here', async () => {
    const list = await show(session('here', { isCurrent: true }), session('there', { device: null }));

    const [here, there] = list.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(here.textContent).toMatch(/^Firefox on hereThis device · signed in .*2026.* · 192\.0\.2\.1$/);
    expect(within(here).queryByRole('button')).toBeNull();
    expect(there.textContent).toMatch(/^Unknown deviceLast used .*2026/);
  });

  test('are signed out one at a time', async () => {
    const list = await show(session('here', { isCurrent: true }), session('there'), session('elsewhere'));
    api.on('DELETE /api/user/sessions/there', { status: 204 });

    await press('Sign out Firefox on there');

    await waitFor(() => expect(toastText()).toBe('Signed outFirefox on there has been signed out.'));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
  });

  test('are all signed out except this one', async () => {
    const list = await show(session('here', { isCurrent: true }), session('there'));
    api.on('DELETE /api/user/sessions', { status: 204 });

    await press('Sign out everywhere else');

    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  test('stay when signing out fails', async () => {
    const list = await show(session('here', { isCurrent: true }), session('there'));
    api.on('DELETE /api/user/sessions/there', failure(404, 'not_found', 'This session has ended already'));

    await press('Sign out Firefox on there');

    await waitFor(() => expect(toastText()).toBe('ErrorThis session has ended already'));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('the activity', () => {
  let last = 0;
  const event = (type: SecurityEvent['type'], over: Partial<SecurityEvent> = {}): SecurityEvent => {
    last += 1;
    return {
      id: idOf(last),
      type,
      createdAt: at,
      address: null,
      device: null,
      isByOther: false,
      detail: null,
      ...over,
    };
  };

  test('is listed page by page, with sign-ins on new devices marked', async () => {
    const older = [event('account-created')];
    const newer = [
      event('sign-in-new-device', { device: 'Safari on iOS', address: '192.0.2.1' }),
      event('password-reset', { isByOther: true }),
      event('passkey-added', { detail: 'Phone' }),
    ];
    api.on('GET /api/user/security-events', ({ query }) =>
      query.get('after')
        ? { body: older }
        : { body: newer, headers: { Link: '</api/user/security-events?after=x>; rel="next"' } },
    );
    openAccount();

    await press('Show activity');
    const list = within(await screen.findByRole('list', { name: 'Activity' }));
    await userEvent.click(row('Activity').getByRole('button', { name: 'Show older' }));

    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(4));
    const texts = list.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
    expect(texts).toEqual([
      'Signed in on a new device',
      'Password reset, by the person who runs this site',
      'Passkey added: Phone',
      'Account created',
    ]);
    expect(list.getByText(/Safari on iOS · 192\.0\.2\.1$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  test('that cannot be loaded shows a toast, and can be asked for again', async () => {
    api.on('GET /api/user/security-events', failure(503, 'unavailable', 'Try again'));
    openAccount();

    await press('Show activity');

    await waitFor(() => expect(toastText()).toBe('ErrorTry again'));
    expect(screen.getByRole('button', { name: 'Show activity' })).toBeTruthy();
  });
});

test('passkeys are not shown where the server or the browser has none', async () => {
  useConfig.setState({ config: { ...sampleConfig, hasPasskeys: true } });
  api.on('GET /api/user/single-sign-on', {
    body: { hasPassword: true, isConnected: false, hasSecondFactor: false, recoveryCodes: 0, passkeys: 0 },
  });
  openAccount();

  await waitFor(() => expect(queryClient.getQueryData(signInMethodsQuery.queryKey)).toBeDefined());
  expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull();
  useConfig.setState({ config: null });
});

test('passkeys that do not load say so, and are loaded again', async () => {
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
  useConfig.setState({ config: { ...sampleConfig, hasPasskeys: true } });
  api.on('GET /api/user/single-sign-on', {
    body: { hasPassword: true, isConnected: false, hasSecondFactor: false, recoveryCodes: 0, passkeys: 1 },
  });
  api.on('GET /api/user/passkeys', failure(503, 'unavailable'));
  openAccount();
  await within(await screen.findByRole('region', { name: 'Passkeys' })).findByText('Couldn’t load your passkeys.');
  const passkey = { id: idOf(1), name: 'My phone', createdAt: at, lastUsedAt: null, isBackedUp: false };
  api.on('GET /api/user/passkeys', { body: [passkey] });

  await press('Try again');

  await row('Passkeys').findByText('My phone');
  expect(screen.queryByText('Couldn’t load your passkeys.')).toBeNull();
  useConfig.setState({ config: null });
  Reflect.deleteProperty(window, 'PublicKeyCredential');
});

describe('a change of the email address', () => {
  async function change(email: string) {
    openAccount();
    await press('Change email');
    const field = screen.getByLabelText('New email');
    await userEvent.clear(field);
    await userEvent.type(field, `${email}{Enter}`);
  }

  test('is shown at once', async () => {
    api.on('PUT /api/user/email', { body: { ...ana, email: 'new@example.org' } });

    await change('New@Example.org');

    await waitFor(() =>
      expect(toastText()).toBe('Email updatedSign in with it from now on. Your other devices have been signed out.'),
    );
    expect(api.requests[0]?.body).toEqual({ email: 'new@example.org' });
    expect(row('Email').getByText('new@example.org')).toBeTruthy();
  });

  test('says at the field what is wrong with the address', async () => {
    api.on('PUT /api/user/email', failure(409, 'taken', 'An account with this email address already exists'));

    await change('nowhere');
    expect(screen.getByText('Enter a valid email address')).toBeTruthy();
    expect(api.calls).toEqual([]);
    await userEvent.type(screen.getByLabelText('New email'), '@example.org{Enter}');

    await waitFor(() => expect(screen.getByLabelText('New email').getAttribute('aria-invalid')).toBe('true'));
  });
});

const methods = { hasPassword: true, isConnected: true, hasSecondFactor: true, recoveryCodes: 3, passkeys: 0 };

test('two-step sign-in is turned off after a question', async () => {
  api.on('GET /api/user/single-sign-on', { body: methods });
  api.on('DELETE /api/user/second-factor', { status: 204 });
  useConfig.setState({ config: sampleConfig });
  openAccount();
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  const question = within(await screen.findByRole('dialog', { name: 'Turn off two-step sign-in?' }));
  expect(api.calls).not.toContain('DELETE /api/user/second-factor');

  await userEvent.click(question.getByRole('button', { name: 'Turn off' }));

  await waitFor(() => expect(toastText()).toContain('Two-step sign-in turned off'));
  expect(api.calls).toContain('DELETE /api/user/second-factor');
  expect(row('Two-step sign-in').getByRole('button', { name: /^Turn/ })).toBe(document.activeElement);
  cleanup();
  useConfig.setState(useConfig.getInitialState(), true);
});

describe('a call that needs a fresh sign-in', () => {
  let attempts: number;

  function begin(methodsAnswer: () => Promise<StubAnswer> = async () => ({ body: methods })) {
    attempts = 0;
    api.on('PUT /api/user/email', () => {
      attempts += 1;
      return attempts === 1
        ? failure(403, 'fresh_sign_in_required', 'Please confirm that it is you')
        : { body: { ...ana, email: 'new@example.org' } };
    });
    api.on('GET /api/user/single-sign-on', methodsAnswer);
    useUsers.getState().applyViewer(ana);
    const done = useSession.getState().changeEmail('new@example.org');
    renderAt(
      <>
        <FreshSignInDialog />
        <Toaster />
      </>,
    );
    return done;
  }

  test('is made again after the confirmation, by the password and a code', async () => {
    const done = begin();
    api.on('POST /api/user/fresh-sign-in', { status: 204 });

    expect(await screen.findByRole('button', { name: 'Continue with single sign-on' })).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Password'), 'my password{Enter}');
    expect(api.calls).not.toContain('POST /api/user/fresh-sign-in');
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    await done;

    const confirmation = api.requests.find(({ path }) => path === '/api/user/fresh-sign-in');
    expect(confirmation?.body).toEqual({ method: 'password', password: 'my password', code: '123456' });
    expect(attempts).toBe(2);
    expect(useUsers.getState().viewer?.email).toBe('new@example.org');
    expect(useFreshSignIn.getState().waiting).toBeNull();
  });

  test.each([
    ['arrive after the dialog has opened', null],
    ['are known before', methods],
  ])('starts in the password, where the sign-in methods %s', async (_when, known) => {
    if (known) queryClient.setQueryData(signInMethodsQuery.queryKey, known);
    const answer = deferred<StubAnswer>();
    const dropped = expect(begin(() => answer.promise)).rejects.toThrow(Cancelled);
    // The dialog has taken the focus.
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));

    answer.resolve({ body: methods });

    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
    await userEvent.keyboard('{Escape}');
    await dropped;
  });

  test('can ask again for the sign-in methods that did not load', async () => {
    const answers: StubAnswer[] = [failure(500, 'internal'), { body: methods }];
    const dropped = expect(begin(async () => answers.shift() ?? failure(500, 'internal'))).rejects.toThrow(Cancelled);

    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
    await userEvent.keyboard('{Escape}');
    await dropped;
  });

  test('says that a passkey was refused, also without a password', async () => {
    const bytes = new Uint8Array([1]).buffer;
    const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes };
    const used = { id: 'AQ', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) };
    Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: async () => used } });
    useConfig.setState({ config: { ...sampleConfig, hasPasskeys: true } });
    const answer = { body: { ...methods, hasPassword: false, passkeys: 1 } };
    const dropped = expect(begin(async () => answer)).rejects.toThrow(Cancelled);
    api.on('POST /api/user/fresh-sign-in/passkey-options', { body: { challenge: 'AQ', allowCredentials: [] } });
    api.on('POST /api/user/fresh-sign-in', failure(403, 'forbidden', 'This passkey is not one of yours.'));

    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));

    await waitFor(() => expect(toastText()).toBe('ErrorThis passkey is not one of yours.'));
    await userEvent.keyboard('{Escape}');
    await dropped;
    useConfig.setState({ config: null });
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });

  test('says how to go on where the site has no way of the account', async () => {
    useConfig.setState({ config: { ...sampleConfig, hasSingleSignOn: false } });
    const dropped = expect(begin(async () => ({ body: { ...methods, hasPassword: false } }))).rejects.toThrow(
      Cancelled,
    );

    expect(await screen.findByText('You can’t do that here. Log out and sign in again instead.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Continue with single sign-on' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await dropped;
    useConfig.setState({ config: null });
  });

  test('shows at the code that it was wrong', async () => {
    const dropped = expect(begin()).rejects.toThrow(Cancelled);
    const issues = [{ path: 'code', message: 'That code is not right' }];
    api.on('POST /api/user/fresh-sign-in', {
      status: 403,
      body: { error: 'That code is not right', code: 'forbidden', issues },
    });

    await userEvent.type(await screen.findByLabelText('Password'), 'my password');
    await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');

    await waitFor(() => expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('false');
    await userEvent.keyboard('{Escape}');
    await dropped;
  });

  test('is dropped without an error when the dialog is closed', async () => {
    const dropped = expect(begin()).rejects.toThrow(Cancelled);
    await screen.findByLabelText('Password');

    await userEvent.keyboard('{Escape}');

    await dropped;
    expect(attempts).toBe(1);
    expect(toastError(new Cancelled(), 'Failed')).toBeNull();
  });
});

test('only operators find the way to their screen here', () => {
  useUsers.getState().applyViewer({ ...ana, isOperator: true });
  const { unmount } = openAccount(ana);
  expect(screen.getByRole('link', { name: 'Run this site' }).getAttribute('href')).toBe('/admin');
  unmount();

  useUsers.getState().applyViewer({ ...ana, isOperator: false });
  openAccount(ana);
  expect(screen.queryByRole('link', { name: 'Run this site' })).toBeNull();
});

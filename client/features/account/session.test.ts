import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { notificationsStore } from '@mantine/notifications';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { ana } from '../../testing/samples.ts';
import { useUsers } from '../users/users.store.ts';
import { useSession } from './session.store.ts';
import { sendToLogin } from './signedOut.ts';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

describe('the session', () => {
  test('is resolving until the server has answered', async () => {
    api.on('GET /api/auth/user', { body: ana });
    expect(useSession.getState().status).toBe('resolving');

    await useSession.getState().resolveSession();

    expect(useSession.getState().status).toBe('signedIn');
    expect(useUsers.getState().viewer).toEqual(ana);
  });

  test.each([
    [401, 'signedOut'],
    [429, 'unknown'],
    [500, 'unknown'],
    [503, 'unknown'],
  ] as const)('after %i is %s, with one request and no toast', async (status, expected) => {
    api.on('GET /api/auth/user', failure(status, 'unauthorized', 'Unauthorized'));

    await useSession.getState().resolveSession();

    expect(useSession.getState().status).toBe(expected);
    expect(api.calls).toHaveLength(1);
    expect(notificationsStore.getState().notifications).toEqual([]);
  });

  test('leaves no data of the user when it ends', () => {
    useSession.getState().applyUser(ana);

    useSession.getState().applySignedOut();

    expect(useUsers.getState()).toMatchObject({ viewer: null, people: {} });
    expect(useSession.getState().status).toBe('signedOut');
  });
});

describe('a visitor on a members-only screen', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.runAllTimers();
    jest.useRealTimers();
  });

  test('sees a toast and is redirected to the sign-in page after half a second', () => {
    const goTo = jest.fn();

    sendToLogin(goTo);

    expect(notificationsStore.getState().notifications).toMatchObject([
      { title: 'Unauthorized', message: 'You are logged out. Logging in again...' },
    ]);
    jest.advanceTimersByTime(499);
    expect(goTo).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(goTo).toHaveBeenCalledWith('/api/login');
  });

  test('is redirected once even if several calls were refused', () => {
    const goTo = jest.fn();

    sendToLogin(goTo);
    sendToLogin(goTo);
    jest.advanceTimersByTime(1000);

    expect(goTo).toHaveBeenCalledTimes(1);
  });
});

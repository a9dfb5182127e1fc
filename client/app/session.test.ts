import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { useSession } from '../features/account/session.store.ts';
import { type ApiStub, stubApi } from '../testing/api.ts';
import { ana } from '../testing/samples.ts';
import { startSession } from './session.ts';

let api: ApiStub;

beforeEach(() => {
  api = stubApi({ 'GET /api/config': { status: 503 }, 'GET /api/auth/user': { body: ana } });
});
afterEach(() => document.documentElement.removeAttribute('data-visitor'));

test('a page asks who is signed in', async () => {
  startSession();

  await waitFor(() => expect(useSession.getState().status).toBe('signedIn'));
  expect(api.calls).toEqual(['GET /api/config', 'GET /api/auth/user']);
});

test('a page marked for a visitor does not ask', () => {
  document.documentElement.setAttribute('data-visitor', '');

  startSession();

  expect(useSession.getState()).toMatchObject({ status: 'signedOut', hasEnded: false });
  expect(api.calls).toEqual(['GET /api/config']);
});

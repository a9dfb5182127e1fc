import { afterEach, expect, jest, test } from '@jest/globals';
import { OfflineError } from './http.ts';
import { beforeSignOut, isSigningOut, isSignOutOpen, signOut } from './signOut.ts';

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

test('over plain http a form is submitted, once what is on the device has been deleted', async () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
  const order: string[] = [];
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => void order.push('submitted'));
  beforeSignOut(async () => void order.push('deleted'));

  globalThis.fetch = async () => ({ ok: true }) as Response;
  await signOut();

  expect(order).toEqual(['deleted', 'submitted']);
  expect([document.forms[0]?.method, document.forms[0]?.getAttribute('action')]).toEqual(['post', '/api/logout']);
});

test('a browser that cannot start the app offline stays signed in without a connection, and deletes nothing', async () => {
  let hasDeleted = false;
  beforeSignOut(async () => {
    hasDeleted = true;
  });
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch');
  };

  await expect(signOut()).rejects.toThrow(OfflineError);

  expect([hasDeleted, isSigningOut(), isSignOutOpen()]).toEqual([false, false, false]);
});

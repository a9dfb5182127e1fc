import { afterEach, expect, jest, test } from '@jest/globals';
import { beforeSignOut, signOut } from './signOut.ts';

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

test('over plain http a form is submitted, once what is on the device has been deleted', async () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
  const order: string[] = [];
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => void order.push('submitted'));
  beforeSignOut(async () => void order.push('deleted'));

  await signOut();

  expect(order).toEqual(['deleted', 'submitted']);
  expect([document.forms[0]?.method, document.forms[0]?.getAttribute('action')]).toEqual(['post', '/api/logout']);
});

import { afterEach, expect, jest, test } from '@jest/globals';
import type { MouseEvent } from 'react';
import { beforeSignOut, signOut } from './signOut.ts';

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

const click = () => ({ preventDefault: jest.fn() }) as unknown as MouseEvent & { preventDefault: jest.Mock };

test('over plain http a form is submitted, once what is on the device has been deleted', async () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
  const order: string[] = [];
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => void order.push('submitted'));
  beforeSignOut(async () => void order.push('deleted'));
  const event = click();

  await signOut(event);

  expect(event.preventDefault).toHaveBeenCalled();
  expect(order).toEqual(['deleted', 'submitted']);
  expect([document.forms[0]?.method, document.forms[0]?.getAttribute('action')]).toEqual(['post', '/api/logout']);
});

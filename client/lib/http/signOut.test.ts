import { afterEach, expect, jest, test } from '@jest/globals';
import type { MouseEvent } from 'react';
import { signOutByForm } from './signOut.ts';

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

const click = () => ({ preventDefault: jest.fn() }) as unknown as MouseEvent & { preventDefault: jest.Mock };

test('over https the browser follows the link', () => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  const event = click();

  signOutByForm(event);

  expect(event.preventDefault).not.toHaveBeenCalled();
  expect(document.forms).toHaveLength(0);
});

test('over plain http a form is submitted in its place', () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
  const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  const event = click();

  signOutByForm(event);

  expect(event.preventDefault).toHaveBeenCalled();
  expect(submit).toHaveBeenCalledTimes(1);
  expect([document.forms[0]?.method, document.forms[0]?.getAttribute('action')]).toEqual(['post', '/api/logout']);
});

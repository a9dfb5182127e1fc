import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { ana } from '../../testing/samples.ts';

const source = readFileSync('client/public/signInForm.js', 'utf8');
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
let api: ApiStub;

beforeEach(() => {
  api = stubApi({ 'GET /api/auth/user': failure(401, 'unauthorized') });
  // jsdom opens no other page, so the screen to return to is a part of this one.
  document.body.innerHTML = '<section id="login"><form><input name="returnTo" value="/#list"></form></section>';
  // The page loads it as a classic script.
  new Function(source)();
});

test('who has signed in in another tab finds the screen that was open, instead of the sign-in page', async () => {
  comeBack();
  await waitFor(() => expect(api.calls).toHaveLength(1));
  expect(location.hash).toBe('');

  api.on('GET /api/auth/user', { body: ana });
  comeBack();

  await waitFor(() => expect(location.hash).toBe('#list'));
});

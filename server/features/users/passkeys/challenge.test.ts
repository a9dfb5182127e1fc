import { expect, test } from '@jest/globals';
import { findPasskeySite } from './challenge.service.ts';

const siteOf = (publicUrl: string | undefined, hasLocalAccounts = true) =>
  findPasskeySite(
    { protocol: 'http', host: '192.0.2.7:3000' },
    { publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl), hasLocalAccounts },
  );

test.each([
  ['https://films.example.org:8443', 'films.example.org'],
  ['http://localhost:3000', 'localhost'],
  ['http://films.localhost', 'films.localhost'],
])('a site at %s has passkeys for %s', (publicUrl, rpID) => {
  expect(siteOf(publicUrl)).toEqual({ rpID, origin: publicUrl });
});

test.each([
  ['without https', 'http://films.example.org'],
  ['at an IP address', 'https://192.0.2.7'],
  ['at an IPv6 address', 'https://[2001:db8::7]'],
  ['at the address that is asked, if that is an IP address', undefined],
])('a site %s has none', (_what, publicUrl) => {
  expect(siteOf(publicUrl)).toBeNull();
});

test('a site where people sign in elsewhere has none', () => {
  expect(siteOf('https://films.example.org', false)).toBeNull();
});

test('a request whose host makes no address gets none', () => {
  const request = { protocol: 'https', host: 'not a host' };
  expect(findPasskeySite(request, { publicUrl: undefined, hasLocalAccounts: true })).toBeNull();
});

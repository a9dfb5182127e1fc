import { expect, test } from '@jest/globals';
import { type CookieConfig, findCookieNames, readCookie } from './cookies.ts';

const https: CookieConfig = { publicUrl: new URL('https://marquee.example'), trustProxy: 0 };
const behindProxy: CookieConfig = { publicUrl: undefined, trustProxy: 1 };
const onThisMachine: CookieConfig = { publicUrl: undefined, trustProxy: 0 };

const BOTH = 'marquee.sid=planted; __Host-marquee.sid=own';

test.each<[string, CookieConfig, string | undefined, string]>([
  ['with an https address', https, undefined, 'own'],
  ['behind a proxy that ends https', behindProxy, 'https', 'own'],
  ['behind several proxies, the first of which ends https', behindProxy, 'HTTPS, http', 'own'],
  ['behind a proxy without https', behindProxy, 'http', 'planted'],
  ['without a proxy that is trusted', onThisMachine, 'https', 'planted'],
])('a request %s has only the cookies of its scheme', (_, config, proto, value) => {
  const headers = { cookie: BOTH, ...(proto && { 'x-forwarded-proto': proto }) };

  expect(readCookie({ headers }, config, 'marquee.sid')).toBe(value);
});

test.each(['\u00a0', '\ufeff', '\v', '\f'])('a name that begins with %j is another name', (space) => {
  const headers = { cookie: `one=1;${space}__Host-marquee.sid=planted` };

  expect(readCookie({ headers }, https, 'marquee.sid')).toBeUndefined();
});

test('cookies are found by the beginning of their names, without those of another host', () => {
  const headers = {
    cookie: '__Host-marquee.oidc.a=1; marquee.oidc.b=2;\t__Host-marquee.oidc.c=3; __Host-marquee.sid=4',
  };

  expect(findCookieNames({ headers }, https, 'marquee.oidc.')).toEqual(['marquee.oidc.a', 'marquee.oidc.c']);
});

import { describe, expect, test } from '@jest/globals';
import { isPublicAddress } from '../../../platform/http/outbound.ts';
import { claimsOf, readAs, sessionOf, setUpSingleSignOn, signInBy } from '../../../testing/oidc/singleSignOn.ts';
import { visitor } from '../../../testing/people.ts';

const sso = setUpSingleSignOn();

describe('the picture of a new person', () => {
  test('is copied and served by the app', async () => {
    const answer = await signInBy(sso, { ...claimsOf(), picture: `${sso.issuer.url}/picture` });

    const { profileImageUrl } = (await readAs(sso.server, answer)).body;
    expect(profileImageUrl).toMatch(/^\/api\/users\/pictures\/[0-9a-f]{24}$/);
    const picture = await visitor(sso.server).get(profileImageUrl).set('Cookie', sessionOf(answer));
    expect([picture.status, picture.type]).toEqual([200, 'image/webp']);
  });

  test('is not replaced at later sign-ins', async () => {
    const claims = claimsOf();
    await signInBy(sso, claims);

    const answer = await signInBy(sso, { ...claims, picture: `${sso.issuer.url}/picture` });

    expect((await readAs(sso.server, answer)).body.profileImageUrl).toBeNull();
  });

  test.each([
    ['is not a picture', () => `${sso.issuer.url}/jwks`],
    ['does not exist', () => `${sso.issuer.url}/nothing`],
    ['is not at an http address', () => 'data:image/png;base64,AAAA'],
    ['is not at an https address', () => 'http://192.0.2.1/me.png'],
    ['is on this machine', () => 'https://127.0.0.1/me.png'],
    ['is on this machine by name', () => 'https://localhost/me.png'],
    ['is on this machine by a number', () => 'https://2130706433/me.png'],
    ['is in the local network', () => 'https://169.254.169.254/latest/meta-data'],
    ['is in the local network by IPv6', () => 'https://[fd00::1]/me.png'],
    ['is nowhere', () => 'not an address'],
  ])('that %s is ignored', async (_, picture) => {
    const answer = await signInBy(sso, { ...claimsOf(), picture: picture() });

    expect((await readAs(sso.server, answer)).body.profileImageUrl).toBeNull();
  });
});

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fe80::1',
  'fd00::1',
  '2002:7f00:1::',
  '2001:0:1::',
  'localhost',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { createKnownDevices } from './knownDevice.ts';

const ANA = '650000000000000000000001';
const BEN = '650000000000000000000002';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const devicesWith = ({ secret = 'the secret of all nodes', publicUrl = '' } = {}) =>
  createKnownDevices({ publicUrl: publicUrl ? new URL(publicUrl) : undefined, trustProxy: 0 }, secret);

/** A browser that stores its cookies in the order in which it received them. */
function openBrowser() {
  const cookies: Record<string, string> = {};
  const request = () => {
    const pairs = Object.entries(cookies).map((pair) => pair.join('='));
    return { headers: { cookie: pairs.join('; ') } } as Request;
  };
  const response = {
    get req() {
      return request();
    },
    cookie: (name: string, value: string) => {
      cookies[name] = value;
    },
    clearCookie: (name: string) => {
      delete cookies[name];
    },
  } as unknown as Response;
  return {
    cookies,
    find: (userId = ANA, devices = devicesWith()) => devices.find(request(), userId),
    signIn: (userId = ANA, devices = devicesWith(), credentialsRev = 0) =>
      devices.remember(response, { userId, credentialsRev }),
  };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('a browser that has signed in', () => {
  test('is known on every node with the same secret, only for that account', () => {
    const browser = openBrowser();
    browser.signIn();

    expect(browser.find()).toEqual({ id: expect.stringMatching(/^[\w-]{16}$/), credentialsRev: 0 });
    expect(browser.find(BEN)).toBeNull();
    expect(browser.find(ANA, devicesWith({ secret: 'another secret' }))).toBeNull();
  });

  test('stays the same device at its next sign-in; another browser is another device', () => {
    const [browser, other] = [openBrowser(), openBrowser()];
    browser.signIn();
    const first = browser.find()?.id;
    browser.signIn(ANA, devicesWith(), 1);
    other.signIn();

    expect(browser.find()).toEqual({ id: first, credentialsRev: 1 });
    expect(other.find()?.id).not.toBe(first);
  });

  test('is known for a year after its last sign-in', () => {
    jest.useFakeTimers({ now: 0 });
    const browser = openBrowser();
    browser.signIn();

    jest.setSystemTime(YEAR_MS - 1);
    expect(browser.find()).not.toBeNull();
    jest.setSystemTime(YEAR_MS);
    expect(browser.find()).toBeNull();
  });

  test('is known for the last five accounts', () => {
    const browser = openBrowser();
    const accounts = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const account of accounts) browser.signIn(account);

    expect(accounts.filter((account) => browser.find(account))).toEqual(['b', 'c', 'd', 'e', 'f']);
  });

  test('has a __Host- cookie over https', () => {
    const devices = devicesWith({ publicUrl: 'https://marquee.example' });
    const browser = openBrowser();
    browser.signIn(ANA, devices);

    expect(Object.keys(browser.cookies)).toEqual([expect.stringMatching(/^__Host-marquee\.device\.[\w-]{16}$/)]);
    expect(browser.find(ANA, devices)).not.toBeNull();
    expect(browser.find()).toBeNull();
  });
});

describe('a cookie that was changed', () => {
  test.each<[string, (value: string, ofAnother: string) => string]>([
    ['to that of another account', (_value, ofAnother) => ofAnother],
    ['to another device', (value) => value.replace(/^[^.]+/, 'another')],
    ['to later credentials', (value) => value.replace(/\.0\./, '.1.')],
    ['to a later expiry', (value) => value.replace(/\.\d{13}\./, '.9999999999999.')],
    ['by removing the signature', (value) => value.replace(/\.[^.]+$/, '')],
    ['to nothing', () => ''],
    ['to something else', () => 'a.b.c.d.e'],
  ])('%s makes no device known', (_what, change) => {
    const [browser, other] = [openBrowser(), openBrowser()];
    browser.signIn();
    other.signIn(BEN);
    const [name = ''] = Object.keys(browser.cookies);
    const [ofAnother = ''] = Object.values(other.cookies);

    browser.cookies[name] = change(browser.cookies[name] ?? '', ofAnother);

    expect(browser.find()).toBeNull();
  });
});

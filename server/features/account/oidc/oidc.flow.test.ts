import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Response } from 'express';
import { setClock } from '../../../testing/clock.ts';
import { setUpServer } from '../../../testing/server.ts';
import { createFlows, type Flow } from './oidc.flow.ts';

const begin = (): Flow => ({
  state: `state-${randomUUID()}`,
  nonce: 'nonce',
  verifier: 'verifier',
  redirectUri: 'https://marquee.example/api/auth/oidc/callback',
  returnTo: '/folders',
});

interface Options {
  secret?: string;
  publicUrl?: string;
}

const flowsWith = ({ secret = 'the secret of all nodes', publicUrl }: Options = {}) =>
  createFlows({ publicUrl: publicUrl ? new URL(publicUrl) : undefined, trustProxy: 0 }, secret);

/** A browser with its cookies and their last options. */
function openBrowser() {
  const cookies: Record<string, string> = {};
  const options: Record<string, object> = {};
  const request = () => ({
    headers: {
      cookie: Object.entries(cookies)
        .map((pair) => pair.join('='))
        .join('; '),
    },
  });
  const response = {
    get req() {
      return request();
    },
    cookie(name: string, value: string, with_: object) {
      cookies[name] = value;
      options[name] = with_;
    },
    clearCookie(name: string) {
      delete cookies[name];
    },
  };
  return { cookies, options, response: response as unknown as Response };
}

// The flows need its database.
setUpServer();
afterEach(() => {
  jest.useRealTimers();
});

describe('a flow', () => {
  test('continues once at another node with the same secret', async () => {
    const begun = begin();
    const browser = openBrowser();
    flowsWith().keep(browser.response, begun);

    const taken = await flowsWith().take(browser.response, begun.state);
    const again = await flowsWith().take(browser.response, begun.state);

    expect(taken).toMatchObject(begun);
    expect(again).toBeNull();
  });

  test('does not continue with another secret', async () => {
    const begun = begin();
    const browser = openBrowser();
    flowsWith().keep(browser.response, begun);

    expect(await flowsWith({ secret: 'the secret of others' }).take(browser.response, begun.state)).toBeNull();
  });

  test('lasts ten minutes', async () => {
    const now = Date.now();
    setClock(now);
    const browser = openBrowser();
    const [one, two] = [begin(), begin()];
    for (const flow of [one, two]) flowsWith().keep(browser.response, flow);

    jest.setSystemTime(now + 10 * 60 * 1000 - 1);
    expect(await flowsWith().take(browser.response, one.state)).not.toBeNull();
    jest.setSystemTime(now + 10 * 60 * 1000);
    expect(await flowsWith().take(browser.response, two.state)).toBeNull();
  });

  test('is refused for another state, even if its cookie has the name of that state', async () => {
    const begun = begin();
    const browser = openBrowser();
    flowsWith().keep(browser.response, begun);
    const [sealed = ''] = Object.values(browser.cookies);
    browser.cookies['marquee.oidc.state-of-another-flow'] = sealed;

    expect(await flowsWith().take(browser.response, 'state-of-another-flow')).toBeNull();
  });

  test('returns to the start page when the wanted path is too long for a cookie', async () => {
    const begun = begin();
    const browser = openBrowser();
    flowsWith().keep(browser.response, { ...begun, returnTo: `/${'x'.repeat(4000)}` });

    expect(await flowsWith().take(browser.response, begun.state)).toMatchObject({ returnTo: '/' });
  });

  test('has a cookie of which five fit into the 8 kB that proxies accept', () => {
    const browser = openBrowser();
    flowsWith().keep(browser.response, { ...begin(), returnTo: `/${'x'.repeat(499)}`, userId: 'f'.repeat(24) });

    expect(JSON.stringify(browser.cookies).length).toBeLessThan(8000 / 5);
  });

  test.each([
    [undefined, false],
    ['http://marquee.example', false],
    ['https://marquee.example', true],
  ])('at %s has a cookie that is Secure: %s', (publicUrl, secure) => {
    const begun = begin();
    const browser = openBrowser();

    flowsWith(publicUrl ? { publicUrl } : {}).keep(browser.response, begun);

    expect(Object.values(browser.options)).toEqual([
      expect.objectContaining({ secure, httpOnly: true, sameSite: 'lax' }),
    ]);
  });
});

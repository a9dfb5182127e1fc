import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Response } from 'express';
import { createFlows, type Flow } from './oidc.flow.ts';

const begun: Omit<Flow, 'until'> = {
  state: 'state-of-this-one-flow',
  nonce: 'nonce',
  verifier: 'verifier',
  redirectUri: 'https://marquee.example/api/auth/oidc/callback',
  returnTo: '/folders',
};

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

afterEach(() => {
  jest.useRealTimers();
});

describe('a flow', () => {
  test('continues once at another node with the same secret', () => {
    const browser = openBrowser();
    flowsWith().keep(browser.response, begun);

    const taken = flowsWith().take(browser.response, begun.state);
    const again = flowsWith().take(browser.response, begun.state);

    expect(taken).toMatchObject(begun);
    expect(again).toBeNull();
  });

  test('does not continue with another secret', () => {
    const browser = openBrowser();
    flowsWith().keep(browser.response, begun);

    expect(flowsWith({ secret: 'the secret of others' }).take(browser.response, begun.state)).toBeNull();
  });

  test('lasts ten minutes', () => {
    jest.useFakeTimers({ now: 0 });
    const [one, two] = [openBrowser(), openBrowser()];
    for (const browser of [one, two]) flowsWith().keep(browser.response, begun);

    jest.setSystemTime(10 * 60 * 1000 - 1);
    expect(flowsWith().take(one.response, begun.state)).not.toBeNull();
    jest.setSystemTime(10 * 60 * 1000);
    expect(flowsWith().take(two.response, begun.state)).toBeNull();
  });

  test('is refused for another state, even if its cookie has the name of that state', () => {
    const browser = openBrowser();
    flowsWith().keep(browser.response, begun);
    const [sealed = ''] = Object.values(browser.cookies);
    browser.cookies['marquee.oidc.state-of-another-flow'] = sealed;

    expect(flowsWith().take(browser.response, 'state-of-another-flow')).toBeNull();
  });

  test('returns to the start page when the wanted path is too long for a cookie', () => {
    const browser = openBrowser();
    flowsWith().keep(browser.response, { ...begun, returnTo: `/${'x'.repeat(4000)}` });

    expect(flowsWith().take(browser.response, begun.state)?.returnTo).toBe('/');
  });

  test.each([
    [undefined, false],
    ['http://marquee.example', false],
    ['https://marquee.example', true],
  ])('at %s has a cookie that is Secure: %s', (publicUrl, secure) => {
    const browser = openBrowser();

    flowsWith(publicUrl ? { publicUrl } : {}).keep(browser.response, begun);

    expect(Object.values(browser.options)).toEqual([
      expect.objectContaining({ secure, httpOnly: true, sameSite: 'lax' }),
    ]);
  });
});

import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Request, Response } from 'express';
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
  createFlows({ publicUrl: publicUrl ? new URL(publicUrl) : undefined }, secret);

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
    secure: false,
  });
  const response = {
    cookie(name: string, value: string, with_: object) {
      cookies[name] = value;
      options[name] = with_;
    },
    clearCookie(name: string) {
      delete cookies[name];
    },
  };
  return { cookies, options, ends: () => [request() as Request, response as unknown as Response] as const };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('a flow', () => {
  test('continues once at another node with the same secret', () => {
    const browser = openBrowser();
    flowsWith().keep(...browser.ends(), begun);

    const taken = flowsWith().take(...browser.ends(), begun.state);
    const again = flowsWith().take(...browser.ends(), begun.state);

    expect(taken).toMatchObject(begun);
    expect(again).toBeNull();
  });

  test('does not continue with another secret', () => {
    const browser = openBrowser();
    flowsWith().keep(...browser.ends(), begun);

    expect(flowsWith({ secret: 'the secret of others' }).take(...browser.ends(), begun.state)).toBeNull();
  });

  test('lasts ten minutes', () => {
    jest.useFakeTimers({ now: 0 });
    const [one, two] = [openBrowser(), openBrowser()];
    for (const browser of [one, two]) flowsWith().keep(...browser.ends(), begun);

    jest.setSystemTime(10 * 60 * 1000 - 1);
    expect(flowsWith().take(...one.ends(), begun.state)).not.toBeNull();
    jest.setSystemTime(10 * 60 * 1000);
    expect(flowsWith().take(...two.ends(), begun.state)).toBeNull();
  });

  test('is refused for another state, even if its cookie has the name of that state', () => {
    const browser = openBrowser();
    flowsWith().keep(...browser.ends(), begun);
    const [sealed = ''] = Object.values(browser.cookies);
    browser.cookies['marquee.oidc.state-of-another-flow'] = sealed;

    expect(flowsWith().take(...browser.ends(), 'state-of-another-flow')).toBeNull();
  });

  test('returns to the start page when the wanted path is too long for a cookie', () => {
    const browser = openBrowser();
    flowsWith().keep(...browser.ends(), { ...begun, returnTo: `/${'x'.repeat(4000)}` });

    expect(flowsWith().take(...browser.ends(), begun.state)?.returnTo).toBe('/');
  });

  test.each([
    [undefined, false],
    ['http://marquee.example', false],
    ['https://marquee.example', true],
  ])('at %s has a cookie that is Secure: %s', (publicUrl, secure) => {
    const browser = openBrowser();

    flowsWith(publicUrl ? { publicUrl } : {}).keep(...browser.ends(), begun);

    expect(Object.values(browser.options)).toEqual([
      expect.objectContaining({ secure, httpOnly: true, sameSite: 'lax' }),
    ]);
  });
});

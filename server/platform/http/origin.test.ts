import { describe, expect, jest, test } from '@jest/globals';
import { log } from '../log.ts';
import { isSameOrigin, logRefusedOrigin } from './origin.ts';

const direct = { publicUrl: undefined, trustProxy: 0 };
const proxied = { publicUrl: undefined, trustProxy: 1 };
const named = { publicUrl: new URL('https://marquee.example'), trustProxy: 0 };

type Row = [what: string, headers: Record<string, string>, config: typeof direct | typeof named, isSame: boolean];

const rows: Row[] = [
  ['a client that is no browser', {}, direct, true],
  ['the same host and port', { origin: 'http://localhost:3000', host: 'localhost:3000' }, direct, true],
  ['the same host in other case', { origin: 'http://localhost:3000', host: 'LOCALHOST:3000' }, direct, true],
  ['the scheme’s own port, written out', { origin: 'http://a.example', host: 'a.example:80' }, direct, true],
  ['an IPv6 address', { origin: 'http://[::1]:3000', host: '[::1]:3000' }, direct, true],
  ['another port', { origin: 'http://localhost:3001', host: 'localhost:3000' }, direct, false],
  ['another host', { origin: 'http://elsewhere.example', host: 'localhost:3000' }, direct, false],
  [
    'a host with the same start',
    { origin: 'http://localhost:3000.elsewhere.example', host: 'localhost:3000' },
    direct,
    false,
  ],
  ['a subdomain', { origin: 'http://x.a.example', host: 'a.example' }, direct, false],
  ['a user before the host', { origin: 'http://a.example@elsewhere.example', host: 'a.example' }, direct, false],
  ['an opaque origin', { origin: 'null', host: 'localhost:3000' }, direct, false],
  ['an empty origin', { origin: '', host: 'localhost:3000' }, direct, false],
  ['an origin that is no address', { origin: 'localhost:3000', host: 'localhost:3000' }, direct, false],
  ['an origin without a Host', { origin: 'http://localhost:3000' }, direct, false],
  ['no origin, from our own page', { 'sec-fetch-site': 'same-origin' }, direct, true],
  ['no origin, typed by hand', { 'sec-fetch-site': 'none' }, direct, true],
  ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }, direct, false],
  ['no origin, from a sibling site', { 'sec-fetch-site': 'same-site' }, direct, false],
  [
    'a foreign origin that claims to be ours',
    { origin: 'http://elsewhere.example', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' },
    direct,
    false,
  ],
  [
    'a forwarded host without a trusted proxy',
    { origin: 'http://elsewhere.example', host: 'localhost:3000', 'x-forwarded-host': 'elsewhere.example' },
    direct,
    false,
  ],
  [
    'a forwarded host behind a trusted proxy',
    { origin: 'https://marquee.example', host: 'app:3000', 'x-forwarded-host': 'marquee.example' },
    proxied,
    true,
  ],
  [
    'the first of several forwarded hosts',
    { origin: 'https://marquee.example', host: 'app:3000', 'x-forwarded-host': 'marquee.example, proxy.example' },
    proxied,
    true,
  ],
  [
    'the inner host behind a trusted proxy',
    { origin: 'http://app:3000', host: 'app:3000', 'x-forwarded-host': 'marquee.example' },
    proxied,
    false,
  ],
  ['no forwarded host behind a trusted proxy', { origin: 'http://app:3000', host: 'app:3000' }, proxied, true],
  ['the public address', { origin: 'https://marquee.example', host: 'app:3000' }, named, true],
  ['the public host over http', { origin: 'http://marquee.example', host: 'app:3000' }, named, false],
  ['the request’s own host beside the public address', { origin: 'http://app:3000', host: 'app:3000' }, named, false],
  ['the public host at another port', { origin: 'https://marquee.example:8443', host: 'app:3000' }, named, false],
  [
    'the public address at its own port, written out',
    { origin: 'https://marquee.example:443', host: 'x' },
    named,
    true,
  ],
  ['an opaque origin beside the public address', { origin: 'null', host: 'marquee.example' }, named, false],
];

describe('a request with', () => {
  test.each(rows)('%s', (_what, headers, config, isSame) => {
    expect(isSameOrigin({ headers }, config)).toBe(isSame);
  });
});

test('a refused request is logged without the token in its path', () => {
  const info = jest.spyOn(log, 'info').mockImplementation(() => {});

  logRefusedOrigin({ headers: { origin: 'https://elsewhere.example' }, url: '/guest/Zm9yIGZyaWRheSBuaWdodB?x=1' });

  const entry = { audit: true, type: 'origin-refused', origin: 'https://elsewhere.example', path: '/guest/…' };
  expect(info.mock.calls).toEqual([[entry, 'origin-refused']]);
  info.mockRestore();
});

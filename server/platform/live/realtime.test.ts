import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createFolder, type Person, signInAgain, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab, type Tab } from '../../testing/tabs.ts';
import { log } from '../log.ts';
import { createRealtime, type Realtime } from './realtime.ts';

describe('an event', () => {
  const httpServer = createServer();
  let realtime: Realtime;
  let url: string;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    realtime = createRealtime(
      httpServer,
      { publicUrl: undefined, trustProxy: 0, rateLimit: 0, host: '127.0.0.1', allowedHosts: [] },
      {
        // The cookie is the user's name, because these tests need no real sessions.
        middleware: (req, _res, next) => {
          Object.assign(req, {
            session: { userId: req.headers.cookie },
            sessionID: `session of ${req.headers.cookie}`,
          });
          next();
        },
        findUserId: async (sessionId) => sessionId.replace('session of ', ''),
      },
      {
        sync: async () => ({ folders: [], gone: [], invitations: [], userRev: 0 }),
        enter: async () => undefined,
        leave: async () => undefined,
        forget: () => undefined,
      },
    );
    httpServer.listen(0, '127.0.0.1');
    await once(httpServer, 'listening');
    url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.close();
  });
  afterAll(() => realtime.close());

  async function open(...names: string[]): Promise<Tab[]> {
    const opened = await Promise.all(names.map((cookie) => openTab({ url }, { cookie })));
    tabs.push(...opened);
    return opened;
  }
  const pin = (digit: number) => ({ userId: String(digit).repeat(24), isPinned: true });
  const payloads = (tab: Tab) => tab.heard.map(({ payload }) => payload);

  test('reaches no guest whose session cannot be read, because the connection is refused', async () => {
    // These tests have no database. The server logs that.
    log.level = 'silent';
    await expect(open('marquee.guest=token')).rejects.toThrow('unavailable');
  });

  test('for no users reaches no tab (P6)', async () => {
    const [ana, ben] = (await open('ana', 'ben')) as [Tab, Tab];

    realtime.emitTo([], 'pin:changed', pin(1));
    realtime.emitTo(['ana', 'ben'], 'pin:changed', pin(2));

    await Promise.all([ana.next('pin:changed'), ben.next('pin:changed')]);
    expect(payloads(ana)).toEqual([pin(2)]);
    expect(payloads(ben)).toEqual([pin(2)]);
  });

  test('reaches every tab of its users, and no other tab', async () => {
    const [ana, elsewhere, ben] = (await open('ana', 'ana', 'ben')) as [Tab, Tab, Tab];

    realtime.emitTo(['ana'], 'pin:changed', pin(1));
    realtime.emitTo(['ben'], 'pin:changed', pin(2));

    await Promise.all([ana.next('pin:changed'), elsewhere.next('pin:changed'), ben.next('pin:changed')]);
    expect([payloads(ana), payloads(elsewhere), payloads(ben)]).toEqual([[pin(1)], [pin(1)], [pin(2)]]);
  });

  test('reaches a tab once even if its user is listed twice', async () => {
    const [ana] = (await open('ana')) as [Tab];

    realtime.emitTo(['ana', 'ana', 'ben'], 'pin:changed', pin(1));
    realtime.emitTo(['ana'], 'pin:changed', pin(2));

    await ana.next('pin:changed', ({ userId }) => userId === pin(2).userId);
    expect(payloads(ana)).toEqual([pin(1), pin(2)]);
  });

  test('reaches no tab after disconnectAll, which disconnects every tab (P11)', async () => {
    const [ana, ben] = (await open('ana', 'ben')) as [Tab, Tab];

    realtime.disconnectAll();

    expect(await Promise.all([ana.whenCut(), ben.whenCut()])).toEqual(['io server disconnect', 'io server disconnect']);
    expect(realtime.socketCount()).toBe(0);
  });
});

describe('a tab', () => {
  const server = setUpServer({ env: { RATE_LIMIT: '1' } });
  let person: Person;

  beforeAll(async () => {
    person = await signUp(server);
  });

  /** The status of the handshake's response. */
  function handshake(
    headers: Record<string, string>,
    transport = 'websocket',
    path = '/socket.io/',
  ): Promise<number | undefined> {
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    return new Promise((resolve, reject) => {
      const req = request(`${server.url}${path}?EIO=4&transport=${transport}`, {
        headers: { ...(transport === 'websocket' ? upgrade : {}), ...headers },
      });
      req.on('response', (res) => {
        res.resume();
        resolve(res.statusCode);
      });
      req.on('upgrade', (res, socket) => {
        socket.destroy();
        resolve(res.statusCode);
      });
      req.on('error', reject);
      req.end();
    });
  }

  test.each(['websocket', 'polling'])(
    'of another site is refused with 403 on %s, signed in or not (P22)',
    async (way) => {
      const Origin = 'https://elsewhere.example';

      expect(await handshake({ Origin }, way)).toBe(403);
      expect(await handshake({ Origin, Cookie: person.cookie }, way)).toBe(403);
      expect(await handshake({ Origin: 'null', Cookie: person.cookie }, way)).toBe(403);
      expect(await handshake({ 'Sec-Fetch-Site': 'cross-site', Cookie: person.cookie }, way)).toBe(403);
    },
  );

  test('of our own pages, or without an Origin header, is accepted', async () => {
    expect(await handshake({ Origin: server.url, Cookie: person.cookie })).toBe(101);
    expect(await handshake({ Cookie: person.cookie })).toBe(101);
  });

  test.each(['/', '/api/config', '/api/auth/login', '/socket.io', '/elsewhere'])(
    'that upgrades at %s is refused with 400, and the connection is closed',
    async (path) => {
      expect(await handshake({ Cookie: person.cookie }, 'websocket', path)).toBe(400);
      expect(await handshake({ Upgrade: 'h2c' }, 'websocket', path)).toBe(400);
    },
  );

  test('cannot connect by polling', async () => {
    expect(await handshake({ Cookie: person.cookie }, 'polling')).toBe(400);
  });

  test('without a session is refused as unauthorized (P22)', async () => {
    await expect(openTab(server, visitor(server))).rejects.toThrow('unauthorized');
    await expect(openTab(server, { cookie: 'marquee.sid=s%3Anone.of%2Bthem' })).rejects.toThrow('unauthorized');
  });

  test('of an ended session is refused as unauthorized (P22)', async () => {
    const again = await signInAgain(server, person);
    await again.post('/api/logout');

    await expect(openTab(server, again)).rejects.toThrow('unauthorized');
  });

  test('gets session:ended and is disconnected; tabs of other sessions stay (P25)', async () => {
    const again = await signInAgain(server, person);
    const [first, second, other] = await Promise.all([
      openTab(server, again),
      openTab(server, again),
      openTab(server, person),
    ]);

    await again.post('/api/logout');

    for (const tab of [first, second]) {
      expect(await tab.whenCut()).toBe('io server disconnect');
      expect(tab.heard.map(({ event }) => event)).toEqual(['session:ended']);
    }
    expect((await other.sync()).gone).toEqual([]);
    expect(other.heard).toEqual([]);
    other.close();
  });

  test('is disconnected when another user signs in with the same browser', async () => {
    const again = await signInAgain(server, person);
    const tab = await openTab(server, again);
    const other = await signUp(server);

    await again.post('/api/auth/login', { email: other.user.email, password: 'correct horse battery' });

    expect(await tab.whenCut()).toBe('io server disconnect');
  });

  test('that sends more than twenty messages a second gets rate_limited (P26)', async () => {
    const tab = await openTab(server, person);
    const ask = () => tab.socket.timeout(5000).emitWithAck('sync', { folders: {}, userRev: 0 });

    const replies = await Promise.all(Array.from({ length: 35 }, ask));

    const codes = replies.map((reply) => ('code' in reply ? reply.code : 'answered'));
    expect(codes.filter((code) => code === 'answered').length).toBeGreaterThanOrEqual(20);
    expect(codes).toContain('rate_limited');
    tab.close();
  });

  test('that reports its place more than four times a second gets rate_limited', async () => {
    const tab = await openTab(server, person);
    const { id: folderId } = await createFolder(person);

    const answers = await Promise.all(Array.from({ length: 12 }, () => tab.enter({ folderId })));

    expect(answers.filter((answer) => answer === 'ok').length).toBeGreaterThanOrEqual(4);
    expect(answers).toContain('rate_limited');
    tab.close();
  });

  test('that sends unknown or malformed messages stays connected', async () => {
    const tab = await openTab(server, person);

    const send = tab.socket.emit.bind(tab.socket) as (...message: unknown[]) => unknown;

    send('folder:changes', { folderId: 'x' });
    send('sync', null, 'not a function');
    send('presence:enter', ['__proto__'], () => {});
    send('presence:leave');

    expect((await tab.sync()).gone).toEqual([]);
    tab.close();
  });

  test('that sends a message over 64 kB is disconnected', async () => {
    const tab = await openTab(server, person);

    tab.socket.emit('sync', { folders: { x: 'x'.repeat(70_000) }, userRev: 0 } as never, () => {});

    expect(await tab.whenCut()).toBe('transport close');
  });
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DirectoryUser } from '../../../common/schemas/user.ts';
import { type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { nameOf } from './user.service.ts';

const server = setUpServer();
let ana: Person;
let zoe: Person;

beforeAll(async () => {
  [ana, zoe] = await Promise.all([signUp(server, 'Ana', 'Álvarez'), signUp(server, 'Zoë', 'Quince (Q.)')]);
});

const search = (text: string, person = ana) => person.get(`/api/users/search?q=${encodeURIComponent(text)}`);
const found = async (text: string) => (await search(text)).body.map(({ id }: { id: string }) => id);

describe.each(['/api/users', '/api/users/all'])('the directory at %s', (path) => {
  test('lists every user except the caller, with isPinned', async () => {
    const person = await signUp(server, 'Pia');
    await person.post(`/api/users/${ana.user.id}/pin`);

    const answer = await person.get(path);

    const byId = new Map(answer.body.map((user: DirectoryUser) => [user.id, user]));
    expect(byId.get(ana.user.id)).toEqual({ ...ana.user, isPinned: true });
    expect(byId.get(zoe.user.id)).toEqual({ ...zoe.user, isPinned: false });
    expect(byId.has(person.user.id)).toBe(false);
  });

  test('comes in pages linked by Link headers, with each user once', async () => {
    const person = await signUp(server, 'Pia');
    await person.post(`/api/users/${zoe.user.id}/pin`);
    const all: DirectoryUser[] = (await person.get(path)).body;

    const seen: DirectoryUser[] = [];
    for (let next: string | undefined = `${path}?limit=2`; next; ) {
      const answer: { body: DirectoryUser[]; headers: Record<string, string> } = await person.get(next);
      expect(answer.body.length).toBeLessThanOrEqual(2);
      seen.push(...answer.body);
      next = /^<(.*)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
    }

    expect(all[0]).toEqual({ ...zoe.user, isPinned: true });
    expect(seen.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    expect(seen.find(({ id }) => id === zoe.user.id)?.isPinned).toBe(true);
  });

  test('does not show the pins of other users', async () => {
    const answer = await zoe.get(path);

    expect(answer.body.find(({ id }: DirectoryUser) => id === ana.user.id).isPinned).toBe(false);
  });
});

describe('searching people', () => {
  test.each(['zo', 'ZO', 'oë', 'quince', '(q.)', 'Q.)'])(
    '%p finds a part of a name literally and regardless of case',
    async (text) => {
      expect(await found(text)).toEqual([zoe.user.id]);
    },
  );

  test.each(['zoë quince', 'Quince  Zoë', '(q.) zo', 'qui zo example.com'])(
    '%p finds words of a name and address in any order',
    async (text) => {
      expect(await found(text)).toEqual([zoe.user.id]);
    },
  );

  test.each(['zoë álvarez', 'quince nobody', 'zo .*'])('%p needs each word in one person', async (text) => {
    expect(await found(text)).toEqual([]);
  });

  test('finds a part of an email address', async () => {
    const [local = ''] = zoe.user.email.split('@');

    expect(await found(local.slice(5).toUpperCase())).toEqual([zoe.user.id]);
  });

  test('leaves out the caller, and returns only the fields of a contact', async () => {
    const { createdAt: _createdAt, ...contact } = zoe.user;

    expect(await found('álvarez')).toEqual([]);
    expect((await search('quince')).body).toEqual([contact]);
  });

  test.each(['', ' ', 'z', ' z '])('%p is too short', async (text) => {
    expect((await search(text)).body).toEqual([]);
  });

  test.each(['.*', '.+', '^Z', 'o|a', '[a-z]+', '\\w\\w', '((((', '$where', '{"$gt":""}', '%00%00', '\\'.repeat(3)])(
    '%j is searched literally',
    async (text) => {
      expect((await search(text)).body).toEqual([]);
    },
  );

  test.each(['\0\0', 'zo\0'])('%j is refused as malformed text', async (text) => {
    expect((await search(text)).status).toBe(400);
  });

  test.each(['?q[$ne]=x', '?q=zo&q=an', '?q[]=zo', `?q=${'x'.repeat(201)}`])(
    '%s finds no one and causes no error',
    async (query) => {
      const answer = await ana.get(`/api/users/search${query}`);

      expect(answer.status === 400 || answer.body.length === 0).toBe(true);
    },
  );

  test('returns at most twenty users', async () => {
    await Promise.all(Array.from({ length: 21 }, () => signUp(server, 'Twin')));

    expect((await search('twin')).body).toHaveLength(20);
  });
});

describe('pinning', () => {
  test('turns on and off, and reaches the user’s own tabs', async () => {
    const tab = await openTab(server, ana);

    const on = await ana.post(`/api/users/${zoe.user.id}/pin`);
    const off = await ana.post(`/api/users/${zoe.user.id}/pin`);

    expect([on.body, off.body]).toEqual([{ isPinned: true }, { isPinned: false }]);
    expect(await tab.next('pin:changed')).toEqual({ userId: zoe.user.id, isPinned: true });
    expect(await tab.next('pin:changed')).toEqual({ userId: zoe.user.id, isPinned: false });
    tab.close();
  });

  test('yourself is a conflict, even with the id in upper case', async () => {
    const plain = await ana.post(`/api/users/${ana.user.id}/pin`);
    const loud = await ana.post(`/api/users/${ana.user.id.toUpperCase()}/pin`);

    expect([plain.body.code, loud.body.code]).toEqual(['conflict', 'conflict']);
  });

  test('sends the id in lower case, even if the request had it in upper case', async () => {
    const person = await signUp(server);
    const tab = await openTab(server, person);

    await person.post(`/api/users/${zoe.user.id.toUpperCase()}/pin`);

    expect((await tab.next('pin:changed')).userId).toBe(zoe.user.id);
    tab.close();
  });

  test.each(['x', 'f'.repeat(24), 'twelve chars', '%00'])('the id %p is not found', async (id) => {
    expect((await ana.post(`/api/users/${encodeURIComponent(id)}/pin`)).status).toBe(404);
  });

  test('four times in parallel ends in the same state', async () => {
    const person = await signUp(server);

    const answers = await Promise.all([1, 2, 3, 4].map(() => person.post(`/api/users/${zoe.user.id}/pin`)));

    expect(answers.map(({ body }) => body.isPinned).sort()).toEqual([false, false, true, true]);
    const directory: DirectoryUser[] = (await person.get('/api/users')).body;
    expect(directory.find(({ id }) => id === zoe.user.id)?.isPinned).toBe(false);
  });
});

test.each([
  [{ firstName: 'Ana', lastName: 'Brito', username: 'ana_b' }, 'Ana Brito'],
  [{ firstName: null, lastName: 'Brito', username: 'ana_b' }, 'Brito'],
  [{ firstName: null, lastName: null, username: 'ana_b' }, 'ana_b'],
  [{ firstName: null, lastName: null, username: null }, 'Somebody'],
])('%j is called %s', (person, name) => {
  expect(nameOf(person)).toBe(name);
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import type { NewPersonalFeed } from '../../../common/schemas/feed.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

const create = async (kind = 'additions', person = ana): Promise<NewPersonalFeed> =>
  (await person.post('/api/feeds', { kind }).expect(201)).body;
const read = (url: string) => fetch(new URL(new URL(url).pathname, server.url));

describe('the feed of additions', () => {
  test('has what was added to the own and shared lists, the newest first, with who added it', async () => {
    const [own, shared, hidden] = [
      await createFolder(ana, 'Friday nights'),
      await createFolder(ben, 'Noir'),
      await createFolder(ben, 'Secret'),
    ];
    await shareWith(ben, shared.id, ana);
    await addItem(ana, own.id, { tmdbId: 1, title: 'Heat' });
    await addItem(ben, hidden.id, { tmdbId: 2, title: 'Hidden' });
    await addItem(ben, shared.id, { tmdbId: 3, title: 'Laura' });

    const answer = await read((await create()).url);
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toContain('application/rss+xml');
    expect(text.match(/(?<=<item>\s*<title><!\[CDATA\[)[^\]]*/g)).toEqual(['Laura · Noir', 'Heat · Friday nights']);
    expect(text).toContain('Ben added Laura to Noir.');
    expect(text).not.toContain('Hidden');
  });
});

describe('secret addresses', () => {
  test('are listed for their user alone, the newest first, and when they were last used', async () => {
    const first = await create('calendar');
    const second = await create('additions');
    await create('additions', ben);

    await read(second.url);

    for (let used = false; !used; ) {
      const listed = (await ana.get('/api/feeds')).body;
      expect(listed.map(({ id, kind }: NewPersonalFeed) => [id, kind])).toEqual([
        [second.id, 'additions'],
        [first.id, 'calendar'],
      ]);
      expect(listed[1].lastUsedAt).toBeNull();
      // Noted after the answer.
      used = listed[0].lastUsedAt !== null;
    }
  });

  test('open what they are for, until their user revokes them', async () => {
    const { id, url } = await create('additions');

    expect((await read(url.replace('.rss', '.ics'))).status).toBe(404);
    expect((await ben.delete(`/api/feeds/${id}`)).status).toBe(404);
    expect((await read(url)).status).toBe(200);
    await ana.delete(`/api/feeds/${id}`).expect(204);

    expect((await read(url)).status).toBe(404);
    expect((await ana.delete(`/api/feeds/${id}`)).status).toBe(404);
  });

  test('are limited for each person', async () => {
    for (let made = 0; made < limits.feedsPerPerson; made += 1) await create();

    expect((await ana.post('/api/feeds', { kind: 'additions' })).body.code).toBe('limit_reached');
    expect((await ben.post('/api/feeds', { kind: 'additions' })).status).toBe(201);
  });
});

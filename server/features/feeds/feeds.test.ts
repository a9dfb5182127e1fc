import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { NewPersonalFeed } from '../../../common/schemas/feed.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { disableAccount } from '../account/accountChanges.service.ts';
import { ItemModel } from '../folders/model/item.model.ts';
import { UserModel } from '../users/user.model.ts';
import { forgetPerson } from '../users/user.service.ts';
import { FeedModel } from './feed.model.ts';
import { type CalendarEvent, icsFile } from './icsFile.ts';

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
    const { origin } = new URL(server.url);
    expect(text).toContain(`<link>${origin}/folder/${shared.id}</link>`);
  });

  test('has fifty titles at most, and the time of the newest one', async () => {
    const { id } = await createFolder(ana, 'Noir');
    const place = { folderId: new Types.ObjectId(id), userId: new Types.ObjectId(ana.user.id), mediaType: 'movie' };
    await ItemModel.insertMany(Array.from({ length: 50 }, (_, n) => ({ ...place, tmdbId: n + 2, title: `Film ${n}` })));
    const { createdAt } = await addItem(ana, id, { tmdbId: 1, title: 'Heat' });

    const text = await (await read((await create()).url)).text();

    expect(text.match(/<item>/g)).toHaveLength(50);
    expect(text).not.toContain('Film 0 ');
    const timeIn = (file: string) => /<lastBuildDate>(.*)<\/lastBuildDate>/.exec(file)?.[1];
    expect(timeIn(text)).toBe(new Date(createdAt).toUTCString());
    expect(timeIn(await (await read((await create('additions', ben)).url)).text())).toBe(new Date(0).toUTCString());
  });

  test('names nobody whose first name is not known', async () => {
    const nameless = await signUp(server);
    await UserModel.updateOne({ _id: nameless.user.id }, { $set: { firstName: null } });
    forgetPerson(nameless.user.id);
    await addItem(nameless, (await createFolder(nameless, 'Noir')).id, { title: 'Heat' });

    expect(await (await read((await create('additions', nameless)).url)).text()).toContain('Heat was added to Noir.');
  });
});

describe('a calendar', () => {
  const title = { mediaType: 'tv', tmdbId: 7, title: 'Dark' } as const;
  const fileOf = (episodes: CalendarEvent['episodes'], day = '2026-01-31') =>
    icsFile('Marquee', 'me', [{ day, title, episodes }]);
  const line = (file: string, name: string) => new RegExp(`^${name}[:;](.*)\\r$`, 'm').exec(file)?.[1];
  const numbered = (season: number, ...numbers: number[]) => numbers.map((episode) => ({ season, episode }));

  test.each([
    ['Dark', []],
    ['Dark S1 E2', numbered(1, 2)],
    ['Dark S1 E2: Lies', [{ season: 1, episode: 2, name: 'Lies' }]],
    ['Dark S1 E2–4', numbered(1, 2, 3, 4)],
    ['Dark S1 E10 and 2 more', [...numbered(1, 10), ...numbered(2, 1, 2)]],
  ])('names an event %s', (summary, episodes) => {
    expect(line(fileOf(episodes), 'SUMMARY')).toBe(summary);
  });

  test('keeps the id of an event when its day or its further episodes change, and leaves out what is no day', () => {
    const ids = [
      fileOf(numbered(1, 2)),
      fileOf(numbered(1, 2), '2026-02-01'),
      fileOf(numbered(1, 2, 3)),
      fileOf(numbered(1, 3)),
      fileOf(numbered(2, 2)),
      fileOf([]),
    ].map((file) => line(file, 'UID'));

    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(new Set(ids).size).toBe(4);
    expect(fileOf([], 'soon')).not.toContain('VEVENT');
    expect(line(fileOf([]), 'TRANSP')).toBe('TRANSPARENT');
  });

  test('without events has a component all the same, as the format asks', () => {
    const file = icsFile('Marquee', 'me', []);

    expect(file).toMatch(
      /^BEGIN:VCALENDAR\r\n([-A-Z]+[:;].*\r\n)+BEGIN:VTIMEZONE\r\n(\S+\r\n)+END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/,
    );
    expect(fileOf([])).not.toContain('VTIMEZONE');
  });

  test('is the same file all day, with events of whole days that tomorrow replaces', () => {
    const file = fileOf(numbered(1, 2));
    const today = new Date().toISOString().slice(0, 10);
    const midnight = `${today.replaceAll('-', '')}T000000Z`;

    expect(line(file, 'DTSTART')).toBe('VALUE=DATE:20260131');
    expect([line(file, 'DTSTAMP'), line(file, 'LAST-MODIFIED')]).toEqual([midnight, midnight]);
    expect(line(file, 'SEQUENCE')).toBe(String(Date.parse(today) / (24 * 60 * 60_000)));
    expect(file).toMatch(/END:VCALENDAR\r\n$/);
  });

  test('has another id for the same title in another calendar, and a name with every sign in it', () => {
    const named = (name: string, scope: string) => icsFile(name, scope, [{ day: '2026-01-31', title, episodes: [] }]);
    const ids = ['me', 'list'].map((scope) => line(named('Marquee', scope), 'UID'));

    expect(new Set(ids).size).toBe(2);
    expect(line(named('Noir; dark, \\o/', 'me'), 'X-WR-CALNAME')).toBe('Noir\\; dark\\, \\\\o/');
  });

  test('has what comes out from a month ago to a year ahead', async () => {
    const list = await createFolder(ana);
    const dayAt = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
    for (const days of [-32, -31, 366, 367]) {
      await addItem(ana, list.id, { title: `In ${days}`, releaseDate: dayAt(days) });
    }

    const answer = await read((await create('calendar')).url);

    expect((await answer.text()).match(/(?<=SUMMARY:)[^\r]*/g)).toEqual(['In -31', 'In 366']);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
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

  test('are noted as used once an hour, and open nothing while the account is disabled', async () => {
    const { id, url } = await create();
    const used = async () => (await FeedModel.findById(id).lean())?.lastUsedAt?.getTime();
    const readAfter = async (minutes: number) => {
      const lastUsedAt = new Date(Date.now() - minutes * 60_000);
      await FeedModel.updateOne({ _id: id }, { $set: { lastUsedAt } });
      expect((await read(url)).status).toBe(200);
      return lastUsedAt.getTime();
    };

    expect(await readAfter(59)).toBe(await used());
    const before = await readAfter(61);
    // Noted after the answer.
    while ((await used()) === before);
    await disableAccount(ana.user.id);
    expect((await read(url)).status).toBe(404);
  });

  test('open what they are for, until their user revokes them', async () => {
    const { id, url } = await create('additions');

    expect((await read(url.replace('.rss', '.ics'))).status).toBe(404);
    expect((await ben.delete(`/api/feeds/${id}`)).status).toBe(404);
    const { status, headers } = await read(url);
    expect([status, headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
      200,
      'noindex',
      'no-referrer',
    ]);
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

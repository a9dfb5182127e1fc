import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { JSDOM } from 'jsdom';
import { allFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { PublicLink } from '../../../common/schemas/publicLink.ts';
import { disableAccount } from '../../features/account/accountChanges.service.ts';
import { deleteAccount } from '../../features/account/deletion/deletion.service.ts';
import { ItemModel } from '../../features/folders/model/item.model.ts';
import { PublicLinkModel } from '../../features/folders/model/publicLink.model.ts';
import {
  addItem,
  createFolder,
  only,
  type Person,
  shareWith,
  signUp,
  titleFacts,
  withToken,
} from '../../testing/people.ts';
import { recordPlay } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';

/** Severance, which the bundled catalogue has with all its episodes. */
const SHOW = 95396;
const HOSTILE = '</title><script>alert(1)</script> & "quotes" \'';

const server = setUpServer();
let ana: Person;
let folder: Folder;

beforeEach(async () => {
  ana = await signUp(server, 'Ana');
  folder = await createFolder(ana, 'Friday nights');
});

const linkBy = async (person: Person, body: object = {}, listId = folder.id): Promise<PublicLink> =>
  (await person.post(`/api/folders/${listId}/public-links`, { expiresInDays: null, ...body }).expect(201)).body;
const linksOf = async (person: Person): Promise<PublicLink[]> =>
  (await person.get(`/api/folders/${folder.id}/public-links`).expect(200)).body;
/** As somebody without an account, at an address of the server under test. */
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(new URL(address).pathname + new URL(address).search, server.url), { headers });
const textAt = async (address: string) => (await get(address)).text();
const endings = ['', '/embed', '/picture.jpg', '.json', '.csv', '.rss', '.ics', '/radarr.json', '/sonarr.json'];
const statusesOf = async ({ url }: PublicLink) =>
  Promise.all(endings.map(async (ending) => (await get(`${url}${ending}`)).status));

describe('a public link', () => {
  test('shows titles in order without an account, and nothing that members keep to themselves', async () => {
    const first = await addItem(ana, folder.id, titleFacts({ title: 'First', overview: 'What happens.' }));
    await addItem(ana, folder.id, titleFacts({ title: 'Second' }));
    await ana.patch(`/api/watchlist/${first.id}/note`, { note: 'For the birthday' });
    await ana.patch(`/api/watchlist/${first.id}/watched`, { watched: true });
    const link = await linkBy(ana);

    const page = await get(link.url);
    const html = await page.text();
    const all = [html, ...(await Promise.all(['.json', '.csv', '.rss'].map((ending) => textAt(link.url + ending))))];

    expect(await statusesOf(link)).toEqual(endings.map(() => 200));
    expect(page.headers.get('cache-control')).toBe('public, max-age=60');
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(html).not.toContain('<script');
    expect(html.indexOf('First')).toBeLessThan(html.indexOf('Second'));
    expect(html).toMatch(/<details><summary>.*First.*<p class="about">What happens\./);
    for (const text of all) {
      expect(text).not.toMatch(/birthday|Ana|watched|@example/i);
      expect(text).not.toContain(ana.user.id);
    }
    const again = await get(link.url, { 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('shows notes and first names where it is made so, escaped everywhere', async () => {
    await ana.put('/api/user/name', { firstName: '<b>Ana', lastName: 'Secret' });
    const list = await createFolder(ana, HOSTILE);
    const item = await addItem(ana, list.id, titleFacts({ title: HOSTILE, overview: HOSTILE }));
    await addItem(ana, list.id, titleFacts({ title: '=HYPERLINK("http://evil")' }));
    await ana.patch(`/api/watchlist/${item.id}/note`, { note: '=cmd|"/C calc"!A0 <img src=x onerror=alert(1)>' });
    const { url } = await linkBy(ana, { showsNotes: true, showsNames: true }, list.id);

    const [html, frame] = [await textAt(url), await textAt(`${url}/embed`)];
    const { document } = new JSDOM(html).window;
    expect(document.querySelector('h1')?.textContent).toBe(HOSTILE);
    expect(document.querySelector('.name')?.textContent).toBe(HOSTILE);
    expect(document.querySelector('.note')?.textContent).toContain('=cmd|');
    expect(document.querySelector('.by')?.textContent).toBe('Added by <b>Ana');
    for (const drawn of [html, frame])
      expect(new JSDOM(drawn).window.document.querySelector('script, b, [onerror]')).toBe(null);
    expect(html).not.toContain('Secret');

    const csv = await textAt(`${url}.csv`);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(csv).toContain(`"'=cmd|`);
    const json = await (await get(`${url}.json`)).json();
    expect(json.items[0]).toMatchObject({ title: HOSTILE, addedBy: '<b>Ana', note: expect.stringContaining('=cmd') });
    const rss = parseXml(await textAt(`${url}.rss`));
    expect(rss.querySelector('item:last-of-type > title')?.textContent).toContain(HOSTILE);
  });

  test('is of a list, and of no other, for those who may share it', async () => {
    const [ben, cleo] = [await signUp(server, 'Ben'), await signUp(server, 'Cleo')];
    await shareWith(ana, folder.id, ben, only('canShare'));
    await shareWith(ana, folder.id, cleo, only('canAdd'));
    const link = await linkBy(ben);

    expect((await cleo.post(`/api/categories/${folder.id}/public-links`, { expiresInDays: 1 })).status).toBe(403);
    expect((await cleo.get(`/api/folders/${folder.id}/public-links`)).status).toBe(403);
    expect((await cleo.delete(`/api/public-links/${link.id}`)).status).toBe(403);
    expect((await (await signUp(server, 'Mira')).delete(`/api/public-links/${link.id}`)).status).toBe(404);
    expect((await linksOf(ana)).map(({ id, url }) => ({ id, url }))).toEqual([{ id: link.id, url: link.url }]);
    const [own] = (await ana.get('/api/folders').expect(200)).body.filter(({ isReviewed }: Folder) => isReviewed);
    if (own) expect((await ana.post(`/api/folders/${own.id}/public-links`, { expiresInDays: 1 })).status).toBe(409);
    for (const token of ['x', 'Zm9yIGZyaWRheSBuaWdodB', `${folder.id.slice(0, 22)}`, '..%2f..%2fapi'])
      expect((await get(`http://host/s/${token}`)).status).toBe(404);
  });

  test('has visits of each day without addresses, pages and feeds apart, and none of programs', async () => {
    const link = await linkBy(ana);
    await get(link.url);
    await get(link.url, { 'user-agent': 'Googlebot/2.1' });
    await get(`${link.url}.rss`);
    await get(`${link.url}/picture.jpg`);

    const counted = async () => (await linksOf(ana))[0]?.visits[0];
    for (let tries = 0; tries < 50 && (await counted())?.feeds !== 1; tries += 1) await setTimeout(20);
    expect(await counted()).toEqual({ day: new Date().toISOString().slice(0, 10), pages: 1, feeds: 1 });
  });
});

describe('the link ends at once', () => {
  let ben: Person;
  let shareId: string;
  let link: PublicLink;

  beforeEach(async () => {
    ben = await signUp(server, 'Ben');
    await shareWith(ana, folder.id, ben, allFlags);
    shareId = (await ana.get(`/api/folders/${folder.id}/shares`)).body[0].id;
    link = await linkBy(ben);
  });

  const ways: [string, () => Promise<unknown>][] = [
    ['its maker ends it', () => ben.delete(`/api/public-links/${link.id}`)],
    [
      'the owner turns public links off',
      () => ana.put(`/api/folders/${folder.id}/public-links/setting`, { isAllowed: false }),
    ],
    ['its maker loses canShare', () => ana.put(`/api/folder-shares/${shareId}/permissions`, only('canManage'))],
    ['its maker is removed', () => ana.delete(`/api/folder-shares/${shareId}`)],
    ['its maker leaves', () => ben.delete(`/api/folders/${folder.id}/leave`)],
    ['the owner blocks its maker', () => ana.put(`/api/users/${ben.user.id}/block`)],
    ['its maker blocks the owner', () => ben.put(`/api/users/${ana.user.id}/block`)],
    ['its maker’s account is deleted', () => deleteAccount(ben.user.id)],
    ['the list is deleted', () => ana.delete(`/api/folders/${folder.id}`)],
    [
      'it expires',
      () => PublicLinkModel.updateOne({ _id: link.id }, { $set: { expiresAt: new Date(Date.now() - 1) } }),
    ],
    ['its maker’s account is disabled', () => disableAccount(ben.user.id)],
    ['the owner’s account is disabled', () => disableAccount(ana.user.id)],
  ];
  test.each(ways)('when %s', async (_when, end) => {
    expect((await get(link.url)).status).toBe(200);

    await end();

    const answer = await get(link.url, { accept: 'text/html' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await answer.text()).toContain('This link has ended');
    expect((await get(`${link.url}.json`)).status).toBe(404);
    expect((await get(`http://host/oembed?url=${encodeURIComponent(link.url)}`)).status).toBe(404);
  });

  test('at each of its addresses', async () => {
    await ana.delete(`/api/public-links/${link.id}`).expect(204);

    expect(await statusesOf(link)).toEqual(endings.map(() => 404));
  });

  test('and stays ended where a right comes back, while the owner allows new ones again', async () => {
    await ana.put(`/api/folder-shares/${shareId}/permissions`, only());
    await ana.put(`/api/folder-shares/${shareId}/permissions`, allFlags);
    expect((await get(link.url)).status).toBe(404);

    const setting = `/api/folders/${folder.id}/public-links/setting`;
    expect((await ben.put(setting, { isAllowed: false })).status).toBe(403);
    await ana.put(setting, { isAllowed: false }).expect(200);
    expect((await ben.post(`/api/folders/${folder.id}/public-links`, { expiresInDays: null })).body.code).toBe(
      'conflict',
    );
    expect((await ben.get(setting)).body).toEqual({ isAllowed: false });
    await ana.put(setting, { isAllowed: true }).expect(200);
    expect((await get((await linkBy(ben)).url)).status).toBe(200);
  });
});

describe('the page', () => {
  test('has at most 30 kB of HTML and CSS whatever a list says, and all titles on its pages', async () => {
    const text = `${'Ünïcödé & <tags> "quotes" '.repeat(300)}`.slice(0, 4900);
    for (let added = 0; added < 24; added += 1) {
      const item = await addItem(
        ana,
        folder.id,
        titleFacts({ title: `Title ${added} ${text}`.slice(0, 490), overview: text }),
      );
      if (added % 3 === 0) await ana.patch(`/api/watchlist/${item.id}/note`, { note: text.slice(0, 270) });
    }
    const { url } = await linkBy(ana, { showsNotes: true, showsNames: true });

    const seen: string[] = [];
    let address: string | null = url;
    for (let pages = 0; address && pages < 24; pages += 1) {
      const html = await textAt(address);
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(30_000);
      const { document } = new JSDOM(html).window;
      seen.push(...[...document.querySelectorAll('.name')].map((name) => name.textContent?.split(' ')[1] ?? ''));
      const next: string | null | undefined = document.querySelector('[rel=next]')?.getAttribute('href');
      address = next ? url + next : null;
    }
    expect(seen).toEqual(Array.from({ length: 24 }, (_, place) => String(place)));
  });

  test('lets no script run, is framed nowhere but at /embed, and is indexed only where chosen', async () => {
    const { url } = await linkBy(ana);
    const findable = await linkBy(ana, { isFindable: true });
    const [page, frame, indexed] = [await get(url), await get(`${url}/embed`), await get(findable.url)];

    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';style-src 'sha256-[^;]*;img-src 'self'/,
    );
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(frame.headers.get('x-frame-options')).toBeNull();
    expect(indexed.headers.get('x-robots-tag')).toBeNull();
    expect(await indexed.text()).not.toContain('noindex');
    expect((await get(`${findable.url}.json`)).headers.get('x-robots-tag')).toBe('noindex');
  });

  test('says what chats show of it', async () => {
    const { url } = await linkBy(ana);
    const { document } = new JSDOM(await textAt(url)).window;
    const content = (name: string) => document.querySelector(`[property="${name}"]`)?.getAttribute('content');

    expect(content('og:title')).toBe('Friday nights');
    expect(content('og:image')).toBe(`${url}/picture.jpg`);
    expect((await get(`${url}/picture.jpg`)).headers.get('content-type')).toBe('image/jpeg');
    const discovery = document.querySelector('[type="application/json+oembed"]')?.getAttribute('href') ?? '';
    const oembed = await (await get(discovery)).json();
    expect(oembed).toMatchObject({ version: '1.0', type: 'rich', title: 'Friday nights', width: 480 });
    expect(oembed.html).toContain(`<iframe src="${url}/embed"`);
    expect(oembed.thumbnail_width).toBe(1200);
    const small = await (await get(`${discovery}&maxwidth=200.5&maxheight=900`)).json();
    expect([small.width, small.height, small.thumbnail_url]).toEqual([200, 560, undefined]);
    for (const other of ['https://evil.example/s/Zm9yIGZyaWRheSBuaWdodB', `${url}/embed`, 'javascript:alert(1)'])
      expect((await get(`http://host/oembed?url=${encodeURIComponent(other)}`)).status).toBe(404);
  });
});

/** Fails for what is not well-formed. */
const parseXml = (text: string) => new JSDOM(text, { contentType: 'text/xml' }).window.document;

/** The events of a calendar, after the rules of RFC 5545 that a parser forgives. */
function readCalendar(text: string) {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of text.split('\r\n')) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  const events = calendar.getAllSubcomponents('vevent').map((event) => {
    expect(event.getFirstProperty('dtstart')?.type).toBe('date');
    expect(String(event.getFirstPropertyValue('dtstamp'))).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/);
    return {
      uid: String(event.getFirstPropertyValue('uid')),
      day: String(event.getFirstPropertyValue('dtstart')),
      summary: String(event.getFirstPropertyValue('summary')),
    };
  });
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  return { name: String(calendar.getFirstPropertyValue('name')).replace(/\\(.)/g, '$1'), events };
}

describe('feeds', () => {
  test('the calendar keeps its UIDs, and a new day moves an event', async () => {
    const name = 'Long; odd, name\\ of a list';
    const list = await createFolder(ana, name);
    const title = `${'Très long, é; '.repeat(9)}${'🎬مرحبا'.repeat(9)} end`;
    const { id } = await addItem(ana, list.id, titleFacts({ tmdbId: 603, title, releaseDate: '2031-05-02' }));
    await addItem(ana, list.id, titleFacts({ tmdbId: SHOW, mediaType: 'tv', title: 'Severance' }));
    const { url } = await linkBy(ana, {}, list.id);

    const answer = await get(`${url}.ics`);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = await answer.text();
    const calendar = readCalendar(text);
    expect(calendar.name).toBe(name);
    const event = { uid: `movie-603-${list.id}@marquee`, day: '2031-05-02', summary: title };
    expect(calendar.events).toContainEqual(event);
    expect(await textAt(`${url}.ics`)).toBe(text);

    // As a source of titles may name it.
    const set = { title: `${title}\u2028\u0007END:VEVENT`, releaseDate: '2031-06-01' };
    await ItemModel.updateOne({ _id: id }, { $set: set });
    const moved = await textAt(`${url}.ics`);
    expect(readCalendar(moved).events).toContainEqual({ ...event, day: '2031-06-01', summary: `${title} END:VEVENT` });
    // Programs that only take newer versions of an event take that of another day.
    const days = Math.floor(Date.now() / 86_400_000);
    expect(Number(/^SEQUENCE:(\d+)/m.exec(moved)?.[1])).toBeGreaterThanOrEqual(days - 1);
    expect(moved).toMatch(/^LAST-MODIFIED:\d{8}T000000Z\r$/m);
  });

  test('a stored date that is no real day is in no calendar, and no code on the page', async () => {
    const soon = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await addItem(ana, folder.id, titleFacts({ tmdbId: 604, title: 'Soon', releaseDate: soon }));
    const monthAndDay = ['-13-45', '-02-30'].map((rest) => `${soon.slice(0, 4)}${rest}`);
    const dates = ['<!--', '<xmp', '9e99', '19.9', ...monthAndDay];
    // Versions before 1.1 stored any text.
    for (const releaseDate of dates) {
      const { id } = await addItem(ana, folder.id, titleFacts({ title: `Of ${releaseDate}` }));
      await ItemModel.updateOne({ _id: id }, { $set: { releaseDate } });
    }
    const { url } = await linkBy(ana);
    const own = (await ana.post('/api/feeds', { kind: 'calendar' }).expect(201)).body;

    for (const address of [`${url}.ics`, own.url])
      expect(readCalendar(await textAt(address)).events.map(({ summary }) => summary)).toEqual(['Soon']);
    for (const address of [url, `${url}/embed`]) {
      const names = new JSDOM(await textAt(address)).window.document.querySelectorAll('.name');
      expect([...names].map(({ textContent }) => textContent)).toContain(`Of ${dates.at(-1)}`);
      expect(names).toHaveLength(dates.length + 1);
    }
    const films: { title: string; year?: number }[] = await (await get(`${url}/radarr.json`)).json();
    const years = new Map(films.map(({ title, year }) => [title, year]));
    expect(dates.map((date) => years.get(`Of ${date}`))).toEqual([
      ...Array(4).fill(undefined),
      ...monthAndDay.map((date) => Number(date.slice(0, 4))),
    ]);
  });

  test('the feed of additions is valid and keeps its ids', async () => {
    const items = [await addItem(ana, folder.id), await addItem(ana, folder.id)];
    const { url } = await linkBy(ana);

    const feed = parseXml(await textAt(`${url}.rss`));
    const textOf = (element: Element, name: string) => element.querySelector(name)?.textContent ?? '';
    for (const name of ['title', 'link', 'description'])
      expect(feed.querySelectorAll(`rss[version="2.0"] > channel > ${name}`)).toHaveLength(1);
    const entries = [...feed.querySelectorAll('item')];
    expect(entries.map((entry) => textOf(entry, 'guid[isPermaLink="false"]'))).toEqual(
      items.map(({ id }) => id).reverse(),
    );
    for (const entry of entries)
      expect(new Date(textOf(entry, 'pubDate')).toUTCString()).toBe(textOf(entry, 'pubDate'));
    expect(feed.getElementsByTagName('atom:link')[0]?.getAttribute('href')).toBe(`${url}.rss`);
  });

  test('a feed stays well-formed whatever its texts say, and readers show them as text', async () => {
    const text = 'a ]]> b ]]><item/> \ufffe & <b>c</b>';
    const list = await createFolder(ana, text);
    await addItem(ana, list.id, titleFacts({ title: text, overview: text }));
    const { url } = await linkBy(ana, {}, list.id);

    const feed = parseXml(await textAt(`${url}.rss`));

    expect(feed.querySelectorAll('item')).toHaveLength(1);
    expect(feed.querySelector('channel > title')?.textContent).toContain('b ]]><item/>');
    expect(feed.querySelector('item > title')?.textContent).toContain('b ]] ><item/>');
    // What a description says is HTML.
    const shown = new JSDOM(feed.querySelector('item > description')?.textContent ?? '').window.document.body;
    expect([shown.textContent, shown.children.length]).toEqual([text.replace('\ufffe', ''), 0]);
  });

  test('Radarr and Sonarr get what they import, by link and by a token of the list', async () => {
    await addItem(ana, folder.id, titleFacts({ tmdbId: 603, title: 'The Matrix', releaseDate: '1999-03-31' }));
    await addItem(ana, folder.id, titleFacts({ tmdbId: SHOW, mediaType: 'tv', title: 'Severance' }));
    const { url } = await linkBy(ana);
    const path = `/api/folders/${folder.id}/export`;
    const script = await withToken(server, ana, ['read', `list:${folder.id}`]);
    const other = await withToken(server, ana, ['read', `list:${(await createFolder(ana)).id}`]);

    const films = [{ id: 603, tmdbId: 603, imdbId: 'tt0133093', title: 'The Matrix', year: 1999 }];
    expect((await script.get(`${path}/radarr`).expect(200)).body).toEqual(films);
    expect(await (await get(`${url}/radarr.json`)).json()).toEqual(films);
    // The bundled catalogue knows no ids of TheTVDB.
    const shows = await script.get(`${path}/sonarr`).expect(200);
    expect([shows.body, shows.headers['left-out']]).toEqual([[], '1']);
    expect((await other.get(`${path}/radarr`)).status).toBe(404);
  });
});

describe('personal feeds', () => {
  test('have the calendar of their user, without the names that the user hides, until they are revoked', async () => {
    const nextWeek = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await recordPlay(ana, { tmdbId: SHOW, mediaType: 'tv', facts: undefined, season: 1, episode: 1 });
    await addItem(ana, folder.id, titleFacts({ tmdbId: 604, title: 'Soon', releaseDate: nextWeek }));
    const calendar = (await ana.post('/api/feeds', { kind: 'calendar' }).expect(201)).body;
    const additions = (await ana.post('/api/feeds', { kind: 'additions' }).expect(201)).body;
    const ben = await signUp(server, 'Ben');
    await addItem(ben, (await createFolder(ben, 'Of Ben')).id, titleFacts({ title: 'Hidden' }));

    const answer = await get(calendar.url);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(readCalendar(await answer.text()).events.map(({ summary }) => summary)).toContain('Soon');
    const rss = await textAt(additions.url);
    expect(parseXml(rss).querySelector('item > title')?.textContent).toBe('Soon · Friday nights');
    expect(rss).not.toContain('Hidden');
    const listed = await ana.get('/api/feeds');
    expect(listed.text).not.toContain(new URL(calendar.url).pathname.slice(7, 29));
    expect((await ben.get('/api/feeds')).body).toEqual([]);
    // A secret of one kind opens nothing of the other kind.
    expect((await get(calendar.url.replace('.ics', '.rss'))).status).toBe(404);

    expect((await ben.delete(`/api/feeds/${calendar.id}`)).status).toBe(404);
    await ana.delete(`/api/feeds/${calendar.id}`).expect(204);
    expect((await get(calendar.url)).status).toBe(404);
    await disableAccount(ana.user.id);
    expect((await get(additions.url)).status).toBe(404);
  });
});

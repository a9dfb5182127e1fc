import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../../common/constants.ts';
import type { Folder } from '../../../../../common/schemas/folder.ts';
import type { PublicLink } from '../../../../../common/schemas/publicLink.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../../testing/people.ts';
import { setUpServer } from '../../../../testing/server.ts';
import { disableAccount, enableAccount } from '../../../account/accountChanges.service.ts';
import {
  findListedReleases,
  radarrList,
  readAllPublicItems,
  readLatestPublicItems,
  readPublicItems,
  sonarrList,
} from '../../export/publicList.service.ts';
import { PublicLinkModel } from '../../model/publicLink.model.ts';
import { countVisit, openPublicLink } from './publicLink.service.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let folder: Folder;
beforeEach(async () => {
  [ana, ben, cleo] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
  folder = await createFolder(ana, 'Noir');
  await shareWith(ana, folder.id, ben, only('canShare', 'canAdd'));
  await shareWith(ana, folder.id, cleo, only('canManage'));
});

const path = () => `/api/folders/${folder.id}/public-links`;
const create = (person: Person, body: object = {}) => person.post(path(), { expiresInDays: null, ...body });
const linkBy = async (person: Person, body: object = {}): Promise<PublicLink> =>
  (await create(person, body).expect(201)).body;
const open = ({ url }: Pick<PublicLink, 'url'>) => openPublicLink(url.split('/').at(-1) ?? '');
const isOpen = async (link: PublicLink) => {
  const opened = await open(link).catch(({ code }: { code: string }) => code);
  return typeof opened === 'string' ? opened : opened.folder.name;
};
const end = (person: Person, { id }: Pick<PublicLink, 'id'>) => person.delete(`/api/public-links/${id}`);

describe('public links', () => {
  test('are listed oldest first with who made them, and no more once they are over', async () => {
    const first = await linkBy(ana, { expiresInDays: 7, showsNotes: true });
    const second = await linkBy(ben, { showsNames: true });

    expect(Date.parse(first.expiresAt ?? '') - Date.parse(first.createdAt)).toBe(7 * 24 * 60 * 60 * 1000);
    expect(first).toMatchObject({ showsNotes: true, showsNames: false, createdBy: { id: ana.user.id }, visits: [] });
    expect(second).toMatchObject({
      expiresAt: null,
      showsNotes: false,
      showsNames: true,
      createdByUserId: ben.user.id,
    });
    expect((await ben.get(path())).body).toEqual([first, second]);
    await PublicLinkModel.updateOne({ _id: first.id }, { expiresAt: new Date() });
    expect((await ben.get(path())).body).toEqual([second]);
    expect([await isOpen(first), await isOpen(second)]).toEqual(['not_found', 'Noir']);
  });

  test('can be so many at a time, not counting those that have ended', async () => {
    const first = await linkBy(ana, { expiresInDays: 1 });
    for (let made = 1; made < limits.publicLinksPerList; made += 1) await linkBy(ben);

    expect((await create(ana)).body).toEqual({
      error: `This list has ${limits.publicLinksPerList} public links, the most that it can have. End one first.`,
      code: 'limit_reached',
    });
    await PublicLinkModel.updateOne({ _id: first.id }, { expiresAt: new Date() });
    expect((await create(ana)).status).toBe(201);
  });

  test('are ended by their makers and the owner, which the security log has', async () => {
    const [anas, bens, second] = [await linkBy(ana), await linkBy(ben), await linkBy(ben)];

    expect([(await end(cleo, bens)).status, (await end(ben, anas)).status]).toEqual([403, 403]);
    expect((await end(await signUp(server), bens)).status).toBe(404);
    expect([(await end(ben, bens)).status, (await end(ana, second)).status]).toEqual([204, 204]);
    expect((await end(ben, bens)).body.error).toBe('This link is not valid any more');
    expect((await ana.get(path())).body).toEqual([anas]);
    const events: { type: string; detail: string }[] = (await ben.get('/api/user/security-events')).body;
    expect(events.slice(0, 3).map(({ type, detail }) => [type, detail])).toEqual([
      ['public-link-ended', 'Noir'],
      ['public-link-created', 'Noir'],
      ['public-link-created', 'Noir'],
    ]);
  });

  test('are made by those who may share the list, of no list of reviews, and not where the owner allows none', async () => {
    const link = await linkBy(ben);
    const setting = (isAllowed: boolean, person = ana) => person.put(`${path()}/setting`, { isAllowed });
    const [reviewed] = ((await ana.get('/api/folders')).body as Folder[]).filter(({ isReviewed }) => isReviewed);
    const body = { expiresInDays: null };

    expect((await create(cleo)).status).toBe(403);
    expect((await ana.post(`/api/folders/${reviewed?.id}/public-links`, body)).body.code).toBe('reserved_name');
    expect((await setting(false, cleo)).status).toBe(403);
    expect((await setting(false)).body).toEqual({ isAllowed: false });
    expect((await ben.get(`${path()}/setting`)).body).toEqual({ isAllowed: false });
    expect((await create(ben)).body.error).toBe('The owner of this list allows no public links.');
    expect(await isOpen(link)).toBe('not_found');
    const [event] = (await ana.get('/api/user/security-events')).body;
    expect(event).toMatchObject({ type: 'public-links-turned-off', detail: 'Noir' });
    await setting(true).expect(200);
    expect([(await ana.get(path())).body, await isOpen(await linkBy(ben))]).toEqual([[], 'Noir']);
  });

  test('open nothing while their maker or the owner is disabled', async () => {
    const link = await linkBy(ben);
    for (const { user } of [ana, ben]) {
      await disableAccount(user.id);
      expect(await isOpen(link)).toBe('not_found');
      await enableAccount(user.id);
      expect(await isOpen(link)).toBe('Noir');
    }
  });

  test.each([
    ['the maker', () => ben, () => ana],
    ['the owner', () => ana, () => ben],
  ])('end when %s blocks the other, and those of the owner stay', async (_who, blocker, blocked) => {
    const [anas, bens] = [await linkBy(ana), await linkBy(ben)];

    await blocker().put(`/api/users/${blocked().user.id}/block`).expect(204);

    expect([await isOpen(anas), await isOpen(bens)]).toEqual(['Noir', 'not_found']);
    expect(await PublicLinkModel.countDocuments({ folderId: folder.id })).toBe(1);
  });

  test('end with the flag of their maker, and those of others stay', async () => {
    const [anas, bens] = [await linkBy(ana), await linkBy(ben)];
    const shares: { id: string; sharedWithUserId: string }[] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;
    const share = shares.find(({ sharedWithUserId }) => sharedWithUserId === ben.user.id);

    await ana.put(`/api/folder-shares/${share?.id}/permissions`, only('canAdd')).expect(200);

    expect((await ana.get(path())).body).toEqual([anas]);
    expect(await isOpen(bens)).toBe('not_found');
  });

  test('count visits by day, pages and feeds apart, for a limited number of days', async () => {
    const { url, id } = await linkBy(ana);
    const { link } = await open({ url });
    const visitsOf = async () => (await PublicLinkModel.findById(id).lean())?.visits ?? [];
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const day = dayOf(Date.now());
    const visit = async (kind: 'pages' | 'feeds', expected: object[]) => {
      countVisit(link, kind);
      // The count is stored later than the answer.
      while (!isDeepStrictEqual(await visitsOf(), expected)) await delay(5);
    };
    await visit('pages', [{ day, pages: 1, feeds: 0 }]);
    await visit('feeds', [{ day, pages: 1, feeds: 1 }]);
    await visit('feeds', [{ day, pages: 1, feeds: 2 }]);

    const earlier = Array.from({ length: limits.visitDays }, (_, n) => ({
      day: dayOf(Date.UTC(2020, 0, 1 + n)),
      pages: 1,
      feeds: 0,
    }));
    await PublicLinkModel.updateOne({ _id: id }, { visits: earlier });
    await visit('pages', [...earlier.slice(1), { day, pages: 1, feeds: 0 }]);

    expect((await ana.get(path())).body[0].visits).toHaveLength(limits.visitDays);
  });
});

describe('what anyone reads of a list', () => {
  test('is its titles in order, with notes and first names only where the link shows them', async () => {
    const [first, second, third] = [
      await addItem(ana, folder.id, { title: 'First' }),
      await addItem(ben, folder.id, { title: 'Second', overview: 'A fog.', runtime: 100, genres: [80] }),
      await addItem(ana, folder.id, { title: 'Third' }),
    ];
    await ana.patch(`/api/watchlist/${third.id}/place`, { afterId: null, beforeId: first.id }).expect(200);
    await ana.patch(`/api/watchlist/${second.id}/note`, { note: 'For Friday' }).expect(200);
    const [bare, full] = [
      await open(await linkBy(ana)),
      await open(await linkBy(ana, { showsNotes: true, showsNames: true })),
    ];
    const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title);

    expect(titles(await readPublicItems(bare, 0, 10))).toEqual(['Third', 'First', 'Second']);
    expect(titles(await readPublicItems(bare, 1, 1))).toEqual(['First']);
    expect(titles(await readLatestPublicItems(bare, 2))).toEqual(['Third', 'Second']);
    const pages = [];
    for await (const page of readAllPublicItems(full)) pages.push(titles(page));
    expect(pages).toEqual([['Third', 'First', 'Second']]);
    const [, , shown] = await readPublicItems(full, 0, 10);
    const facts = { id: second.id, overview: 'A fog.', runtime: 100, genres: [80], releaseDate: '1995-12-15' };
    expect(shown).toMatchObject({ ...facts, note: 'For Friday', addedBy: 'Ben', posterPath: '/poster.jpg' });
    expect((await readPublicItems(bare, 2, 1))[0]).toEqual({ ...shown, note: null, addedBy: null });
  });

  test('for a calendar is its dated films, the latest first, and its shows', async () => {
    for (const releaseDate of ['2001-01-01', '2003-01-01', '2002-01-01', null]) {
      await addItem(ana, folder.id, { title: `${releaseDate}`, releaseDate });
    }
    const show = await addItem(ana, folder.id, { mediaType: 'tv' });
    const { folder: stored } = await open(await linkBy(ana));

    const { films, showIds } = await findListedReleases(stored, 2);

    expect([films.map(({ title }) => title), showIds]).toEqual([['2003-01-01', '2002-01-01'], [show.tmdbId]]);
  });

  test('for other programs is its films and its shows, by the ids that these know', async () => {
    const film = await addItem(ana, folder.id, { title: 'Laura', releaseDate: '1944-10-11' });
    const plain = await addItem(ana, folder.id, { title: 'Undated', releaseDate: null });
    const known = await addItem(ana, folder.id, { title: 'Dark', mediaType: 'tv', releaseDate: '2017-12-01' });
    await addItem(ana, folder.id, { mediaType: 'tv' });
    const { folder: stored } = await open(await linkBy(ana));
    const ids = new Map([[`movie:${film.tmdbId}`, { imdb: 'tt0037008' }]]);
    const otherIds = async (_type: string, id: number) =>
      id === known.tmdbId ? { tvdb: 334824, imdb: 'tt5753856' } : { imdb: 'tt1' };

    const { tmdbId } = film;
    expect(await radarrList(stored, async () => ids)).toEqual([
      { id: tmdbId, tmdbId, imdbId: 'tt0037008', title: 'Laura', year: 1944 },
      { id: plain.tmdbId, tmdbId: plain.tmdbId, title: 'Undated' },
    ]);
    expect(await sonarrList(stored, { otherIds } as Parameters<typeof sonarrList>[1])).toEqual({
      shows: [{ tvdbId: 334824, tmdbId: known.tmdbId, imdbId: 'tt5753856', title: 'Dark', year: 2017 }],
      leftOut: 1,
    });
  });
});

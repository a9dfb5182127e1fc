import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { InvitationLink } from '../../../common/schemas/invitationLink.ts';
import { LinkModel } from '../../features/folders/model/link.model.ts';
import { claimInstance } from '../../platform/instance/instance.model.ts';
import { makeBuiltClient } from '../../testing/builtClient.ts';
import { addItem, createFolder, type Person, signUp } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const PAGE = '<!doctype html><html><head><!-- link card --></head><body><div id="root"></div></body></html>';

const client = makeBuiltClient(PAGE);
let server: TestServer;
let ana: Person;
let folder: Folder;
let link: InvitationLink;
let generalEtag: string | null;

afterAll(() => client.remove());

/** As a program that previews links: without a session. */
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

/** The tags of the page for previews of links. */
async function tagsAt(path: string): Promise<Record<string, string>> {
  const html = await (await get(path)).text();
  return Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map((tag) => tag.slice(1)),
  );
}

const pictureOf = ({ token }: Pick<InvitationLink, 'token'>) => `/join/${token}/picture.jpg`;

describe('with the usual limits', () => {
  beforeAll(async () => {
    server = await startTestServer({ clientDir: client.dir });
    ana = await signUp(server);
    generalEtag = (await get('/picture.jpg')).headers.get('etag');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    folder = await createFolder(ana, 'Noir & "more"');
    await addItem(ana, folder.id, { tmdbId: 603 });
    link = (await ana.post(`/api/folders/${folder.id}/invitation-links`, {})).body;
  });

  describe('the page of an invitation link', () => {
    test('has the name, the numbers and the picture of its list in its tags', async () => {
      expect(await tagsAt(`/join/${link.token}`)).toEqual({
        'og:type': 'website',
        'og:site_name': 'Marquee',
        'og:title': 'Join “Noir &amp; &quot;more&quot;”',
        'og:description': '1 title · 1 person · Watch together on Marquee',
        'og:image': `${server.url}${pictureOf(link)}`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'twitter:card': 'summary_large_image',
      });
    });
  });

  describe('the picture of an invitation link', () => {
    test('is a JPEG of 1200 × 630 that is not used again without asking', async () => {
      const answer = await get(pictureOf(link));

      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('etag')).not.toBe(generalEtag);
    });

    test('is answered 304 until the list changes', async () => {
      const etag = (await get(pictureOf(link))).headers.get('etag') ?? '';

      expect((await get(pictureOf(link), { 'If-None-Match': etag })).status).toBe(304);
      await addItem(ana, folder.id, { tmdbId: 129 });
      expect((await get(pictureOf(link), { 'If-None-Match': etag })).status).toBe(200);
    });
  });

  describe('nothing of a list is shown', () => {
    test.each([
      ['has expired', () => LinkModel.updateOne({ _id: link.id }, { $set: { expiresAt: new Date(Date.now() - 1) } })],
      ['was taken back', () => ana.delete(`/api/invitation-links/${link.id}`)],
      ['leads to a deleted list', () => ana.delete(`/api/folders/${folder.id}`)],
      ['was used up', async () => (await signUp(server, 'Ben')).post(`/api/invitation-links/${link.token}/join`)],
    ])('by a link that %s', async (_why, end) => {
      await end();

      expect((await get(pictureOf(link))).headers.get('etag')).toBe(generalEtag);
      expect(await tagsAt(`/join/${link.token}`)).toEqual(await tagsAt('/'));
    });

    test('by a token that no link has', async () => {
      expect((await get(pictureOf({ token: 'x'.repeat(22) }))).headers.get('etag')).toBe(generalEtag);
      expect((await get('/join/short/picture.jpg')).status).toBe(404);
    });

    test.each([['/'], ['/my-list'], ['/join/short'], ['/nowhere']])('at %s', async (path) => {
      expect(await tagsAt(path)).toMatchObject({
        'og:title': 'What are we watching tonight?',
        'og:image': `${server.url}/picture.jpg`,
      });
    });

    test('at the addresses for signed-in users', async () => {
      for (const path of [`/folder/${folder.id}`, `/folder/${folder.id}/details`, `/users/${ana.user.id}`])
        expect(await tagsAt(path)).toEqual(await tagsAt('/'));
      expect((await get(`/folder/${folder.id}/picture.jpg`)).status).toBe(404);
    });
  });

  test('members get no tags, because programs that preview links have no session', async () => {
    const answer = await get(`/join/${link.token}`, { Cookie: ana.cookie });

    expect(await answer.text()).toBe(PAGE);
  });
});

describe('with a public address', () => {
  beforeAll(async () => {
    server = await startTestServer({ clientDir: client.dir, env: { PUBLIC_URL: 'https://films.example' } });
    await claimInstance();
  });
  afterAll(() => server.stop());

  test('the picture has that address', async () => {
    const { text } = await request(server.url).get('/').set('Host', 'films.example').expect(200);

    expect(text).toContain('<meta property="og:image" content="https://films.example/picture.jpg">');
  });
});

describe('with small limits', () => {
  beforeAll(async () => {
    server = await startTestServer({ clientDir: client.dir, env: { RATE_LIMIT: '0.01' } });
    ana = await signUp(server);
    folder = await createFolder(ana);
    link = (await ana.post(`/api/folders/${folder.id}/invitation-links`, {})).body;
  });
  afterAll(() => server.stop());

  test('drawing costs the visitor’s budget, and a picture that is there costs none', async () => {
    const statuses = [];
    for (const path of ['/picture.jpg', '/picture.jpg', pictureOf(link)]) statuses.push((await get(path)).status);

    expect(statuses).toEqual([200, 200, 429]);
  });
});

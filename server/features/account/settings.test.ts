import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { createFolder, PASSWORD, type Person, shareWith, signInAgain, signUp } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

let server: TestServer;
let ana: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ana = await signUp(server);
});

let count = 0;
const freshName = () => `Ana_${process.pid}-${count++}`;

describe('a username', () => {
  test('is set, and told to the own tabs and to everybody who shares a folder', async () => {
    const ben = await signUp(server, 'Ben');
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben);
    const [own, shared] = await Promise.all([openTab(server, ana), openTab(server, ben)]);
    const username = freshName();

    const answer = await ana.put('/api/user/username', { username });

    expect(answer.status).toBe(200);
    expect(answer.body.username).toBe(username);
    expect((await own.next('user:updated')).user).toMatchObject({ id: ana.user.id, username });
    expect((await shared.next('user:updated')).user).toMatchObject({ id: ana.user.id, username });
    own.close();
    shared.close();
  });

  test('shows in the items that its holder added, though no rev moved', async () => {
    const folder = await createFolder(ana);
    const before = await ana.get(`/api/folders/${folder.id}/items`);

    await ana.put('/api/user/username', { username: freshName() });

    const after = await ana.get(`/api/folders/${folder.id}/items`).set('If-None-Match', String(before.headers.etag));
    expect(after.status).toBe(200);
    expect(after.headers['folder-rev']).toBe(before.headers['folder-rev']);
  });

  test('is taken in any case, and free for its own holder', async () => {
    const ben = await signUp(server, 'Ben');
    const username = freshName();
    await ana.put('/api/user/username', { username });

    const taken = await ben.put('/api/user/username', { username: username.toUpperCase() });

    expect(taken.status).toBe(409);
    expect(taken.body).toEqual({ error: 'This username is already taken', code: 'taken' });
    const path = `/api/user/username/available/${username.toLowerCase()}`;
    expect((await ben.get(path)).body).toEqual({ available: false });
    expect((await ana.get(path)).body).toEqual({ available: true });
  });

  test.each(['ab', 'a'.repeat(21), 'with space', 'ünï', ''])('%p is refused', async (username) => {
    expect((await ana.put('/api/user/username', { username })).status).toBe(400);
  });
});

describe('a password', () => {
  test('changes with the current one, and ends the other sessions with their tabs', async () => {
    const elsewhere = await signInAgain(server, ana);
    const tab = await openTab(server, elsewhere);

    const answer = await ana.put('/api/user/password', { currentPassword: PASSWORD, newPassword: 'another good one' });

    expect(answer.status).toBe(204);
    await tab.whenCut();
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    expect((await ana.get('/api/auth/user')).status).toBe(200);
    const login = (password: string) =>
      request(server.url).post('/api/auth/login').send({ email: ana.user.email, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login('another good one')).status).toBe(200);
  });

  test('stays when the current one is wrong', async () => {
    const answer = await ana.put('/api/user/password', { currentPassword: 'wrong', newPassword: 'another good one' });

    expect(answer.status).toBe(403);
  });
});

describe('a profile picture', () => {
  const upload = (bytes: Buffer, filename = 'me.png') =>
    ana.post('/api/user/profile-image/upload').attach('profileImage', bytes, filename);
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c2334d' } })
      .png()
      .toBuffer();

  test('is kept small as WebP without metadata, and cached for ever', async () => {
    const bytes = await sharp(await png(800, 600))
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer();

    const answer = await upload(bytes, 'me.jpg');

    expect(answer.status).toBe(200);
    const picture = await ana.get(answer.body.profileImageUrl).buffer(true).parse(readBytes);
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(picture.headers['cache-control']).toContain('immutable');
    const { width, height, exif } = await sharp(picture.body).metadata();
    expect({ width, height, exif }).toEqual({ width: 256, height: 256, exif: undefined });
    const again = await ana.get(answer.body.profileImageUrl).set('If-None-Match', String(picture.headers.etag));
    expect(again.status).toBe(304);
  });

  test('must be an image by its bytes', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const truncated = (await png(300, 300)).subarray(0, 200);

    expect((await upload(svg)).status).toBe(415);
    expect((await upload(truncated)).status).toBe(415);
    expect((await upload(Buffer.from('GIF89a, honestly'))).status).toBe(415);
  });

  test('of many pixels in few bytes is refused', async () => {
    expect((await upload(await png(9000, 9000))).status).toBe(415);
  });

  test('over 5 MB is too large', async () => {
    const answer = await upload(Buffer.alloc(6 * 1024 * 1024));

    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: 'Please select an image smaller than 5MB.', code: 'too_large' });
  });

  test('must be there', async () => {
    const answer = await ana.post('/api/user/profile-image/upload', {});

    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('Please select an image to upload.');
  });
});

function readBytes(res: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  res.on('data', (chunk: Buffer) => chunks.push(chunk));
  res.on('end', () => done(null, Buffer.concat(chunks)));
}

import { beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { createFolder, PASSWORD, type Person, shareWith, signInAgain, signUp } from '../../../testing/people.ts';
import { costlySvg, pngOf } from '../../../testing/pictures.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

let count = 0;
const freshName = () => `Ana_${process.pid}-${count++}`;

describe('a username', () => {
  test('is set, and delivered to the own tabs and to people with a common list', async () => {
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

  test('is shown in the items that the person added, although no rev has changed', async () => {
    const folder = await createFolder(ana);
    const before = await ana.get(`/api/folders/${folder.id}/items`);

    await ana.put('/api/user/username', { username: freshName() });

    const after = await ana.get(`/api/folders/${folder.id}/items`).set('If-None-Match', String(before.headers.etag));
    expect(after.status).toBe(200);
    expect(after.headers['folder-rev']).toBe(before.headers['folder-rev']);
  });

  test('is taken in upper and lower case, but free for its owner', async () => {
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
  test('is changed with the current one, and the other sessions end with their tabs', async () => {
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

  test('is not changed if the current one is wrong', async () => {
    const answer = await ana.put('/api/user/password', { currentPassword: 'wrong', newPassword: 'another good one' });

    expect(answer.status).toBe(403);
  });
});

describe('a profile picture', () => {
  const upload = (bytes: Buffer, filename = 'me.png') =>
    ana.post('/api/user/profile-image/upload').attach('profileImage', bytes, filename);
  const png = (width: number, height: number, background = '#c2334d') =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();

  test('is stored as a small WebP without metadata, and may be cached without limit', async () => {
    const bytes = await sharp(await png(800, 600))
      .withExif({ IFD0: { Copyright: 'a photographer' } })
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

  test('must have the content of an image', async () => {
    const truncated = (await png(300, 300)).subarray(0, 200);

    expect((await upload(costlySvg())).status).toBe(415);
    expect((await upload(truncated)).status).toBe(415);
    expect((await upload(Buffer.from('GIF89a, honestly'))).status).toBe(415);
  });

  test('with many pixels in few bytes is refused', async () => {
    const answer = await upload(await png(9000, 9000));

    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: 'Please select an image of at most 24 megapixels.', code: 'too_large' });
  });

  test('of thirty thousand by thirty thousand pixels is refused without decoding it', async () => {
    const bomb = pngOf({ width: 30_000, height: 30_000, depth: 1 });

    const before = process.memoryUsage().rss;
    const answer = await upload(bomb);

    expect(bomb.length).toBeLessThan(1_000_000);
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  test('is recognised by its content, not by its name', async () => {
    const webp = await sharp(await png(20, 20))
      .webp()
      .toBuffer();
    const tiff = await sharp(await png(20, 20))
      .tiff()
      .toBuffer();

    expect((await upload(webp, 'me.exe')).status).toBe(200);
    expect((await upload(tiff, 'me.png')).status).toBe(415);
    expect((await upload(Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(
      415,
    );
    expect((await upload(Buffer.alloc(0))).status).toBe(415);
  });

  test('is turned as its metadata says', async () => {
    // The left half is red, the right half blue. After a quarter turn red is at the top.
    const red = await sharp({ create: { width: 20, height: 40, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const sideways = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0000ff' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();

    const { body } = await upload(sideways, 'me.jpg');

    const picture = await ana.get(body.profileImageUrl).buffer(true).parse(readBytes);
    const { data, info } = await sharp(picture.body).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    expect([at(20, 5) > 200, at(20, 35) < 60]).toEqual([true, true]);
    expect((await sharp(picture.body).metadata()).orientation).toBeUndefined();
  });

  test('that is animated is reduced to its first frame', async () => {
    const frames = await Promise.all([png(30, 30), png(30, 30, '#2257a8')]);
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();

    const { status, body } = await upload(gif, 'me.gif');

    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(2);
    expect(status).toBe(200);
    const picture = await ana.get(body.profileImageUrl).buffer(true).parse(readBytes);
    expect((await sharp(picture.body, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  test('in another field, or with a second one, is a bad request', async () => {
    const bytes = await png(20, 20);
    const path = '/api/user/profile-image/upload';

    const elsewhere = await ana.post(path).attach('picture', bytes, 'me.png');
    const two = await ana.post(path).attach('profileImage', bytes, 'a.png').attach('profileImage', bytes, 'b.png');
    const text = await ana.post(path).field('profileImage', 'me.png');
    const broken = await ana.post(path).set('Content-Type', 'multipart/form-data').send('x');

    expect([elsewhere, two, text, broken].map(({ body }) => body.code)).toEqual(Array(4).fill('validation'));
  });

  test('replaces the one before, which is deleted', async () => {
    const first = await upload(await png(20, 20));
    const second = await upload(await png(30, 30));

    expect((await ana.get(first.body.profileImageUrl)).status).toBe(404);
    expect((await ana.get(second.body.profileImageUrl)).status).toBe(200);
    expect((await request(server.url).get(second.body.profileImageUrl)).status).toBe(401);
  });

  test('is removed with its bytes, and delivered to people with a common list', async () => {
    const ben = await signUp(server, 'Ben');
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben);
    const { body } = await upload(await png(20, 20));
    const tab = await openTab(server, ben);

    const answer = await ana.delete('/api/user/profile-image');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...body, profileImageUrl: null });
    expect((await tab.next('user:updated')).user).toMatchObject({ id: ana.user.id, profileImageUrl: null });
    expect((await ana.get(body.profileImageUrl)).status).toBe(404);
    expect((await ana.delete('/api/user/profile-image')).status).toBe(200);
    tab.close();
  });

  test('that is sent twice with one key is set once, and another one with the same key is a conflict', async () => {
    const key = '0b5c9f3e-3f0f-4a34-8f0e-6d1c1f1f2a01';
    const [one, other] = [await png(20, 20), await png(30, 30)];
    // On a busy machine the decoder takes longer than a write with a key waits. Then it is sent again, as by any client.
    const send = async (picture: Buffer) => {
      for (;;) {
        const answer = await request(server.url)
          .post('/api/user/profile-image/upload')
          .set({ Cookie: ana.cookie, 'Idempotency-Key': key })
          .attach('profileImage', picture, 'picture.png');
        if (answer.status !== 503) return answer;
      }
    };

    const first = await send(one);
    const again = await send(one);
    const clash = await send(other);

    expect(again.body).toEqual(first.body);
    expect(clash.body.code).toBe('conflict');
  });

  test('larger than 5 MB is refused', async () => {
    const answer = await upload(Buffer.alloc(6 * 1024 * 1024));

    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: 'Please select an image smaller than 5MB.', code: 'too_large' });
  });

  test('must be in the request', async () => {
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

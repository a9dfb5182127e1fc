import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { errorBodySchema } from '../../../common/errors.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { createFolder, only, type Person, shareWith, signUp, titleFacts, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let stranger: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, member, stranger] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia'), signUp(server)]);
  folder = await createFolder(owner);
  await shareWith(owner, folder.id, member, only());
});

const json = 'application/json';
const send = (type: string, body: string | Buffer, person = owner) =>
  person.post('/api/folders').set('Content-Type', type).send(body);

describe('a method that a path does not have', () => {
  test.each([
    ['PUT', '/api/folders', 'GET, HEAD, POST'],
    ['TRACE', '/api/folders', 'GET, HEAD, POST'],
    ['DELETE', '/api/users/search', 'GET, HEAD'],
    ['POST', '/api/login', 'GET, HEAD'],
  ])('is refused: %s %s', async (method, path, allowed) => {
    const answer = await call(method, path);

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(errorBodySchema.strict().parse(JSON.parse(answer.text)).code).toBe('method_not_allowed');
  });

  test.each([
    ['/api/folders/:id', 'GET, HEAD, PUT, DELETE'],
    ['/api/folders', 'GET, HEAD, POST'],
    ['/api/art/poster/movie/:id', 'GET, HEAD'],
  ])('is not among those that OPTIONS names: %s', async (path, allowed) => {
    const answer = await call('OPTIONS', path.replace(':id', folder.id));

    expect([answer.status, answer.headers.get('allow')]).toEqual([204, allowed]);
  });

  test.each([
    ['TRACE', '/api/art/poster/movie/603'],
    ['PUT', '/api/art/poster/movie/603'],
    ['PUT', '/api/folders'],
  ])('is refused without a session too: %s %s', async (method, path) => {
    expect((await call(method, path, '')).status).toBe(405);
  });

  test('of a path that there is not stays unknown', async () => {
    expect((await call('PUT', '/api/nothing')).status).toBe(404);
  });

  /** By Node's own client, since fetch refuses to send TRACE. */
  async function call(method: string, path: string, cookie = owner.cookie) {
    const sent = httpRequest(`${server.url}${path}`, { method, headers: { cookie } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: answer.statusCode,
      headers: new Headers(answer.headers as Record<string, string>),
      text: await text(answer),
    };
  }
});

describe('a body that cannot be read', () => {
  test.each([
    ['truncated', '{"name": "x'],
    ['not JSON', 'name=x'],
    ['a bare string', '"x"'],
    ['a bare null', 'null'],
    ['a bare number', '7'],
    ['JSON with a comment', '{/* */"name":"x"}'],
    ['a NUL', '\0'],
  ])('(%s) is a bad request with the contract’s error body', async (_name, body) => {
    const answer = await send(json, body);

    expect(answer.status).toBe(400);
    expect(errorBodySchema.strict().parse(answer.body).code).toBe('validation');
  });

  test.each([['[]'], ['{}'], ['[{"name":"x"}]'], ['{"__proto__":{"name":"x"}}'], ['{"constructor":{"name":"x"}}']])(
    'that is %s is a bad request',
    async (body) => {
      expect((await send(json, body)).body.code).toBe('validation');
    },
  );

  test('that fits no schema is refused with a text that names the field', async () => {
    const textOf = async (name: unknown) => (await owner.post('/api/folders', { name })).body.error;

    expect(await textOf(undefined)).toBe('name is missing');
    expect(await textOf(7)).toBe('name: Invalid input: expected string, received number');
    expect(await textOf('')).toBe('Enter a name');
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data'],
    ['application/xml'],
    ['x'],
  ])('of type %s is a bad request', async (type) => {
    expect((await send(type, '{"name":"x"}')).body.code).toBe('validation');
  });

  test('of over 100 kB is too large', async () => {
    const answer = await owner.post('/api/folders', { name: 'x'.repeat(100_001) });

    expect(answer.body.code).toBe('too_large');
  });

  test('of just below 100 kB is accepted', async () => {
    const answer = await owner.post('/api/folders', { name: 'x'.repeat(99_900) });

    expect(answer.body.issues[0].path).toBe('name');
  });

  test('in an unknown charset is an unsupported media type', async () => {
    const charset = await send('application/json; charset=klingon', '{"name":"x"}');
    const encoding = await owner.post('/api/folders').set('Content-Encoding', 'snappy').send({ name: 'x' });

    expect([charset.body.code, encoding.body.code]).toEqual(['unsupported_media_type', 'unsupported_media_type']);
  });

  test.each([
    ['application/json; charset=utf-7'],
    ['application/json; charset=UTF-16LE'],
    ['application/json; charset="utf-32"'],
    ['application/json; charset=utf-8; charset=utf-7'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1'],
    ['multipart/form-data; boundary=x; charset=utf-7'],
  ])('in another charset than UTF-8 is an unsupported media type: %s', async (type) => {
    const answers = await Promise.all([
      send(type, '{"name":"x"}'),
      visitor(server).post('/api/auth/login').set('Content-Type', type).send('email=x'),
      owner.post('/api/user/profile-image/upload').set('Content-Type', type).send('--x--'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([415, 415, 415]);
    expect(answers.map(({ body }) => errorBodySchema.strict().parse(body).code)).toEqual(
      Array(3).fill('unsupported_media_type'),
    );
  });

  test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'in UTF-8 is read: %s',
    async (type) => {
      expect((await send(type, '{"name":""}')).body.issues[0].path).toBe('name');
    },
  );

  test('that is compressed is an unsupported media type', async () => {
    const answer = await owner.post('/api/folders').set('Content-Encoding', 'gzip').send({ name: 'x' });

    expect(answer.status).toBe(415);
  });

  test('nested a thousand times is a bad request', async () => {
    const answer = await send(json, `{"name":${'['.repeat(1000)}${']'.repeat(1000)}}`);

    expect(answer.body.code).toBe('validation');
  });
});

describe('the order of checks', () => {
  const nonsense = { name: 7 };
  const path = () => `/api/folders/${folder.id}`;

  test('a missing session comes before everything', async () => {
    const nobody = visitor(server);
    const foreign = 'https://elsewhere.example';

    const answers = [
      await nobody.put(path(), nonsense).set('Origin', foreign),
      await nobody.put('/api/folders/x', nonsense),
      await nobody.post('/api/nothing-of-the-kind'),
      await nobody.get('/api/nothing-of-the-kind'),
      await nobody.put(path()).set('Content-Type', json).send('{'),
    ];

    for (const { status, body } of answers) {
      expect([status, body]).toEqual([401, { error: 'Unauthorized', code: 'unauthorized' }]);
    }
  });

  test('a foreign origin comes before a missing list', async () => {
    const answer = await owner.put('/api/folders/x', nonsense).set('Origin', 'https://elsewhere.example');

    expect(answer.body.code).toBe('forbidden');
  });

  test('a missing list comes before a malformed request', async () => {
    const answers = [
      await stranger.put(path(), nonsense),
      await stranger.put(path()).set('Content-Type', json).send('{'),
      await stranger.put(path(), { name: 'x'.repeat(100_001) }),
      await stranger.put(path(), { name: 'x' }).set('Idempotency-Key', 'x'),
      await stranger.post('/api/watchlist', { folderId: folder.id, title: 7 }),
      await stranger.post('/api/folder-invitations', { folderId: folder.id, canView: 7 }),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  test('a missing flag comes before a malformed request', async () => {
    const answers = [
      await member.put(path(), nonsense),
      await member.put(path()).set('Content-Type', json).send('{'),
      await member.post('/api/watchlist', { folderId: folder.id, title: 7 }),
      await member.post('/api/watchlist', { categoryId: folder.id, title: 7 }),
      await member.post('/api/category-invitations', { categoryId: folder.id, canView: 7 }),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });

  test('a malformed request comes before an excessive grant, which comes before a conflict', async () => {
    const sharer = await signUp(server);
    await shareWith(owner, folder.id, sharer, only('canShare'));
    const invite = (body: object) =>
      sharer.post('/api/folder-invitations', { folderId: folder.id, invitedUserId: owner.user.id, ...body });

    expect((await invite({ canManage: true, canAdd: 7 })).status).toBe(400);
    expect((await invite({ canManage: true })).status).toBe(403);
    expect((await invite({ canAdd: false })).status).toBe(409);
  });

  test('an unknown user comes before an excessive grant and a conflict', async () => {
    const sharer = await signUp(server);
    await shareWith(owner, folder.id, sharer, only('canShare'));

    const answer = await sharer.post('/api/folder-invitations', {
      folderId: folder.id,
      invitedUserId: 'f'.repeat(24),
      canManage: true,
    });

    expect(answer.status).toBe(404);
  });
});

describe('every answer', () => {
  test('names each invalid field by its path', async () => {
    const answer = await owner.post('/api/watchlist', {
      folderId: folder.id,
      ...titleFacts(),
      title: '',
      genres: ['x'],
    });

    expect(answer.body.issues.map(({ path }: { path: string }) => path)).toEqual(['title', 'genres.0']);
    expect(answer.body.error).toBe(answer.body.issues[0].message);
  });

  test('forbids caching and has a request id', async () => {
    const answer = await owner.get('/api/folders');

    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['/api', '/api/', '/api/nothing', '/api/folders/x/y/z', '/api/../api/nothing', '/api/%E0%A4%A'])(
    'to the unknown path %s is the JSON not-found',
    async (path) => {
      const answer = await owner.get(path);

      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('not_found');
    },
  );

  test('to HEAD has the status of GET and no body', async () => {
    const answer = await fetch(`${server.url}/api/folders`, { method: 'HEAD', headers: { cookie: owner.cookie } });

    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });
});

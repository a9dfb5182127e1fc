import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { SessionModel } from '../../../platform/session/session.ts';
import { androidKeyAttestation, selfAttestation, withAttestation } from '../../../testing/attestations.ts';
import { Authenticator } from '../../../testing/authenticator.ts';
import { PASSWORD, type Person, signUp, visitor } from '../../../testing/people.ts';
import { setUpServer, type TestServer } from '../../../testing/server.ts';
import { ChallengeModel } from '../../users/passkeys/challenge.model.ts';
import { addPasskey } from '../../users/passkeys/passkey.service.ts';

const server = setUpServer({ env: { LOG_LEVEL: 'silent' } });
/** The same node by a name that passkeys work for. */
let site: TestServer;
let origin: string;
let ana: Person;
let phone: Authenticator;
beforeAll(async () => {
  origin = server.url.replace('127.0.0.1', 'localhost');
  site = { ...server, url: origin };
});
beforeEach(async () => {
  ana = await signUp(site);
  phone = new Authenticator();
});

const newOptions = async (person = ana) => (await person.post('/api/user/passkeys/options')).body;
const send = (credential: object) => ana.post('/api/user/passkeys', { name: 'Phone', credential });
const signInOptions = async () => (await visitor(site).post('/api/auth/passkey/options')).body;
const signIn = (credential: object) => visitor(site).post('/api/auth/passkey', { credential });

describe('a challenge that is not a text', () => {
  const challenges: [string, unknown][] = [
    ['$ne', { $ne: '' }],
    ['$gt', { $gt: '' }],
    ['$in', { $in: ['A'] }],
    ['$exists', { $exists: true }],
    ['$not', { $not: { $eq: 'A' } }],
    ['$regex', { $regex: '^' }],
    ['a slow $regex', { $regex: '^([\\w-]+)+!' }],
    ['a list', [{ $ne: '' }]],
    ['an object', {}],
    ['a number', 7],
    ['true', true],
    ['null', null],
    ['nothing', undefined],
    ['an empty text', ''],
  ];

  test.each(challenges)('adds no passkey, and uses up no challenge: %s', async (_name, challenge) => {
    const options = await newOptions();

    const answer = await send(phone.create(options, { origin, clientData: { challenge } }));

    expect([answer.status, answer.body.code]).toEqual([400, 'validation']);
    expect(await ChallengeModel.exists({ _id: options.challenge })).not.toBeNull();
  });

  test.each(challenges)('signs in no one, and uses up no challenge: %s', async (_name, challenge) => {
    expect((await send(phone.create(await newOptions(), { origin }))).status).toBe(201);
    const options = await signInOptions();

    const answer = await signIn(phone.get(options, { origin, clientData: { challenge } }));

    expect([answer.status, answer.body.code]).toEqual([400, 'validation']);
    expect(await ChallengeModel.exists({ _id: options.challenge })).not.toBeNull();
  });
});

test('malformed client data is answered alike for known and unknown passkeys', async () => {
  expect((await send(phone.create(await newOptions(), { origin }))).status).toBe(201);
  const signInWith = async (key: Authenticator) =>
    (await signIn(key.get(await signInOptions(), { origin, clientData: { challenge: { $ne: '' } } }))).body;

  const known = await signInWith(phone);

  expect(known.code).toBe('validation');
  expect(await signInWith(new Authenticator())).toEqual(known);
});

describe('client data', () => {
  const hostile: [string, string][] = [
    ['no JSON', 'challenge'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"challenge"'],
    ['nothing', ' '],
  ];

  test.each(hostile)('that is %s is refused', async (_name, json) => {
    const created = phone.create(await newOptions(), { origin });
    const clientDataJSON = Buffer.from(json).toString('base64url');

    expect((await send({ ...created, response: { ...created.response, clientDataJSON } })).status).toBe(400);
  });

  test('of a frame in another site is refused', async () => {
    const clientData = { crossOrigin: true };
    expect((await send(phone.create(await newOptions(), { origin, clientData }))).status).toBe(400);
    expect((await send(phone.create(await newOptions(), { origin }))).status).toBe(201);

    expect((await signIn(phone.get(await signInOptions(), { origin, clientData }))).status).toBe(400);
  });
});

describe('a credential', () => {
  test.each([
    ['empty', 0],
    ['too long', 1024],
  ])('with an id that is %s is refused', async (_name, length) => {
    const created = phone.create(await newOptions(), { origin, credentialId: Buffer.alloc(length, 7) });

    expect((await send(created)).status).toBe(400);
  });

  test('with an id that the authenticator did not sign is refused', async () => {
    const created = phone.create(await newOptions(), { origin, credentialId: Buffer.alloc(0) });
    const id = Buffer.alloc(16, 7).toString('base64url');

    expect((await send({ ...created, id, rawId: id })).status).toBe(400);
  });

  test('with the longest id is taken', async () => {
    const created = phone.create(await newOptions(), { origin, credentialId: Buffer.alloc(1023, 7) });

    expect((await send(created)).status).toBe(201);
  });

  test.each([
    ['EdDSA', [1, 1], [3, -8], [-1, 6], [-2, new Uint8Array(32)]],
    ['RSA of 512 bits', [1, 3], [3, -257], [-1, new Uint8Array(64).fill(200)], [-2, new Uint8Array([1, 0, 1])]],
    ['RSA without a modulus', [1, 3], [3, -257], [-2, new Uint8Array([1, 0, 1])]],
  ] as [string, ...[number, number | Uint8Array][]][])('with a weak key is refused: %s', async (_name, ...key) => {
    const created = phone.create(await newOptions(), { origin, publicKey: new Map(key) });

    expect((await send(created)).status).toBe(400);
  });
});

describe('adding passkeys', () => {
  test('at the same time does not exceed the limit', async () => {
    const most = limits.passkeysPerPerson;
    const created = await Promise.all(
      Array.from({ length: most + 5 }, async () => new Authenticator().create(await newOptions(), { origin })),
    );

    const answers = await Promise.all(created.map(send));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most);
    expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(5);
    expect((await ana.get('/api/user/passkeys')).body).toHaveLength(most);
  });

  test('fails when the credentials have changed in the meantime', async () => {
    const created = phone.create(await newOptions(), { origin });
    const session = await SessionModel.findOne({ 'session.userId': ana.user.id }).lean();
    if (!session) throw new Error('There is no session');
    const rev = session.session.credentialsRev ?? 0;
    const site = { rpID: 'localhost', origin };
    await ana.put('/api/user/password', { currentPassword: PASSWORD, newPassword: 'quite another good one' });

    const adding = addPasskey({ userId: ana.user.id, credentialsRev: rev }, site, {
      name: 'Phone',
      credential: created,
    });

    await expect(adding).rejects.toMatchObject({ code: 'conflict' });
    expect((await ana.get('/api/user/passkeys')).body).toEqual([]);
  });
});

describe('an attestation', () => {
  let lists: Server;
  let requests = 0;
  let address: string;
  beforeAll(async () => {
    lists = createServer((_req, res) => {
      requests += 1;
      res.end();
    });
    await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(lists.address() as AddressInfo).port}/revoked`;
  });
  afterAll(() => new Promise((resolve) => lists.close(resolve)));

  test('with certificates is refused without a request to the address that they name', async () => {
    const created = phone.create(await newOptions(), { origin });

    const answer = await send(await withAttestation(created, androidKeyAttestation(phone, address)));

    expect([answer.status, requests]).toEqual([400, 0]);
  });

  const formats = ['packed', 'android-safetynet', 'android-key', 'fido-u2f', 'tpm', 'apple', 'compound', 'None', ''];
  test.each(formats)('of the format %p is refused', async (fmt) => {
    const created = phone.create(await newOptions(), { origin });

    expect((await send(await withAttestation(created, selfAttestation(phone, fmt)))).status).toBe(400);
  });

  test('that is not an attestation object is refused', async () => {
    for (const bytes of ['', 'ff', 'a0', '80', '00', '63666d74', 'a163666d74646e6f6e65']) {
      const created = phone.create(await newOptions(), { origin });
      const attestationObject = Buffer.from(`${bytes}`, 'hex').toString('base64url');

      const answer = await send({ ...created, response: { ...created.response, attestationObject } });

      expect(answer.status).toBe(400);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { InvitationLink } from '../../../../../common/schemas/invitationLink.ts';
import { log } from '../../../../platform/log.ts';
import { type MailServer, mailEnv, startMailServer } from '../../../../testing/mailServer.ts';
import { createFolder, type Person, signUp } from '../../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';

let mail: MailServer;
let server: TestServer;
let ana: Person;
let link: InvitationLink;

beforeAll(async () => {
  mail = await startMailServer();
  const env = {
    ...mailEnv(mail),
    RATE_LIMIT: '1',
    // So that each request can come from an address of its own.
    TRUST_PROXY: 'on',
  };
  server = await startTestServer({ env });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});
beforeEach(async () => {
  ana = await signUp(server, 'Ana');
  link = await linkOf(ana);
});

async function linkOf(person: Person): Promise<InvitationLink> {
  const { id } = await createFolder(person);
  return (await person.post(`/api/folders/${id}/invitation-links`, {})).body;
}

const freshEmail = () => `${randomUUID()}@example.com`;
let requests = 0;
const freshAddress = () => {
  requests += 1;
  return `10.0.0.${requests}`;
};
const send = (person: Person, { id }: InvitationLink, email: string, from = freshAddress()) =>
  person.post(`/api/invitation-links/${id}/mail`, { email }).set('X-Forwarded-For', from);
const times = (count: number) => Array.from({ length: count });
const mailsTo = (email: string) => mail.received.filter(({ to }) => to === email).length;

const HOUR = 60 * 60;
function expectLimit({ status, body, headers }: Awaited<ReturnType<typeof send>>, hours: number) {
  expect([status, body.code]).toEqual([429, 'rate_limited']);
  expect(Number(headers['retry-after'])).toBeGreaterThan((hours - 1) * HOUR);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(hours * HOUR);
}

test('three invitations a day reach an address, whoever sends them', async () => {
  const email = freshEmail();
  const ben = await signUp(server, 'Ben');
  const bens = await linkOf(ben);
  const first = await Promise.all([send(ana, link, email), send(ana, link, email), send(ben, bens, email)]);
  expect(first.map(({ status }) => status)).toEqual([204, 204, 204]);

  expectLimit(await send(ana, link, email), 24);
  expectLimit(await send(ben, bens, email), 24);
  expect(mailsTo(email)).toBe(3);
});

test('an account sends twenty a day', async () => {
  const first = await Promise.all(times(20).map(() => send(ana, link, freshEmail())));
  expect(first.map(({ status }) => status)).toEqual(Array(20).fill(204));

  expectLimit(await send(ana, link, freshEmail()), 24);
});

test('accounts of one network address send twenty an hour together', async () => {
  const ben = await signUp(server, 'Ben');
  const bens = await linkOf(ben);
  const from = freshAddress();
  const first = await Promise.all(
    times(10).flatMap(() => [send(ana, link, freshEmail(), from), send(ben, bens, freshEmail(), from)]),
  );
  expect(first.map(({ status }) => status)).toEqual(Array(20).fill(204));

  expectLimit(await send(ben, bens, freshEmail(), from), 1);
});

test('a mail that the mail server does not accept counts against no limit of a day', async () => {
  const email = freshEmail();
  mail.isAway = true;
  const failed = [];
  for (const _ of times(4)) failed.push((await send(ana, link, email)).status);
  expect(failed).toEqual([502, 502, 502, 502]);

  mail.isAway = false;
  const sent = [];
  for (const _ of times(3)) sent.push((await send(ana, link, email)).status);
  expect(sent).toEqual([204, 204, 204]);
});

test('the address is neither stored nor logged, also when the mail server refuses it by name', async () => {
  const [known, unknown] = [freshEmail(), `unknown.${freshEmail()}`];
  const warned = jest.spyOn(log, 'warn');
  await send(ana, link, known).set('Idempotency-Key', randomUUID()).expect(204);

  const refused = await send(ana, link, unknown);

  expect([refused.status, refused.body]).toEqual([
    502,
    { code: 'upstream', error: 'The mail could not be sent. Try again later.' },
  ]);
  expect(warned.mock.calls).toEqual([[expect.objectContaining({ responseCode: 550 }), 'a mail could not be sent']]);
  expect(JSON.stringify(warned.mock.calls)).not.toContain(unknown);
  warned.mockRestore();
  const stored = await Promise.all(
    (await mongoose.connection.listCollections()).map(async ({ name }) =>
      JSON.stringify(await mongoose.connection.collection(name).find().toArray()),
    ),
  );
  expect(stored.join()).toContain(ana.user.email);
  expect(stored.filter((text) => text.includes(known) || text.includes(unknown))).toEqual([]);
});

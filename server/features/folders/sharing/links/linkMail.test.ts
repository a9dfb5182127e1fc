import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Folder } from '../../../../../common/schemas/folder.ts';
import type { InvitationLink } from '../../../../../common/schemas/invitationLink.ts';
import { gather } from '../../../../testing/audience.ts';
import { type MailServer, mailEnv, startMailServer } from '../../../../testing/mailServer.ts';
import { createFolder, only, type Person, shareWith, signUp, visitor } from '../../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { LinkModel } from '../../model/link.model.ts';

let mail: MailServer;
let server: TestServer;
let ana: Person;
let ben: Person;
let folder: Folder;
let link: InvitationLink;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer({ env: mailEnv(mail) });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana', 'Test'), signUp(server, 'Ben')]);
  folder = await createFolder(ana, 'Friday <b>nights</b>');
  link = await linkBy(ana);
});

const linkBy = async (person: Person, body: object = {}): Promise<InvitationLink> =>
  (await person.post(`/api/folders/${folder.id}/invitation-links`, body)).body;
const freshEmail = () => `${randomUUID()}@example.com`;
const send = (person: Omit<Person, 'user'>, email: string, { id }: Pick<InvitationLink, 'id'> = link) =>
  person.post(`/api/invitation-links/${id}/mail`, { email });
const mailsTo = (email: string) => mail.received.filter(({ to }) => to === email);

test('an invitation by mail says who invites to what, where and until when, and its link lets people join', async () => {
  const email = freshEmail();
  const audience = await gather(server, { ana });

  const { status } = await audience.hears(() => send(ana, ` ${email.toUpperCase()}`), {});

  expect(status).toBe(204);
  const [received] = mailsTo(email);
  expect(received?.subject).toBe('Ana Test invites you to a list on Marquee');
  expect(received?.text).toContain('Ana Test invites you to the list "Friday <b>nights</b>" on Marquee.');
  expect(received?.text).toContain(`http://localhost:3000/join/${link.token}\r\n`);
  expect(received?.text).toMatch(/The link works until \w+ \d+, \d+ at \d\d:\d\d UTC, for one person\./);
  expect(received?.text).toContain('you need not do anything');
  expect(received?.text).toContain('Content-Type: text/plain');
  expect(received?.text).not.toContain(ana.user.email);
  expect((await ben.post(`/api/invitation-links/${link.token}/join`)).status).toBe(200);
  audience.close();
});

test('members need canShare, and a link that opens nothing is not found', async () => {
  const [mayShare, mayNot, stranger] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
  await shareWith(ana, folder.id, mayShare, only('canShare'));
  await shareWith(ana, folder.id, mayNot, only('canAdd', 'canManage'));
  const [narrow, wide] = [await linkBy(ana, only()), await linkBy(ana, only('canAdd'))];
  const statusFor = async (person: Omit<Person, 'user'>) => (await send(person, freshEmail(), narrow)).status;

  expect(await statusFor(visitor(server))).toBe(401);
  expect(await statusFor(mayShare)).toBe(204);
  expect(await statusFor(mayNot)).toBe(403);
  expect(await statusFor(stranger)).toBe(404);
  // Who mails it to themselves could join by it with another account, and have a right that they do not have.
  expect((await send(mayShare, freshEmail(), wide)).status).toBe(404);
  await LinkModel.updateOne({ _id: narrow.id }, { $set: { expiresAt: new Date(0) } });
  expect(await statusFor(ana)).toBe(404);
  const ended = await linkBy(ana);
  await ana.delete(`/api/invitation-links/${ended.id}`).expect(204);
  expect((await send(ana, freshEmail(), ended)).status).toBe(404);
});

test.each([
  ['several addresses', 'ana@example.com, ben@example.com'],
  ['a name', 'Ben <ben@example.com>'],
  ['a further header', 'ben@example.com\r\nBcc: cleo@example.com'],
])('an address with %s is refused', async (_with, email) => {
  const before = mail.received.length;

  const { status, body } = await send(ana, email);

  expect([status, body.issues]).toEqual([400, [{ path: 'email', message: 'Enter a valid email address' }]]);
  expect(mail.received).toHaveLength(before);
});

test('names cannot add headers', async () => {
  await ana.put('/api/user/name', { firstName: 'Ana\r\nBcc: cleo@example.com', lastName: null }).expect(200);
  const email = freshEmail();

  await send(ana, email).expect(204);

  const [received] = mailsTo(email);
  expect(received?.subject).toBe('Ana Bcc: cleo@example.com invites you to a list on Marquee');
  expect(received?.text).not.toMatch(/^Bcc:/m);
});

describe('the answer is the same', () => {
  const answerTo = async (email: string) => {
    const { status, body } = await send(ana, email);
    return { status, body, mails: mailsTo(email).length };
  };
  const sent = { status: 204, body: {}, mails: 1 };

  test('with an account, without one, and for a member', async () => {
    await shareWith(ana, folder.id, ben, only());

    expect(await answerTo(freshEmail())).toEqual(sent);
    expect(await answerTo(ben.user.email)).toEqual(sent);
    expect(await answerTo((await signUp(server)).user.email)).toEqual(sent);
  });

  test.each([
    ['blocks the sender', () => ben.put(`/api/users/${ana.user.id}/block`)],
    ['is blocked by the sender', () => ana.put(`/api/users/${ben.user.id}/block`)],
  ])('for a person who %s, and who gets no mail', async (_which, block) => {
    await block().expect(204);
    const started = performance.now();

    expect(await answerTo(ben.user.email)).toEqual({ ...sent, mails: 0 });

    expect(performance.now() - started).toBeGreaterThan(950);
  });

  test('for a person who blocks the owner of the list or who made the link', async () => {
    const cleo = await signUp(server, 'Cleo');
    await shareWith(ana, folder.id, cleo, only('canShare', 'canAdd'));
    await ben.put(`/api/users/${ana.user.id}/block`).expect(204);

    await send(cleo, ben.user.email).expect(204);

    expect(mailsTo(ben.user.email)).toEqual([]);
  });

  test('while the mail server is out of order', async () => {
    await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
    mail.isAway = true;

    for (const email of [ben.user.email, freshEmail()])
      expect(await answerTo(email)).toMatchObject({ status: 502, body: { code: 'upstream' }, mails: 0 });

    mail.isAway = false;
    expect(await answerTo(freshEmail())).toEqual(sent);
  });
});

test('a request that is repeated with its Idempotency-Key sends one mail (P4)', async () => {
  const email = freshEmail();
  const key = randomUUID();
  const once = () => send(ana, email).set('Idempotency-Key', key);

  const answers = [...(await Promise.all([once(), once()])), await once()];

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(mailsTo(email)).toHaveLength(1);
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import { runAdmin } from '../../testing/admin.ts';
import { cookieOf, PASSWORD, type Person, signInAgain, signUp, visitor } from '../../testing/people.ts';
import { setUpNodes } from '../../testing/process.ts';
import { openTab } from '../../testing/tabs.ts';

const nodes = setUpNodes();
let ana: Person;

beforeEach(async () => {
  ana = await signUp(nodes.here, 'Ana');
});

const admin = (command: string) => runAdmin(nodes.here, command, ana.user.email);

async function reset(): Promise<string> {
  const said = await admin('reset-password');
  return /password of \S+ is (\S+)/.exec(said)?.[1] ?? '';
}

const NEW = 'another good password';
const signIn = (body: Record<string, string>) =>
  visitor(nodes.here).post('/api/auth/login', { email: ana.user.email, ...body });
const sendForm = (fields: Record<string, string>) =>
  visitor(nodes.here)
    .post('/api/auth/login')
    .type('form')
    .send(new URLSearchParams({ email: ana.user.email, ...fields }).toString());

describe.each(['reset-password', 'hand-over'])('%s by the operator', (command) => {
  test('disconnects the person’s tabs immediately on every node, and no others', async () => {
    const [ben, again] = [await signUp(nodes.here, 'Ben'), await signInAgain(nodes.here, ana)];
    const tabs = [await openTab(nodes.here, ana), await openTab(nodes.there, ana), await openTab(nodes.there, again)];
    const other = await openTab(nodes.there, ben);

    await admin(command);

    for (const tab of tabs) {
      expect(await tab.whenCut()).toBe('io server disconnect');
      expect(tab.heard.map(({ event }) => event)).toEqual(['session:ended']);
    }
    expect((await ana.get('/api/auth/user')).status).toBe(401);
    expect((await other.sync()).gone).toEqual([]);
    other.close();
  });
});

describe('after a reset', () => {
  test('the temporary password alone does not sign in, and the answer says what is missing', async () => {
    const temporary = await reset();

    const answer = await signIn({ password: temporary });

    expect([answer.status, answer.body.code]).toEqual([403, 'password_change_required']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await signIn({ password: PASSWORD })).status).toBe(401);
  });

  test('it signs in once together with a new password', async () => {
    const temporary = await reset();

    const answer = await signIn({ password: temporary, newPassword: NEW });

    expect([answer.status, answer.body]).toEqual([200, ana.user]);
    const own = await visitor(nodes.here).get('/api/auth/user').set('Cookie', cookieOf(answer.headers));
    expect(own.body).toMatchObject(ana.user);
    expect((await signIn({ password: temporary, newPassword: 'a third good one' })).status).toBe(401);
    expect((await signIn({ password: NEW })).status).toBe(200);
  });

  test.each([
    ['too short', () => 'short'],
    ['the temporary one', (temporary: string) => temporary],
  ])('a new password that is %s is refused, and the temporary one stays valid', async (_why, choose) => {
    const temporary = await reset();

    const answer = await signIn({ password: temporary, newPassword: choose(temporary) });

    expect([answer.body.code, answer.body.issues[0].path]).toEqual(['validation', 'newPassword']);
    expect((await signIn({ password: temporary })).body.code).toBe('password_change_required');
  });

  test('a wrong password with a new one changes nothing', async () => {
    await reset();

    expect((await signIn({ password: 'a guess', newPassword: NEW })).status).toBe(401);
    expect((await signIn({ password: NEW })).status).toBe(401);
  });

  test('the sign-in page asks for a new password before anything else', async () => {
    const temporary = await reset();

    const asked = await sendForm({ password: temporary, returnTo: '/users' });
    const short = await sendForm({ password: temporary, newPassword: 'short', returnTo: '/users' });
    const done = await sendForm({ password: temporary, newPassword: NEW, returnTo: '/users' });

    expect(asked.status).toBe(403);
    expect(asked.text).toContain('Choose a new password');
    expect(asked.text).toContain('name="newPassword"');
    expect(asked.text).toContain(`value="${ana.user.email}"`);
    expect(asked.text).not.toContain(temporary);
    expect(asked.text).not.toContain('Create account');
    expect(short.status).toBe(400);
    expect(short.text).toContain('name="newPassword"');
    expect([done.status, done.headers.location]).toEqual([303, '/users']);
  });
});

test('a new password is ignored if the account has no temporary one', async () => {
  const answer = await signIn({ password: PASSWORD, newPassword: NEW });

  expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  expect((await signIn({ password: PASSWORD })).status).toBe(200);
});

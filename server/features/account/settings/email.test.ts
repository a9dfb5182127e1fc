import { beforeEach, describe, expect, test } from '@jest/globals';
import { cookieOf, PASSWORD, type Person, signInAgain, signUp, visitor } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer({ env: { LOG_LEVEL: 'silent' } });
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

const signIn = (email: string) => visitor(server).post('/api/auth/login', { email, password: PASSWORD });

describe('the email address', () => {
  test('is changed, in the own tabs too, and signs in from then on', async () => {
    const ben = await signUp(server, 'Ben');
    const [own, other] = await Promise.all([openTab(server, ana), openTab(server, ben)]);
    const email = `New.${ana.user.email}`;

    const answer = await ana.put('/api/user/email', { email });

    expect(answer.body.email).toBe(email.toLowerCase());
    expect((await ana.get('/api/user/security-events')).body[0]).toMatchObject({
      type: 'email-changed',
      detail: email.toLowerCase(),
    });
    expect((await own.next('user:updated')).user.id).toBe(ana.user.id);
    await ben.put('/api/user/username', { username: `ben_${Date.now() % 1e9}` });
    await other.next('user:updated', ({ user }) => user.id === ben.user.id);
    expect(other.heard).toHaveLength(1);
    expect((await signIn(ana.user.email)).status).toBe(401);
    expect((await signIn(email)).status).toBe(200);
    own.close();
    other.close();
  });

  test('ends the other sessions when it changes, and this browser stays known', async () => {
    const elsewhere = await signInAgain(server, ana);
    const tab = await openTab(server, elsewhere);
    const email = `new.${ana.user.email}`;

    const answer = await ana.put('/api/user/email', { email });

    expect(await tab.whenCut()).toBe('io server disconnect');
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    expect((await ana.get('/api/auth/user')).body.email).toBe(email);
    expect(cookieOf(answer.headers)).toMatch(/^marquee\.device\./);
  });

  test('of another account is refused', async () => {
    const ben = await signUp(server, 'Ben');

    const answer = await ana.put('/api/user/email', { email: ben.user.email.toUpperCase() });

    expect([answer.status, answer.body.code]).toEqual([409, 'taken']);
  });
});

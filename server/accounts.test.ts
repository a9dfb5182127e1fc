import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ListedSession } from '../common/schemas/account/session.ts';
import { createFolder, PASSWORD, type Person, personWith, shareWith, signInAgain, signUp } from './testing/people.ts';
import { setUpNodes } from './testing/process.ts';
import { signUpOperator } from './testing/stage.ts';
import { openTab } from './testing/tabs.ts';

// The operator and one of Ana's sessions act on one node. Another session of Ana is on the other node.

const nodes = setUpNodes({ env: { LOG_LEVEL: 'fatal' } });
let operator: Person;
let ana: Person;
/** Ana's session on the other node. */
let phone: Person;

beforeAll(async () => {
  operator = await signUpOperator(nodes.here);
});
beforeEach(async () => {
  ana = await signUp(nodes.here);
  phone = await onOtherNode(ana);
});

/** Another session of the person, which uses the other node. */
async function onOtherNode(person: Person): Promise<Person> {
  const again = await signInAgain(nodes.here, person);
  return { ...again, ...personWith(nodes.there, again.cookie) };
}

const change = (what: 'disable' | 'enable') => operator.post(`/api/admin/accounts/${ana.user.id}/${what}`);
const statusOf = async (person: Person) => (await person.get('/api/auth/user')).status;
const signInThere = () =>
  personWith(nodes.there, '').post('/api/auth/login', { email: ana.user.email, password: PASSWORD });

test('a disabled person loses all tabs and requests on every node at once', async () => {
  const folder = await createFolder(operator);
  await shareWith(operator, folder.id, ana);
  const tabs = await Promise.all([openTab(nodes.there, phone), openTab(nodes.there, phone), openTab(nodes.here, ana)]);
  expect(await statusOf(phone)).toBe(200);

  expect((await change('disable')).status).toBe(204);

  // Requests right after the answer, before any event can have arrived.
  expect(await Promise.all([statusOf(phone), statusOf(ana)])).toEqual([401, 401]);
  expect((await phone.post('/api/folders', { name: 'New' })).status).toBe(401);
  expect((await phone.get(`/api/folders/${folder.id}/items`)).status).toBe(401);
  expect(await Promise.all(tabs.map((tab) => tab.whenCut()))).toEqual(tabs.map(() => 'io server disconnect'));
  await expect(openTab(nodes.there, phone)).rejects.toThrow('unauthorized');
  const signIn = await signInThere();
  expect([signIn.status, signIn.body.code]).toEqual([403, 'account_disabled']);
});

test('an enabled person can sign in again on every node, but the old sessions stay ended', async () => {
  await change('disable');
  await change('enable');

  expect(await statusOf(phone)).toBe(401);
  const signIn = await signInThere();
  expect(signIn.status).toBe(200);
  const again = await onOtherNode(ana);
  expect(await statusOf(again)).toBe(200);
  const tab = await openTab(nodes.there, again);
  expect((await tab.sync()).gone).toEqual([]);
  tab.close();
});

test('a session that is ended from the list is over on the other node at once, and no other session is', async () => {
  const laptop = await onOtherNode(ana);
  const [cut, kept] = await Promise.all([openTab(nodes.there, phone), openTab(nodes.there, laptop)]);
  const listed: ListedSession[] = (await phone.get('/api/user/sessions')).body;
  const phones = listed.find(({ isCurrent }) => isCurrent);

  expect((await ana.delete(`/api/user/sessions/${phones?.id}`)).status).toBe(204);

  expect(await statusOf(phone)).toBe(401);
  expect(await cut.whenCut()).toBe('io server disconnect');
  await expect(openTab(nodes.there, phone)).rejects.toThrow('unauthorized');
  expect(await statusOf(laptop)).toBe(200);
  expect((await kept.sync()).gone).toEqual([]);
  kept.close();
});

test('ending all other sessions ends those on the other node, and keeps the own one', async () => {
  const tab = await openTab(nodes.there, phone);

  expect((await ana.delete('/api/user/sessions')).status).toBe(204);

  expect(await statusOf(phone)).toBe(401);
  expect(await tab.whenCut()).toBe('io server disconnect');
  expect(await statusOf(ana)).toBe(200);
});

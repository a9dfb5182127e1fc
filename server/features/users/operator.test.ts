import { beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '../../platform/database/database.ts';
import { type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { setOperator } from './operator.service.ts';

const server = setUpServer();
let people: Person[];

beforeAll(async () => {
  people = await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => signUp(server, name)));
});

const set = (person: Person, isOperator: boolean) => inTransaction(() => setOperator(person.user.id, isOperator));
const isOperator = async (person: Person) => (await person.get('/api/auth/user')).body.isOperator;

async function operators(): Promise<Person[]> {
  const roles = await Promise.all(people.map(isOperator));
  return people.filter((_person, index) => roles[index]);
}

test('one of those who register first on a new instance becomes its operator', async () => {
  expect(await operators()).toHaveLength(1);
});

test('the last operator keeps the role, also when two take it from each other at once', async () => {
  const [first] = (await operators()) as [Person];
  const second = people.find((person) => person !== first) as Person;
  await expect(set(first, false)).rejects.toMatchObject({ code: 'conflict' });

  expect(await set(second, true)).toBe(true);
  expect(await set(second, true)).toBe(false);
  const results = await Promise.allSettled([set(first, false), set(second, false)]);

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await operators()).toHaveLength(1);
});

test('others do not learn who the operator is', async () => {
  const [first] = (await operators()) as [Person];
  const other = people.find((person) => person !== first) as Person;

  expect((await other.get(`/api/users/${first.user.id}`)).body).not.toHaveProperty('isOperator');
});

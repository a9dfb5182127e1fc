import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import request, { type Test } from 'supertest';
import { type Flags, flagNames } from '../../common/permissions.ts';
import type { NewAccessToken } from '../../common/schemas/account/token.ts';
import type { Folder } from '../../common/schemas/folder.ts';
import type { Invitation } from '../../common/schemas/invitation.ts';
import type { AddItemBody, Item } from '../../common/schemas/item.ts';
import type { User } from '../../common/schemas/user.ts';
import { checkAnswer } from './contract.ts';
import type { TestServer } from './server.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A signed-in person. Requests have the session's cookie. */
export interface Person {
  user: User;
  cookie: string;
  get(path: string): Test;
  post(path: string, body?: object): Test;
  put(path: string, body?: object): Test;
  patch(path: string, body?: object): Test;
  delete(path: string, body?: object): Test;
}

export const PASSWORD = 'correct horse battery';

/** A new connection for each request, as is usual with supertest, would take a sixth of the time of a test. */
const agent = new Agent({ keepAlive: true });

const requestOf = (server: Pick<TestServer, 'url'>, method: Method, path: string) =>
  request(server.url)[method](path).agent(agent);

export function visitor(server: Pick<TestServer, 'url'>): Omit<Person, 'user'> {
  return personWith(server, '');
}

/** Someone with a session's cookie, or with an access token in place of it. */
export function personWith(server: Pick<TestServer, 'url'>, cookie: string, token = ''): Omit<Person, 'user'> {
  const send = (method: Method, path: string, body?: object) => {
    const test = requestOf(server, method, path);
    if (cookie) test.set('Cookie', cookie);
    if (token) test.set('Authorization', `Bearer ${token}`);
    // Every answer is checked against the contract, in addition to the test's own checks.
    test.expect((answer) => checkAnswer(method, path, answer));
    return body === undefined ? test : test.send(body);
  };
  return {
    cookie,
    get: (path) => send('get', path),
    post: (path, body) => send('post', path, body),
    put: (path, body) => send('put', path, body),
    patch: (path, body) => send('patch', path, body),
    delete: (path, body) => send('delete', path, body),
  };
}

export function cookieOf(headers: Record<string, unknown>): string {
  const cookies = (headers['set-cookie'] ?? []) as string[];
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Registers a person with a new address. */
export async function signUp(
  server: Pick<TestServer, 'url'>,
  firstName = 'Ana',
  lastName = 'Test',
  more: object = {},
): Promise<Person> {
  const answer = await requestOf(server, 'post', '/api/auth/register').send({
    email: `${firstName.replace(/[^a-z]/gi, '_')}.${randomUUID()}@example.com`,
    password: PASSWORD,
    firstName,
    lastName,
    ...more,
  });
  if (answer.status !== 201) throw new Error(`Registration answered ${answer.status}: ${answer.text}`);
  return { user: answer.body as User, ...personWith(server, cookieOf(answer.headers)) };
}

/** Signs a person in again, as on another device. */
export async function signInAgain(server: Pick<TestServer, 'url'>, person: Person): Promise<Person> {
  const answer = await requestOf(server, 'post', '/api/auth/login').send({
    email: person.user.email,
    password: PASSWORD,
  });
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`);
  return { user: answer.body as User, ...personWith(server, cookieOf(answer.headers)) };
}

/** Confirms by the password that it is the person, which gives their session a new cookie. */
export async function confirm(server: Pick<TestServer, 'url'>, person: Person, more: object = {}): Promise<Person> {
  const answer = await person.post('/api/user/fresh-sign-in', { method: 'password', password: PASSWORD, ...more });
  if (answer.status !== 204) throw new Error(`Confirming answered ${answer.status}: ${answer.text}`);
  return { user: person.user, ...personWith(server, cookieOf(answer.headers)) };
}

/** Makes an access token of a person who has just signed in, and returns who holds it. */
export async function withToken(
  server: Pick<TestServer, 'url'>,
  person: Person,
  scopes: readonly string[],
): Promise<Omit<Person, 'user'> & { id: string; token: string }> {
  const answer = await person.post('/api/tokens', { name: scopes.join(' '), scopes, expiresInDays: 30 });
  if (answer.status !== 201) throw new Error(`Making a token answered ${answer.status}: ${answer.text}`);
  const { id, token } = answer.body as NewAccessToken;
  return { id, token, ...personWith(server, '', token) };
}

/** Above the ids of the bundled catalogue, so that the facts of these titles stay those of the test. */
let nextTmdbId = 50_000_000;

export function titleFacts(facts: Partial<AddItemBody> = {}): Omit<AddItemBody, 'folderId' | 'categoryId'> {
  nextTmdbId += 1;
  return {
    tmdbId: nextTmdbId,
    mediaType: 'movie',
    title: `Title ${nextTmdbId}`,
    overview: 'A person finds a film.',
    posterPath: '/poster.jpg',
    backdropPath: null,
    releaseDate: '1995-12-15',
    voteAverage: 83,
    genres: [28, 80],
    watched: false,
    ...facts,
  };
}

export async function createFolder(owner: Person, name = 'Weekend'): Promise<Folder> {
  const answer = await owner.post('/api/folders', { name });
  if (answer.status !== 201) throw new Error(`Creating a folder answered ${answer.status}: ${answer.text}`);
  return answer.body as Folder;
}

/** The flag `canView` and the given ones. */
export function only(...names: (keyof Flags)[]): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, flag === 'canView' || names.includes(flag)])) as Flags;
}

export async function addItem(person: Person, folderId: string, facts: Partial<AddItemBody> = {}): Promise<Item> {
  const answer = await person.post('/api/watchlist', { folderId, ...titleFacts(facts) });
  if (answer.status !== 201) throw new Error(`Adding an item answered ${answer.status}: ${answer.text}`);
  return answer.body as Item;
}

export async function inviteTo(
  inviter: Person,
  folderId: string,
  invitee: Person,
  flags: Partial<Flags> = {},
): Promise<Invitation> {
  const answer = await inviter.post('/api/folder-invitations', { folderId, invitedUserId: invitee.user.id, ...flags });
  if (answer.status !== 201) throw new Error(`Inviting answered ${answer.status}: ${answer.text}`);
  return answer.body as Invitation;
}

/** Invites a person with these flags, who accepts. */
export async function shareWith(
  owner: Person,
  folderId: string,
  member: Person,
  flags: Partial<Flags> = {},
): Promise<void> {
  const invitation = await inviteTo(owner, folderId, member, flags);
  const answer = await member.post(`/api/folder-invitations/${invitation.id}/respond`, { status: 'accepted' });
  if (answer.status !== 200) throw new Error(`Accepting answered ${answer.status}: ${answer.text}`);
}

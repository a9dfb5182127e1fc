import request from 'supertest';
import type { Candidate, GuestLink, Poll } from '../../common/schemas/poll.ts';
import { addItem, cookieOf, type Person, personWith } from './people.ts';
import type { TestServer } from './server.ts';

/** A guest of a poll, with the cookie of their own session. */
export interface GuestPerson extends Omit<Person, 'user'> {
  id: string;
}

/** Opens a poll in a list. */
export async function openPoll(person: Person, folderId: string, body: object = {}): Promise<Poll> {
  const answer = await person.post(`/api/folders/${folderId}/polls`, body);
  if (answer.status !== 201) throw new Error(`Opening a poll answered ${answer.status}: ${answer.text}`);
  return answer.body as Poll;
}

export async function addTitles(person: Person, folderId: string, count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) await addItem(person, folderId);
}

/** Opens a poll over three new titles, lets these people join, and starts the vote. */
export async function startVote(opener: Person, folderId: string, others: readonly Person[] = []): Promise<Poll> {
  const itemIds = [];
  for (let added = 0; added < 3; added += 1) itemIds.push((await addItem(opener, folderId)).id);
  const poll = await openPoll(opener, folderId, { itemIds });
  for (const other of others) await other.post(`/api/polls/${poll.id}/participants/me`);
  const started = await opener.post(`/api/polls/${poll.id}/start`);
  if (started.status !== 200) throw new Error(`Starting a poll answered ${started.status}: ${started.text}`);
  return started.body as Poll;
}

export async function createGuestLink(person: Person, pollId: string): Promise<GuestLink> {
  const answer = await person.post(`/api/polls/${pollId}/guest-link`);
  if (answer.status !== 201) throw new Error(`Creating a guest link answered ${answer.status}: ${answer.text}`);
  return answer.body as GuestLink;
}

export const tokenOf = ({ url }: Pick<GuestLink, 'url'>) => url.split('/').at(-1) ?? '';

export async function joinAsGuest(
  server: TestServer,
  link: Pick<GuestLink, 'url'>,
  name = 'Gil',
): Promise<GuestPerson> {
  const answer = await request(server.url)
    .post(`/api/guest/${tokenOf(link)}`)
    .send({ name });
  if (answer.status !== 201) throw new Error(`Joining as a guest answered ${answer.status}: ${answer.text}`);
  return { id: answer.body.guestId, ...personWith(server, cookieOf(answer.headers)) };
}

/** The addresses of all that members of a list can read of it and its poll, except their own ballots. */
export const addressesOf = (folderId: string, pollId: string): string[] => [
  `/api/folders/${folderId}`,
  `/api/folders/${folderId}/items`,
  `/api/folders/${folderId}/changes`,
  `/api/folders/${folderId}/polls/current`,
  `/api/folders/${folderId}/polls`,
  `/api/polls/${pollId}`,
];

export type Marks = readonly (0 | 1 | 2)[];

/** A ballot with these marks, in the order of the candidates. */
export function ballotOf(poll: Poll, marks: Marks, more: { veto?: string | null; isReady?: boolean } = {}) {
  const entries = marks.map((mark, index) => [(poll.candidates[index] as Candidate).key, mark]);
  return { marks: Object.fromEntries(entries), veto: null, isReady: true, ...more };
}

export const vote = (person: Omit<Person, 'user'>, poll: Poll, ...ballot: [Marks, object?]) =>
  person.put(`/api/polls/${poll.id}/ballot`, ballotOf(poll, ...ballot));

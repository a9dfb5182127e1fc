import { beforeAll, expect, test } from '@jest/globals';
import type { Proposal } from '../../../common/schemas/play.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { startVote } from '../../testing/polls.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let absent: Person;

beforeAll(async () => {
  [ana, ben, absent] = (await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => signUp(server, name)))) as [
    Person,
    Person,
    Person,
  ];
});

const proposals = async (person: Person): Promise<Proposal[]> => (await person.get('/api/plays/proposals')).body;

test('a poll that ends with a watched title proposes a play of it to each member who took part', async () => {
  const { id: folderId } = await createFolder(ana);
  for (const member of [ben, absent]) await shareWith(ana, folderId, member, only());
  const poll = await startVote(ana, folderId, [ben]);
  const [watched] = poll.candidates;

  const { status } = await ana.post(`/api/polls/${poll.id}/close`, { watchedKey: watched?.key });

  const [proposal] = await proposals(ben);
  expect(status).toBe(200);
  expect(proposal).toMatchObject({ id: poll.id, by: { id: ana.user.id }, source: 'poll', folderId, status: 'pending' });
  expect(proposal).toMatchObject({ tmdbId: watched?.tmdbId, title: watched?.title, precision: 'second' });
  expect(await proposals(ana)).toHaveLength(1);
  expect(await proposals(absent)).toEqual([]);
  const { body } = await ben.post(`/api/plays/${poll.id}/confirm`, { status: 'accepted' });
  expect(body.play).toMatchObject({ userId: ben.user.id, tmdbId: watched?.tmdbId, source: 'poll', at: proposal?.at });
});

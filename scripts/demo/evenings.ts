import type { Item } from '../../common/schemas/item.ts';
import type { Poll } from '../../common/schemas/poll.ts';
import type { SampleEvening } from './samples.ts';

interface Voter {
  send<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Lets people of the demo vote on titles of a list. The vote ends with the result, and with the winner watched. */
export async function holdEvening(
  { people, votes, vetoes = {} }: SampleEvening,
  folderId: string,
  as: (key: string) => Voter,
): Promise<void> {
  const voters = people.map((key) => ({ key, ...as(key) }));
  const [opener, ...others] = voters;
  if (!opener) throw new Error('An evening of the demo has no people');
  const items = await opener.send<Item[]>('GET', `/api/folders/${folderId}/items`);
  const itemIds = items.filter(({ title }) => title in votes).map(({ id }) => id);
  // The source of the titles may lack some.
  if (itemIds.length < 3) return;
  const { id, candidates } = await opener.send<Poll>('POST', `/api/folders/${folderId}/polls`, { itemIds });
  for (const voter of others) await voter.send('POST', `/api/polls/${id}/participants/me`);
  await opener.send('POST', `/api/polls/${id}/start`);
  for (const [place, { key, send }] of voters.entries()) {
    const marks = Object.fromEntries(
      candidates.map((candidate) => [candidate.key, votes[candidate.title]?.[place] ?? 1]),
    );
    const veto = candidates.find(({ title }) => title === vetoes[key])?.key ?? null;
    await send('PUT', `/api/polls/${id}/ballot`, { marks, veto, isReady: true });
  }
  const { result } = await opener.send<Poll>('GET', `/api/polls/${id}`);
  await opener.send('POST', `/api/polls/${id}/close`, { watchedKey: result?.winnerKey });
}

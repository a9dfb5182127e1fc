import { factsOf } from '../../client/features/titles/titleFacts.ts';
import type { Comment } from '../../common/schemas/comment.ts';
import type { Folder } from '../../common/schemas/folder.ts';
import type { Invitation } from '../../common/schemas/invitation.ts';
import type { Item, TitleFacts } from '../../common/schemas/item.ts';
import type { Poll } from '../../common/schemas/poll.ts';
import type { Movie, Page, TvShow } from '../../common/schemas/title.ts';
import type { User } from '../../common/schemas/user.ts';
import {
  comments,
  emailOf,
  evenings,
  groups,
  lists,
  PASSWORD,
  people,
  pins,
  plays,
  progress,
  reviews,
  type SampleEvening,
  type SampleList,
  type SampleProgress,
  showing,
} from './samples.ts';

interface Visitor {
  user: User;
  send<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Adds the samples by requests, as members would. Does nothing if the samples are already there. */
export async function fillOnce(url: string): Promise<boolean> {
  const [first] = people;
  if (!first || (await signIn(url, first.key))) return false;
  const visitors = new Map<string, Visitor>();
  for (const { key, firstName, lastName, username } of people) {
    const visitor = await register(url, { email: emailOf(key), password: PASSWORD, firstName, lastName });
    await visitor.send('PUT', '/api/user/username', { username });
    visitors.set(key, visitor);
  }
  const as = (key: string): Visitor => {
    const visitor = visitors.get(key);
    if (!visitor) throw new Error(`The samples have no person ${key}`);
    return visitor;
  };
  const facts = createLookup(as(first.key));
  const folderIds = new Map<string, string>();
  for (const list of lists) folderIds.set(list.name, await fillList(list, as, facts));
  for (const [who, title, rating, comment] of reviews) {
    const found = await facts(title);
    if (found) await as(who).send('POST', '/api/reviews', { ...found, rating, comment });
  }
  for (const play of plays) await addPlay(play, as, facts);
  for (const one of progress) await addProgress(one, as, facts);
  for (const comment of comments) await addComment(comment, folderIds.get(comment.list) ?? '', as);
  for (const group of groups) await watchTogether(group, folderIds.get(group.list) ?? '', { as, facts });
  for (const evening of evenings) await holdEvening(evening, folderIds.get(evening.list) ?? '', as);
  for (const [who, pinned] of pins) await as(who).send('POST', `/api/users/${as(pinned).user.id}/pin`);
  return true;
}

const DAY_MS = 24 * 60 * 60 * 1000;

async function addPlay(
  { who, title, daysAgo, with: companions = [], ...episode }: (typeof plays)[number],
  as: (key: string) => Visitor,
  facts: Lookup,
): Promise<void> {
  const found = await facts(title);
  if (!found) return;
  const { mediaType, tmdbId, ...rest } = found;
  const at = daysAgo === null ? null : new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  await as(who).send('POST', '/api/plays', {
    mediaType,
    tmdbId,
    ...episode,
    facts: rest,
    at,
    precision: at === null ? 'unknown' : 'day',
    withUserIds: companions.map((key) => as(key).user.id),
  });
}

async function addProgress(sample: SampleProgress, as: (key: string) => Visitor, facts: Lookup): Promise<void> {
  const { who, title, season, episode, daysAgo, skipped = [], state } = sample;
  const found = await facts(title);
  if (found?.mediaType !== 'tv') return;
  const { tmdbId } = found;
  const { send } = as(who);
  const viewing = { tmdbId, at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(), precision: 'day' };
  if (episode !== undefined) await send('POST', '/api/plays/up-to', { ...viewing, season, episode });
  else {
    for (let number = 1; number <= season; number += 1) {
      await send('POST', '/api/plays/season', { ...viewing, season: number });
    }
  }
  for (const [inSeason, number] of skipped) {
    await send('DELETE', `/api/tv/${tmdbId}/plays?season=${inSeason}&episode=${number}`);
  }
  if (state) await send('PATCH', `/api/tv/${tmdbId}/progress`, { state });
}

/** The source of the titles may lack some. */
async function addComment(
  { title, who, text, about, spoiler = false, reactions = {} }: (typeof comments)[number],
  folderId: string,
  as: (key: string) => Visitor,
): Promise<void> {
  const items = await as(who).send<Item[]>('GET', `/api/folders/${folderId}/items`);
  const item = items.find((one) => one.title === title);
  if (!item) return;
  const body = { text, spoiler, ...(about && { about }) };
  const { id } = await as(who).send<Comment>('POST', `/api/folders/${folderId}/items/${item.id}/comments`, body);
  for (const [key, kind] of Object.entries(reactions)) {
    await as(key).send('PUT', `/api/comments/${id}/reactions/${kind}`);
  }
}

async function watchTogether(
  { show, seen }: (typeof groups)[number],
  folderId: string,
  { as, facts }: { as: (key: string) => Visitor; facts: Lookup },
): Promise<void> {
  const found = await facts(show);
  if (!found) return;
  for (const [key, [season, episode]] of Object.entries(seen)) {
    const { tmdbId } = found;
    await as(key).send('POST', '/api/plays/up-to', { tmdbId, season, episode, at: new Date().toISOString() });
  }
  for (const key of Object.keys(seen)) {
    await as(key).send('PUT', `/api/folders/${folderId}/shows/${found.tmdbId}/group/members/me`, {});
  }
}

type Lookup = (title: string) => Promise<TitleFacts | null>;

/** Makes a list with its titles and members, and gives its id. */
async function fillList(list: SampleList, as: (key: string) => Visitor, facts: Lookup): Promise<string> {
  const owner = as(list.owner);
  const folder = await owner.send<Folder>('POST', `/api/${list.family}`, { name: list.name });
  const invite = (key: string, flags: object) =>
    owner.send<Invitation>('POST', '/api/folder-invitations', {
      folderId: folder.id,
      invitedUserId: as(key).user.id,
      canAdd: false,
      ...flags,
    });
  for (const [key, flags] of Object.entries(list.members ?? {})) {
    const { id } = await invite(key, flags);
    await as(key).send('POST', `/api/folder-invitations/${id}/respond`, { status: 'accepted' });
  }
  for (const [who, ...titles] of list.titles) {
    for (const title of titles) {
      const found = await facts(title.replace(/\*$/, ''));
      const body = { ...found, folderId: folder.id, watched: title.endsWith('*') };
      if (found) await as(who).send('POST', '/api/watchlist', body);
    }
  }
  for (const key of showing[list.name] ?? []) {
    await as(key).send('PUT', `/api/folders/${folder.id}/seen-consent`, { shows: true });
  }
  for (const key of list.pending ?? []) await invite(key, { canAdd: true, canRemove: true });
  return folder.id;
}

/** Finds titles by name, films first. Gives null if the source does not have the title. */
function createLookup(visitor: Visitor): Lookup {
  const known = new Map<string, Promise<TitleFacts | null>>();
  const find = async (title: string): Promise<TitleFacts | null> => {
    const query = encodeURIComponent(title);
    const movies = await visitor.send<Page<Movie>>('GET', `/api/movies/search?q=${query}`);
    const movie = movies.results.find((one) => one.title === title);
    if (movie) return factsOf('movie', movie);
    const shows = await visitor.send<Page<TvShow>>('GET', `/api/tv/search?q=${query}`);
    const show = shows.results.find((one) => one.name === title);
    return show ? factsOf('tv', show) : null;
  };
  return (title) => {
    const found = known.get(title) ?? find(title);
    known.set(title, found);
    return found;
  };
}

async function signIn(url: string, key: string): Promise<boolean> {
  const answer = await post(url, '/api/auth/login', { email: emailOf(key), password: PASSWORD });
  return answer.ok;
}

async function register(url: string, body: object): Promise<Visitor> {
  const answer = await post(url, '/api/auth/register', body);
  if (!answer.ok) throw new Error(`A sample member could not register: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    user: (await answer.json()) as User,
    async send<T>(method: string, path: string, sent?: object) {
      const reply = await fetch(url + path, {
        method,
        headers: { cookie, ...(sent ? { 'content-type': 'application/json' } : {}) },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
      return (reply.status === 204 ? undefined : await reply.json()) as T;
    },
  };
}

function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

interface Voter {
  send<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Lets people of the demo vote on titles of a list. The vote ends with the result, and with the winner watched. */
async function holdEvening(
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

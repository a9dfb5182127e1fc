import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { EpisodeNumber } from '../../../common/progress.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Play, PlayBody, PlayUpdateBody, Proposal } from '../../../common/schemas/play.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { playApi } from '../../lib/http/api.ts';
import { ApiError, call, callWithHeaders, nextPage } from '../../lib/http/http.ts';
import { createTurns } from '../../lib/inTurn.ts';
import { about, queryClient, queryOf, refresh, refreshAbout } from '../../lib/query.ts';
import { applyOwnSeen } from '../folders/seen/seen.store.ts';
import { newOpId } from '../folders/state/opId.ts';
import { answeredInTime, cancelQueued, orLater } from '../offline/enqueue.ts';
import { onSettled, useQueue, waitingEntries } from '../offline/queue.store.ts';
import type { QueuedWrite } from '../offline/queuedWrite.ts';
import { useTitles } from '../titles/title.store.ts';
import { useUsers } from '../users/users.store.ts';
import { askingAhead } from './askAhead.ts';
import { chartMonths } from './diaryMonths.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

// They are asked for once. From then on events keep them up to date.
const kept = { staleTime: Number.POSITIVE_INFINITY };

/** The viewer's log: first back to the first month of the chart, then page by page. */
export const logQuery = infiniteQueryOptions({
  ...kept,
  queryKey: [playApi.list.path, 'log'],
  async queryFn({ pageParam: before, signal }) {
    let log = await fetchPage(before, signal);
    const backTo = `${chartMonths(new Date())[0]}-01T00:00:00.000Z`;
    while (before === undefined && log.next !== undefined && isAfter(log, backTo)) {
      log = withPage(log, await fetchPage(log.next, signal));
    }
    return log;
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => pages.reduce(withPage),
});

async function fetchPage(before: string | undefined, signal: AbortSignal): Promise<PlayLog> {
  const { data, headers } = await callWithHeaders(playApi.list, { query: { before }, signal });
  return { plays: data, next: nextPage(headers, 'before') };
}

/** Whether everything in the log happened after this time. */
function isAfter({ plays }: PlayLog, time: string): boolean {
  const oldest = plays.at(-1)?.at;
  return typeof oldest === 'string' && oldest > time;
}

/** The first page of a title's plays, which are the newest. */
export const titlePlaysQuery = ({ mediaType, tmdbId }: TitleRef) =>
  queryOptions({
    ...kept,
    queryKey: [playApi.list.path, 'title', mediaType, tmdbId],
    async queryFn({ signal }) {
      const { data } = await callWithHeaders(playApi.list, { query: { mediaType, tmdbId }, signal });
      return data;
    },
  });

/** All plays of a show, of all pages. */
export const allPlaysQuery = (tmdbId: number) =>
  queryOptions({
    ...kept,
    ...about('progress'),
    queryKey: [playApi.list.path, 'all', tmdbId],
    async queryFn({ signal }) {
      const plays: Play[] = [];
      let before: string | undefined;
      do {
        const query = { mediaType: 'tv', tmdbId, before } as const;
        const { data, headers } = await callWithHeaders(playApi.list, { query, signal });
        plays.push(...data);
        before = nextPage(headers, 'before');
      } while (before !== undefined);
      return plays;
    },
  });

const none: readonly Play[] = [];

/** The viewer's plays of a title, newest first. Without them the title can still be recorded, so a failure is not shown. */
export function useTitlePlays(title: TitleRef): readonly Play[] {
  const { data = none } = useQuery(titlePlaysQuery(title));
  return data;
}

/** What others propose and the viewer has not answered. */
export const proposalsQuery = queryOptions({ ...queryOf(playApi.proposals), ...kept });

/** The latest proposal that arrived or was answered in this or another tab. */
export const useLatestProposal = createStore<{ proposal: Proposal | undefined }>(() => ({ proposal: undefined }));

/** Plays of one title are recorded one after the other: what counts as seen up to an episode depends on those before it. */
export const inTurn = createTurns();

/** `shown` is the episode if it counts as seen at once, and was not seen before. `name` is that of the title. */
export async function addPlay(
  body: PlayBody,
  { shown, name = nameOf(body) }: { shown?: readonly EpisodeNumber[]; name?: string | undefined } = {},
): Promise<Play> {
  const opId = newOpId();
  const write = { opId, kind: 'play', name, body, ...(shown && { shown }) } as const;
  const later = { write, answer: draftPlay(write) };
  const send = () =>
    askingAhead(body.tmdbId, (confirmed) =>
      call(playApi.add, { body: { ...body, ...confirmed }, opId, ...answeredInTime() }),
    );
  const play = await inTurn(titleKey(body), () => orLater(later, send));
  showSaved(play);
  return play;
}

export const nameOf = ({ mediaType, tmdbId, facts }: PlayBody): string =>
  facts?.title ?? useTitles.getState().facts[titleKey({ mediaType, tmdbId })]?.title ?? '';

type QueuedPlay = Extract<QueuedWrite, { kind: 'play' }>;

/** The play to show until the server has it. */
function draftPlay({ opId, name, body: asked }: QueuedPlay): Play {
  const { withUserIds: _asked, ahead: _ahead, facts: sent, ...body } = asked;
  const known = useTitles.getState().facts[titleKey(body)];
  return {
    title: name,
    overview: null,
    posterPath: null,
    backdropPath: null,
    releaseDate: null,
    voteAverage: null,
    genres: [],
    runtime: null,
    ...known,
    ...sent,
    ...body,
    id: opId,
    userId: useUsers.getState().viewer?.id ?? '',
    at: body.at ?? null,
    precision: body.precision ?? 'unknown',
    source: 'app',
    createdAt: new Date().toISOString(),
    companions: [],
  };
}

/** Shows plays that wait for a connection. */
export function showQueuedPlays(entries = waitingEntries()): void {
  for (const { write } of entries) if (write.kind === 'play') showSaved(draftPlay(write));
}

onSettled(({ write, isSaved, answer }) => {
  if (write.kind !== 'play') return;
  showDeleted(draftPlay(write), isSaved);
  if (isSaved && answer) showSaved(answer as Play);
});

export async function updatePlay({ id, tmdbId }: Play, body: PlayUpdateBody): Promise<void> {
  showSaved(
    await askingAhead(tmdbId, (confirmed) =>
      call(playApi.update, { params: { id }, body: { ...body, ...confirmed }, opId: newOpId() }),
    ),
  );
}

export async function deletePlay(shown: Play): Promise<void> {
  if (await cancelQueued(shown.id)) return;
  // One that waited for a connection was shown with the id of its write.
  const play = (useQueue.getState().answers.get(shown.id) as Play | undefined) ?? shown;
  await call(playApi.remove, { params: { id: play.id }, opId: newOpId() });
  // The event says whether the title still counts as seen.
  showDeleted(play, true);
}

/** Undoes `deletePlay`. */
export async function restorePlay({ id }: Play): Promise<void> {
  showSaved(await call(playApi.restore, { params: { id }, opId: newOpId() }));
}

export async function answerProposal(proposal: Proposal, status: 'accepted' | 'declined'): Promise<void> {
  try {
    const params = { id: proposal.id };
    const { play } = await askingAhead(proposal.tmdbId, (confirmed) =>
      call(playApi.confirm, { params, body: { status, ...confirmed }, opId: newOpId() }),
    );
    if (play) showSaved(play);
  } catch (error) {
    // It was answered in another tab, or is too old.
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
  }
  applyProposed({ ...proposal, status });
}

/** A play that was recorded or changed, in this or another tab. */
export function applySaved(play: Play): void {
  showSaved(play);
  refreshProgress(play);
}

export function applyDeleted(play: Play, isStillSeen: boolean): void {
  showDeleted(play, isStillSeen);
  refreshProgress(play);
}

/** Only events do it: one follows each write of this tab, too. */
function refreshProgress({ episode }: Play): void {
  if (episode !== undefined) void refreshAbout('progress');
}

function showSaved(play: Play): void {
  changeLog((pages) => withPlayIn(pages, play));
  changeTitle(play, (plays) => [...plays.filter(isOther(play)), play].sort(byTime));
  applyOwnSeen(play, true);
}

function showDeleted(play: Play, isStillSeen: boolean): void {
  changeLog((pages) => pages.map((page) => withoutPlay(page, play.id)));
  changeTitle(play, (plays) => plays.filter(isOther(play)));
  if (!isStillSeen) applyOwnSeen(play, false);
}

export function applyProposed(proposal: Proposal): void {
  queryClient.setQueryData(proposalsQuery.queryKey, (proposals) => {
    const others = proposals?.filter(({ id }) => id !== proposal.id);
    const isOpen = proposal.status === 'pending' || proposal.status === 'recorded';
    return others && isOpen ? [proposal, ...others] : others;
  });
  useLatestProposal.setState({ proposal });
}

/** Asks again for all plays and proposals after this tab has missed events. */
export function refreshPlays(): void {
  void refresh(playApi.list);
  void refresh(playApi.proposals);
}

function changeLog(change: (pages: PlayLog[]) => PlayLog[]): void {
  queryClient.setQueryData(logQuery.queryKey, (log) => log && { ...log, pages: change(log.pages) });
}

function changeTitle(title: TitleRef, change: (plays: Play[]) => Play[]): void {
  queryClient.setQueryData(titlePlaysQuery(title).queryKey, (plays) => plays && change(plays));
}

/** Puts a new or changed play into the page in which it belongs. */
function withPlayIn(pages: readonly PlayLog[], play: Play): PlayLog[] {
  const others = pages.map((page) => withoutPlay(page, play.id));
  const index = others.findIndex(({ plays }) => plays.some((other) => byTime(play, other) < 0));
  const target = index < 0 ? others.length - 1 : index;
  return others.map((page, at) => (at === target ? withPlay(page, play) : page));
}

const isOther = (play: Play) => (other: Play) => other.id !== play.id;

/** The part of the viewer's log that is loaded: newest first, plays of unknown time last. */
export interface PlayLog {
  plays: readonly Play[];
  /** Where the next page begins. Undefined when everything is loaded. */
  next: string | undefined;
}

/** Sorts as the server does. */
function byTime(a: Play, b: Play): number {
  if (a.at !== b.at) {
    if (a.at === null) return 1;
    if (b.at === null) return -1;
    return a.at < b.at ? 1 : -1;
  }
  return a.id < b.id ? 1 : -1;
}

/** The log with a new or changed play. A play beyond the loaded part comes with a later page. */
function withPlay(log: PlayLog, play: Play): PlayLog {
  const others = log.plays.filter(({ id }) => id !== play.id);
  const last = others.at(-1);
  if (log.next !== undefined && last && byTime(play, last) > 0) return { ...log, plays: others };
  return { ...log, plays: [...others, play].sort(byTime) };
}

function withoutPlay(log: PlayLog, playId: string): PlayLog {
  return { ...log, plays: log.plays.filter(({ id }) => id !== playId) };
}

/** The log with its next page. A play that has moved meanwhile is in it once. */
function withPage(log: PlayLog, page: PlayLog): PlayLog {
  const known = new Set(log.plays.map(({ id }) => id));
  return { plays: [...log.plays, ...page.plays.filter(({ id }) => !known.has(id))].sort(byTime), next: page.next };
}

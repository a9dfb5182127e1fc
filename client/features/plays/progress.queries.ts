import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  countRegular,
  type EpisodeNumber,
  episodeKey,
  episodeOf,
  hasEpisode,
  withEpisodes,
  withoutEpisode,
} from '../../../common/progress.ts';
import type { Play, PlayBody } from '../../../common/schemas/play.ts';
import type {
  AddedPlays,
  ProgressBody,
  ProgressSummary,
  RemovedPlays,
  ShownProgress,
  UpNext,
} from '../../../common/schemas/progress.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { timeZone } from '../../lib/dates.ts';
import { playApi, progressApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { about, queryClient, queryOf, refresh, refreshAbout } from '../../lib/query.ts';
import { applyOwnSeen } from '../folders/seen/seen.store.ts';
import { newOpId } from '../folders/state/opId.ts';
import { answeredInTime, cancelQueued, orLater } from '../offline/enqueue.ts';
import { onSettled, useQueue, waitingEntries } from '../offline/queue.store.ts';
import type { QueuedWrite } from '../offline/queuedWrite.ts';
import { askingAhead } from './askAhead.ts';
import { addPlay, deletePlay, inTurn, nameOf } from './play.queries.ts';

// They are asked for once. From then on events say when to ask again.
const kept = { staleTime: Number.POSITIVE_INFINITY, ...about('progress') };

/** How far the viewer is in a show. */
const progressQuery = (tmdbId: number) =>
  queryOptions({ ...queryOf(progressApi.get, { params: { id: tmdbId }, query: { timeZone: timeZone() } }), ...kept });

/** What the viewer can watch next. */
const upNextQuery = () =>
  queryOptions({ ...queryOf(progressApi.upNext, { query: { timeZone: timeZone() } }), ...kept });

const allProgressQuery = () =>
  queryOptions({ ...queryOf(progressApi.all, { query: { timeZone: timeZone() } }), ...kept, select: byShow });

const byShow = (shows: ProgressSummary[]) => new Map(shows.map((show) => [show.tmdbId, show]));

/** How far the viewer is in all their shows, by id. Undefined while that is unknown. */
export function useAllProgress(isNeeded: boolean): ReadonlyMap<number, ProgressSummary> | undefined {
  return useQuery({ ...allProgressQuery(), enabled: isNeeded }).data;
}

/** A change of what the viewer has seen of a show, shown before the server has answered. */
interface PendingChange {
  tmdbId: number;
  episodes: readonly EpisodeNumber[];
  isSeen: boolean;
}

const usePendingChanges = createStore<{ changes: readonly PendingChange[] }>(() => ({ changes: [] }));

function withChange(progress: ShownProgress, { tmdbId, episodes, isSeen }: PendingChange): ShownProgress {
  if (progress.tmdbId !== tmdbId) return progress;
  const seen = isSeen ? withEpisodes(progress.seen, episodes) : episodes.reduce(withoutEpisode, progress.seen);
  const seenCount = progress.seenCount + countRegular(seen) - countRegular(progress.seen);
  return { ...progress, seen, seenCount };
}

/** The viewer's progress in a show, with what is still being saved. */
export function useProgress(tmdbId: number) {
  const query = useQuery(progressQuery(tmdbId));
  const changes = usePendingChanges((state) => state.changes);
  const progress = useMemo(() => query.data && changes.reduce(withChange, query.data), [query.data, changes]);
  return { progress, isPending: query.isPending, refetch: query.refetch };
}

/** What the viewer can watch next, with what is still being saved. */
export function useUpNext() {
  const query = useQuery(upNextQuery());
  const changes = usePendingChanges((state) => state.changes);
  const upNext = useMemo(
    () => query.data && changes.reduce((known, change) => changeEntries(known, change), query.data),
    [query.data, changes],
  );
  return { upNext, error: query.error, isError: query.isError, isFetching: query.isFetching, refetch: query.refetch };
}

function changeEntries(upNext: UpNext, change: PendingChange): UpNext {
  return {
    ...upNext,
    shows: upNext.shows.map((entry) => ({ ...entry, progress: withChange(entry.progress, change) })),
  };
}

/** Shows the change at once, and keeps it if the write succeeds. */
export async function showing<Answer>(change: PendingChange, write: () => Promise<Answer>): Promise<Answer> {
  usePendingChanges.setState(({ changes }) => ({ changes: [...changes, change] }));
  try {
    const answer = await write();
    changeKnown(change);
    return answer;
  } finally {
    usePendingChanges.setState(({ changes }) => ({ changes: changes.filter((other) => other !== change) }));
  }
}

function changeKnown(change: PendingChange): void {
  queryClient.setQueryData(progressQuery(change.tmdbId).queryKey, (known) => known && withChange(known, change));
  queryClient.setQueryData(upNextQuery().queryKey, (known) => known && changeEntries(known, change));
}

/** What a write that waits for a connection changes of episodes; null for one that records no viewing. */
function changeOf(write: QueuedWrite, isSeen: boolean): PendingChange | null {
  if (write.kind !== 'upTo' && write.kind !== 'play') return null;
  const ticked = episodeOf(write.body);
  return { tmdbId: write.body.tmdbId, episodes: write.shown ?? (ticked ? [ticked] : []), isSeen };
}

/** Shows the episodes whose ticks wait for a connection as seen. */
export function showQueuedEpisodes(entries = waitingEntries()): void {
  for (const { write } of entries) {
    const change = changeOf(write, true);
    if (change) changeKnown(change);
  }
}

/** Those of the episodes that are not seen, or only by writes that wait. */
function newlySeen(tmdbId: number, episodes: readonly EpisodeNumber[]): EpisodeNumber[] {
  const known = queryClient.getQueryData(progressQuery(tmdbId).queryKey);
  if (!known) return [...episodes];
  const waiting = waitingEntries().flatMap(({ write }) => changeOf(write, false) ?? []);
  const { seen } = waiting.reduce(withChange, known);
  return episodes.filter((episode) => !hasEpisode(seen, episode));
}

onSettled(({ write, isSaved, answer }) => {
  if (write.kind === 'upTo' && answer) showProgress((answer as AddedPlays).progress);
  const change = isSaved ? null : changeOf(write, false);
  if (!change) return;
  changeKnown(change);
  showQueuedEpisodes(waitingEntries().filter((entry) => entry.write.opId !== write.opId));
  // An episode may also be seen by a write before it, which is saved by now.
  if (navigator.onLine) void refreshAbout('progress');
});

export type Viewing = Pick<PlayBody, 'at' | 'precision' | 'withUserIds' | 'folderId'> & {
  /** All episodes get the time. */ sameTime?: boolean;
};

const now = (): Viewing => ({ at: new Date().toISOString(), precision: 'second' });

/** Records that the viewer watched an episode: now, if nothing else is said. `name` is that of the show, where it is known. */
export function addEpisode(
  tmdbId: number,
  { season, episode }: EpisodeNumber,
  { viewing = now(), name }: { viewing?: Viewing; name?: string | undefined } = {},
): Promise<Play> {
  const episodes = [{ season, episode }];
  const shown = newlySeen(tmdbId, episodes);
  return showing({ tmdbId, episodes, isSeen: true }, () =>
    addPlay({ mediaType: 'tv', tmdbId, season, episode, ...viewing }, { shown, name }),
  );
}

/** Undoes `addEpisode`. Of an episode with other plays, only this one goes. */
export async function takeBackEpisode(play: Play, wasSeen: boolean): Promise<void> {
  const { tmdbId, season = 0, episode = 0 } = play;
  if (wasSeen) await deletePlay(play);
  else await showing({ tmdbId, episodes: [{ season, episode }], isSeen: false }, () => deletePlay(play));
  // Others that wait may have it, too.
  showQueuedEpisodes();
}

/** The writes that wait for a connection and by which an episode is seen. */
function waitingTicks(tmdbId: number, wanted: EpisodeNumber): QueuedWrite[] {
  const key = episodeKey(wanted);
  const waiting = waitingEntries().map((entry) => entry.write);
  return waiting.filter((one) => {
    const change = changeOf(one, true);
    return change?.tmdbId === tmdbId && change.episodes.some((episode) => episodeKey(episode) === key);
  });
}

/** Whether the tick of an episode waits for a connection. */
export const useIsTickWaiting = (tmdbId: number, episode: EpisodeNumber | null): boolean =>
  useQueue(() => episode !== null && waitingTicks(tmdbId, episode).length > 0);

/** Takes back the tick of an episode that waits for a connection. False if the episode is also seen by something else. */
export async function takeBackWaiting(tmdbId: number, wanted: EpisodeNumber): Promise<boolean> {
  const [write, other] = waitingTicks(tmdbId, wanted);
  return write?.kind === 'play' && !other && cancelQueued(write.opId);
}

const showKey = (tmdbId: number) => titleKey({ mediaType: 'tv', tmdbId });

/** `shown`: those that count as seen at once, as far as the tab knows them. */
export async function addUpTo(
  tmdbId: number,
  { season, episode }: EpisodeNumber,
  { shown, viewing = now() }: { shown: readonly EpisodeNumber[]; viewing?: Viewing },
): Promise<AddedPlays> {
  const body = { tmdbId, season, episode, timeZone: timeZone(), ...viewing };
  const opId = newOpId();
  const change = { tmdbId, episodes: shown, isSeen: true };
  const known = queryClient.getQueryData(progressQuery(tmdbId).queryKey);
  const send = () =>
    askingAhead(tmdbId, (confirmed) =>
      call(progressApi.upTo, { body: { ...body, ...confirmed }, opId, ...answeredInTime() }),
    );
  const name = nameOf({ mediaType: 'tv', tmdbId });
  const later = known && withChange(known, change);
  const sendOrKeep = () =>
    later
      ? orLater<AddedPlays>(
          {
            write: { opId, kind: 'upTo', name, body, shown: newlySeen(tmdbId, shown) },
            answer: { id: opId, added: later.seenCount - known.seenCount, progress: later },
          },
          send,
        )
      : send();
  const answer = await showing(change, () => inTurn(showKey(tmdbId), sendOrKeep));
  showProgress(answer.progress);
  return answer;
}

export async function addSeason(
  tmdbId: number,
  season: number,
  { shown, viewing = now() }: { shown: readonly EpisodeNumber[]; viewing?: Viewing },
): Promise<AddedPlays> {
  const body = { tmdbId, season, timeZone: timeZone(), ...viewing };
  const send = () =>
    askingAhead(tmdbId, (confirmed) => call(progressApi.season, { body: { ...body, ...confirmed }, opId: newOpId() }));
  const answer = await showing({ tmdbId, episodes: shown, isSeen: true }, () => inTurn(showKey(tmdbId), send));
  showProgress(answer.progress);
  return answer;
}

/** Removes the plays of these episodes, all of one season. Throws several_plays before more than one play goes. */
export async function removeEpisodes(
  tmdbId: number,
  query: { season: number; episode?: number; all?: 'true' },
  shown: readonly EpisodeNumber[],
): Promise<RemovedPlays> {
  const answer = await showing({ tmdbId, episodes: shown, isSeen: false }, () =>
    call(progressApi.removePlays, {
      params: { id: tmdbId },
      query: { ...query, timeZone: timeZone() },
      opId: newOpId(),
    }),
  );
  showProgress(answer.progress);
  return answer;
}

/** Undoes an act on several plays. */
export async function undoAct(shownId: string): Promise<void> {
  if (await cancelQueued(shownId)) return;
  const saved = useQueue.getState().answers.get(shownId) as AddedPlays | undefined;
  const id = saved?.id ?? shownId;
  showProgress(await call(progressApi.undo, { params: { id }, query: { timeZone: timeZone() }, opId: newOpId() }));
}

/** Pauses, drops or resumes a show, or starts it again. */
export async function setProgress(tmdbId: number, body: Omit<ProgressBody, 'timeZone'>): Promise<void> {
  const options = { params: { id: tmdbId }, body: { ...body, timeZone: timeZone() }, opId: newOpId() };
  showProgress(await call(progressApi.set, options));
}

/** The event about the write refreshes what else depends on it. */
function showProgress(progress: ShownProgress): void {
  queryClient.setQueryData(progressQuery(progress.tmdbId).queryKey, progress);
  if (progress.seenCount > 0) applyOwnSeen({ mediaType: 'tv', tmdbId: progress.tmdbId }, true);
}

/** The viewer's progress changed in some show, in this or another tab, by more than one play. */
export function applyProgressChanged(): void {
  void refreshAbout('progress');
  void refresh(playApi.list);
}

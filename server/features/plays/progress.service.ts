import type { z } from 'zod';
import { progressThrough } from '../../../common/progress.ts';
import type {
  ProgressSummary,
  progressBody,
  ShownProgress,
  Spoilers,
  UpNext,
  UpNextEntry,
  UpNextGroup,
} from '../../../common/schemas/progress.ts';
import type { Actor } from '../../platform/requests/operations.ts';
import { findGroupsOf, memberIdsOf } from '../folders/groups/group.store.ts';
import type { Show, Shows } from '../titles/shows.ts';
import { requireRemaining } from '../users/accountState.service.ts';
import { loadPublicUserLookup, readSpoilers } from '../users/user.service.ts';
import { changePlaysOf, nextOfGroup, readMembersProgress } from './groupPlays.ts';
import { notifyProgress } from './play.store.ts';
import { findAllProgress, findProgress, type ShownDoc, writeChoices } from './progress.store.ts';
import { guardEpisode } from './spoilers.ts';
import { dayFormat } from './viewing.ts';

/** The day in a time zone now, as YYYY-MM-DD. */
export const todayIn = (timeZone: string) => dayFormat(timeZone).format(new Date());

/** Throws not_found for an unknown show. */
export async function readProgress(
  shows: Shows,
  userId: string,
  { tmdbId, timeZone }: { tmdbId: number; timeZone: string },
): Promise<ShownProgress> {
  const show = await shows.load(tmdbId);
  return showOwnProgress(show, userId, timeZone);
}

/** Pauses, drops or resumes a show, or starts it again. */
export async function setProgress(
  shows: Shows,
  actor: Actor,
  { tmdbId, state, startsAgain, timeZone }: z.output<typeof progressBody> & { tmdbId: number },
): Promise<ShownProgress> {
  const show = await shows.load(tmdbId);
  const restartedAt = startsAgain === undefined ? undefined : startsAgain ? new Date() : null;
  return changePlaysOf(shows, actor, { tmdbId }, async () => {
    await requireRemaining(actor.userId);
    await writeChoices(actor.userId, tmdbId, { state, restartedAt });
    await notifyProgress(actor.userId, tmdbId);
    return showOwnProgress(show, actor.userId, timeZone);
  });
}

/** The user's progress now, as answers have it. */
export async function showOwnProgress(show: Show, userId: string, timeZone: string): Promise<ShownProgress> {
  const [stored, setting] = [await findProgress(userId, show.facts.tmdbId), await readSpoilers(userId)];
  return showProgress(show, stored, { today: todayIn(timeZone), setting });
}

interface Viewed {
  today: string;
  setting: Spoilers;
}

/** `stored` is null before the first episode. */
function showProgress(show: Show, stored: ShownDoc | null, { today, setting }: Viewed): ShownProgress {
  const seen = stored?.seen ?? {};
  const { next, upcoming, state, seenCount, airedCount, skipped } = progressThrough(show, seen, today);
  return {
    tmdbId: show.facts.tmdbId,
    state: stored?.state ?? state,
    seen,
    seenCount,
    airedCount,
    skipped,
    next: next && guardEpisode(next, setting),
    upcoming: upcoming && guardEpisode(upcoming, setting),
    ...(stored?.restartedAt && { restartedAt: stored.restartedAt.toISOString() }),
  };
}

/** Without counting anything else. */
export function stateOf(show: Show, stored: ShownDoc | null, today: string): ShownProgress['state'] {
  return stored?.state ?? progressThrough(show, stored?.seen ?? {}, today).state;
}

/** What the user can watch next, and what returns. Paused, dropped and finished shows are left out. */
export async function readUpNext(shows: Shows, userId: string, timeZone: string): Promise<UpNext> {
  const [own, groups, setting] = await Promise.all([
    findAllProgress(userId),
    findGroupsOf([userId]),
    readSpoilers(userId),
  ]);
  const [progress, userById] = await Promise.all([
    readMembersProgress(groups),
    loadPublicUserLookup(groups.flatMap(memberIdsOf)),
  ]);
  const viewed = { today: todayIn(timeZone), setting };
  const isOwn = new Set(own.map(({ tmdbId }) => tmdbId));
  const begun = [...new Set(groups.map(({ tmdbId }) => tmdbId))].filter((tmdbId) => !isOwn.has(tmdbId));
  const followed = [
    ...own.filter(({ state }) => state === undefined).map((stored) => ({ tmdbId: stored.tmdbId, stored })),
    // What the user has not begun, but wants to watch with others.
    ...begun.map((tmdbId) => ({ tmdbId, stored: null })),
  ];
  const found = await shows.findAll(followed.map(({ tmdbId }) => tmdbId));
  const known = followed.flatMap(({ tmdbId, stored }, index): Followed[] => {
    const show = found[index];
    if (!show || show === 'away') return [];
    const group = groups.find((one) => one.tmdbId === tmdbId);
    if (!group) return [toFollowed(show, stored, viewed)];
    const memberIds = memberIdsOf(group);
    const shown = {
      folderId: group.folderId.toHexString(),
      memberIds,
      people: memberIds.map(userById),
      next: nextOfGroup(group, show, progress, viewed.today),
    };
    return [toFollowed(show, stored, { ...viewed, group: shown })];
  });
  return {
    shows: known
      .filter(({ entry: { progress } }) => progress.next ?? progress.upcoming)
      .sort(compareFollowed)
      .map(({ entry }) => entry),
    isIncomplete: found.includes('away'),
  };
}

/** How far the user is in all their shows. Those of which the source does not answer are left out. */
export async function readAllProgress(shows: Shows, userId: string, timeZone: string): Promise<ProgressSummary[]> {
  const all = await findAllProgress(userId);
  const today = todayIn(timeZone);
  const found = await shows.findAll(all.map(({ tmdbId }) => tmdbId));
  return all.flatMap((stored, index): ProgressSummary[] => {
    const show = found[index];
    if (!show || show === 'away') return [];
    const { state, seenCount, airedCount } = progressThrough(show, stored.seen, today);
    const lastAt = stored.lastAt?.toISOString() ?? null;
    return [{ tmdbId: stored.tmdbId, state: stored.state ?? state, seenCount, airedCount, lastAt }];
  });
}

interface Followed {
  entry: UpNextEntry;
  lastAt: number;
}

function toFollowed(
  show: Show,
  stored: ShownDoc | null,
  { group, ...viewed }: Viewed & { group?: UpNextGroup },
): Followed {
  const entry = { show: show.facts, progress: showProgress(show, stored, viewed), ...(group && { group }) };
  return { entry, lastAt: (stored?.lastAt ?? stored?.lastPlay?.createdAt ?? stored?.restartedAt)?.getTime() ?? 0 };
}

/** First what has a next episode, most recently watched first; then what returns soonest. */
function compareFollowed(a: Followed, b: Followed): number {
  const [one, other] = [a.entry.progress, b.entry.progress];
  if (!one.next !== !other.next) return one.next ? -1 : 1;
  if (one.next) return b.lastAt - a.lastAt;
  return (one.upcoming?.airDate ?? '') < (other.upcoming?.airDate ?? '') ? -1 : 1;
}

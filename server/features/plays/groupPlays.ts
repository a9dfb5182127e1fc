import { trusted } from 'mongoose';
import {
  compareEpisodes,
  type EpisodeNumber,
  earliestNext,
  hasEpisode,
  progressThrough,
} from '../../../common/progress.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import { Problem } from '../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { type Group, isInGroup, lockGroupsOf, memberIdsOf } from '../folders/groups/group.store.ts';
import type { Show, Shows } from '../titles/shows.ts';
import { foundOrNull } from '../titles/title.source.ts';
import { writeGroupChanged } from '../users/notification.service.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { type ShowProgressDoc, ShowProgressModel } from './progress.model.ts';

/*
 * What plays mean for those who watch a show together. What leaves these functions is the same whoever of them is behind.
 */

/** Later than any day on which something airs: with it, 'next' is the place of a group, also before that episode has aired. */
const SOMEDAY = '9999-12-31';

/** The day for everybody together, whose time zones can differ. */
export const todayOfAll = () => new Date().toISOString().slice(0, 10);

/** Null when the source of titles does not answer, or does not know the show. */
export async function findShowOrNull(shows: Shows, tmdbId: number): Promise<Show | null> {
  const [found] = await shows.findAll([tmdbId]);
  return foundOrNull(found);
}

/** How far the members of these groups are in their shows. */
export async function readMembersProgress(groups: readonly Group[]): Promise<ShowProgressDoc[]> {
  if (groups.length === 0) return [];
  const userId = trusted({ $in: groups.flatMap(memberIdsOf) });
  const tmdbId = trusted({ $in: [...new Set(groups.map((group) => group.tmdbId))] });
  return ShowProgressModel.find({ userId, tmdbId }).lean<ShowProgressDoc[]>();
}

/**
 * The earliest of the members' own next episodes. Null below two members: it would be the progress of one person, who shows it
 * to nobody.
 */
export function nextOfGroup(
  group: Group,
  show: Show | null,
  progress: readonly ShowProgressDoc[],
  today: string,
): EpisodeNumber | null {
  if (!show || group.members.length < 2) return null;
  const nexts = memberIdsOf(group).map((memberId) => {
    const own = progress.find(({ userId, tmdbId }) => tmdbId === group.tmdbId && userId.toHexString() === memberId);
    return progressThrough(show, own?.seen ?? {}, today).next;
  });
  const next = earliestNext(nexts);
  return next && { season: next.season, episode: next.episode };
}

interface PlayedShow {
  tmdbId: number;
  /** Whose plays the write changes, beside the actor's. */
  otherIds?: readonly string[];
}

/** What a write that changes plays of a show knows of the actor's groups. */
export interface GroupCheck {
  /**
   * Throws watch_ahead when the actor has not seen one of these episodes and it is beyond the next one of a group, unless
   * `ahead` confirms that.
   */
  requireConfirmed(episodes: readonly EpisodeNumber[], ahead: boolean): Promise<void>;
}

/**
 * Runs a write that changes the actor's plays of a show, in a transaction. Members of lists get an event about those groups
 * whose next episode it changes, and no event otherwise.
 */
export async function changePlaysOf<T>(
  shows: Shows,
  actor: Actor,
  { tmdbId, otherIds = [] }: PlayedShow,
  write: (check: GroupCheck) => Promise<T>,
): Promise<T> {
  const userIds = [actor.userId, ...otherIds];
  const isGrouped = otherIds.length > 0 || (await isInGroup(actor.userId, tmdbId));
  const show = isGrouped ? await findShowOrNull(shows, tmdbId) : null;
  return quotaQueue(userIds, () =>
    inOperation(actor, async () => {
      if (!show) return write(noGroups);
      const groups = await lockGroupsOf(userIds, tmdbId);
      const placesOf = async () => {
        const progress = await readMembersProgress(groups);
        return groups.map((group) => nextOfGroup(group, show, progress, SOMEDAY));
      };
      const before = await placesOf();
      const answer = await write(checkOf(groups, before, actor.userId));
      const after = await placesOf();
      for (const [index, group] of groups.entries()) {
        if (!isSame(before[index] ?? null, after[index] ?? null)) await writeGroupChanged(group);
      }
      return answer;
    }),
  );
}

export const noGroups: GroupCheck = { requireConfirmed: async () => undefined };

function checkOf(groups: readonly Group[], places: readonly (EpisodeNumber | null)[], userId: string): GroupCheck {
  return {
    async requireConfirmed(episodes, ahead) {
      if (ahead || episodes.length === 0 || groups.length === 0) return;
      const own = groups.filter((group) => memberIdsOf(group).includes(userId));
      const tmdbId = own[0]?.tmdbId;
      if (tmdbId === undefined) return;
      const seen = (await ShowProgressModel.findOne({ userId, tmdbId }).lean<ShowProgressDoc>())?.seen ?? {};
      const added = episodes.filter((episode) => episode.season > 0 && !hasEpisode(seen, episode));
      const passed = own.filter((group) => {
        const place = places[groups.indexOf(group)];
        return place && added.some((episode) => compareEpisodes(episode, place) > 0);
      });
      if (passed.length > 0) throw await watchAhead(passed, userId);
    },
  };
}

function isSame(a: EpisodeNumber | null, b: EpisodeNumber | null): boolean {
  return a && b ? compareEpisodes(a, b) === 0 : a === b;
}

/** The same for everyone who is in the group: it names all its other members. */
async function watchAhead(groups: readonly Group[], userId: string): Promise<Problem> {
  const others = [...new Set(groups.flatMap(memberIdsOf))].filter((id) => id !== userId);
  const userById = await loadPublicUserLookup(others);
  const names = others.map((id) => shortName(userById(id)));
  return new Problem('watch_ahead', `You watch this with ${inWords(names)}. Mark it anyway?`);
}

const shortName = ({ firstName, lastName, username }: PublicUser) => firstName || lastName || username || 'somebody';

/** Ana, Ben and 2 others */
function inWords(names: readonly string[]): string {
  const [first = '', second, third] = names;
  if (second === undefined) return first;
  if (third === undefined) return `${first} and ${second}`;
  return names.length === 3 ? `${first}, ${second} and ${third}` : `${first}, ${second} and ${names.length - 2} others`;
}

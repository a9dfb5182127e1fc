import type { EpisodeNumber } from '../../../../common/progress.ts';
import type { EventPayloads } from '../../../../common/schemas/events.ts';
import type { GroupWatched } from '../../../../common/schemas/watchGroup.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast, toastError } from '../../../components/toast/toast.ts';
import { timeZone } from '../../../lib/dates.ts';
import { watchGroupApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { displayName } from '../../../lib/person.ts';
import { about, queryOf, refreshAbout } from '../../../lib/query.ts';
import { newOpId } from '../../folders/state/opId.ts';
import { askingAhead } from '../askAhead.ts';
import { showing, undoAct } from '../progress.queries.ts';

/*
 * Who watches a show of a list together. The calls of both families are the same.
 */

const api = watchGroupApi.folder;

/** The groups of a list, and those that are proposed to the viewer. */
export const groupsQuery = (folderId: string) => ({
  ...queryOf(api.list, { params: { id: folderId }, query: { timeZone: timeZone() } }),
  ...about('groups'),
});

/** A show of a list, as the calls name it. */
export interface Named {
  folderId: string;
  tmdbId: number;
}

const paramsOf = ({ folderId, tmdbId }: Named) => ({ id: folderId, tmdbId: String(tmdbId) });

export async function joinGroup(named: Named, trusts?: boolean): Promise<void> {
  const body = trusts === undefined ? {} : { trusts };
  await call(api.join, { params: paramsOf(named), body, opId: newOpId() });
  await refreshAbout('groups');
}

export async function leaveGroup(named: Named): Promise<void> {
  await call(api.leave, { params: paramsOf(named), opId: newOpId() });
  await refreshAbout('groups');
}

export async function proposeGroup(named: Named, userIds: string[]): Promise<void> {
  await call(api.propose, { params: paramsOf(named), body: { userIds }, opId: newOpId() });
}

export async function declineGroup(named: Named): Promise<void> {
  await call(api.decline, { params: paramsOf(named), opId: newOpId() });
  await refreshAbout('groups');
}

/** Records that all of the group have watched an episode. */
export async function recordWatched(named: Named, { season, episode }: EpisodeNumber): Promise<GroupWatched> {
  const body = { season, episode, timeZone: timeZone() };
  const answer = await showing({ tmdbId: named.tmdbId, episodes: [{ season, episode }], isSeen: true }, () =>
    askingAhead(named.tmdbId, (confirmed) =>
      call(api.watched, { params: paramsOf(named), body: { ...body, ...confirmed }, opId: newOpId() }),
    ),
  );
  await refreshAbout('groups');
  return answer;
}

/** Undoes the viewer's own part of `recordWatched`. */
export async function undoWatched(id: string): Promise<void> {
  await undoAct(id);
  await refreshAbout('groups');
}

/** Who watches a show together has changed, or what is next for them. */
export function applyGroupChanged(): void {
  void refreshAbout('groups');
  void refreshAbout('progress');
}

/** Somebody wants to watch a show with the viewer. The list has the question until it is answered. */
export function applyGroupProposed({ folderId, tmdbId, title, by }: EventPayloads['group:proposed']): void {
  void refreshAbout('groups');
  toast({
    title: withNames`${displayName(by)} wants to watch ${title} with you`,
    description: 'You’ll find the question in your list.',
    action: { label: 'Join', onPress: () => joinFromToast({ folderId, tmdbId }) },
  });
}

async function joinFromToast(named: Named): Promise<void> {
  try {
    await joinGroup(named);
  } catch (error) {
    toastError(error, 'Couldn’t join. Try again.');
  }
}

import { episodeText } from '../../../../common/episodeText.ts';
import type { ChosenState, EpisodeNumber } from '../../../../common/progress.ts';
import type { Play } from '../../../../common/schemas/play.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { offerUndo, toast, toastError } from '../../../components/toast/toast.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { countOf } from '../../folders/state/wording.ts';
import { updatePlay } from '../play.queries.ts';
import {
  addEpisode,
  addSeason,
  addUpTo,
  removeEpisodes,
  setProgress,
  takeBackEpisode,
  takeBackWaiting,
  undoAct,
  type Viewing,
} from '../progress.queries.ts';
import { seasonName } from './episodeWords.ts';

/*
 * What a person does with the episodes of a show. Each act shows at once, says what it did and offers to undo it. Its
 * failure is a toast. `addSome` alone leaves failures to the form that calls it.
 */

const FAILED = 'Couldn’t change your diary. Try again.';

async function reporting(act: () => Promise<void>, failure = FAILED): Promise<void> {
  try {
    await act();
  } catch (error) {
    toastError(error, failure);
  }
}

/** The title of the show is said where others are on the screen too. */
export const watchEpisode = (tmdbId: number, episode: EpisodeNumber, { wasSeen = false, title = '' } = {}) =>
  reporting(async () => {
    const play = await addEpisode(tmdbId, episode, { name: title || undefined });
    const done = `${episodeText(episode)} ${wasSeen ? 'watched again' : 'watched'}`;
    offerUndo({ title: title ? withNames`${title} ${done}` : done }, () => takeBackEpisode(play, wasSeen));
  });

/** What the form of an act asks for, or the act does without asking. */
export type Target = { tmdbId: number } & (
  | { kind: 'episode'; episode: EpisodeNumber }
  | { kind: 'upTo'; episode: EpisodeNumber; shown: readonly EpisodeNumber[] }
  | { kind: 'season'; season: number; shown: readonly EpisodeNumber[] }
);

/** Records several episodes, or one. Without `viewing`, they were watched now. */
export async function addSome(target: Target, viewing?: Viewing): Promise<void> {
  const { tmdbId } = target;
  if (target.kind === 'episode') {
    const play = await addEpisode(tmdbId, target.episode, { viewing });
    offerUndo({ title: `${episodeText(target.episode)} watched` }, () => takeBackEpisode(play, false));
    return;
  }
  const options = { shown: target.shown, ...(viewing && { viewing }) };
  const { id, added } =
    target.kind === 'upTo'
      ? await addUpTo(tmdbId, target.episode, options)
      : await addSeason(tmdbId, target.season, options);
  if (id === null) {
    toast({ title: 'You have seen all of these already' });
    return;
  }
  // A device that is offline may know of no new ones, while the server finds some in other seasons.
  const title =
    added === 0 && target.kind === 'upTo'
      ? `Seen up to ${episodeText(target.episode)}`
      : `${countOf(added, 'episode')} marked as seen`;
  offerUndo({ title }, () => undoAct(id));
}

export const watchSome = (target: Target) => reporting(() => addSome(target));

/** Removes the plays of an episode or a season. When there are several of them, `ask` comes first. */
export const removeSome = (
  tmdbId: number,
  { season, episode, shown }: { season: number; episode?: number; shown: readonly EpisodeNumber[] },
  ask?: () => void,
) =>
  reporting(async () => {
    if (episode !== undefined && (await takeBackWaiting(tmdbId, { season, episode }))) {
      toast({ title: `${episodeText({ season, episode })} removed from your diary` });
      return;
    }
    const query = { season, ...(episode !== undefined && { episode }), ...(!ask && { all: 'true' as const }) };
    try {
      const { id } = await removeEpisodes(tmdbId, query, shown);
      const what = episode === undefined ? seasonName(season) : episodeText({ season, episode });
      if (id !== null) offerUndo({ title: `${what} removed from your diary` }, () => undoAct(id));
    } catch (error) {
      if (!ask || !(error instanceof ApiError && error.code === 'several_plays')) throw error;
      ask();
    }
  });

/** Pauses or drops a show, or takes that back with null. */
export const setState = (tmdbId: number, state: ChosenState | null, before: ChosenState | null) =>
  reporting(async () => {
    await setProgress(tmdbId, { state });
    const said = state === null ? 'You’re watching it again' : state === 'paused' ? 'Paused' : 'Dropped';
    offerUndo({ title: said }, () => setProgress(tmdbId, { state: before }));
  }, 'Couldn’t save your choice. Try again.');

export const startAgain = (tmdbId: number, before: ChosenState | null) =>
  reporting(async () => {
    await setProgress(tmdbId, { startsAgain: true, state: null });
    offerUndo({ title: 'Started again. Your diary keeps what you saw before.' }, () =>
      setProgress(tmdbId, { startsAgain: false, state: before }),
    );
  }, 'Couldn’t start the show again. Try again.');

/** Gives a play another number. */
export async function movePlay(play: Play, { season, episode }: EpisodeNumber): Promise<void> {
  const { season: oldSeason = null, episode: oldEpisode = null } = play;
  await updatePlay(play, { season, episode });
  offerUndo({ title: `Moved to ${episodeText({ season, episode })}` }, () =>
    updatePlay(play, { season: oldSeason, episode: oldEpisode }),
  );
}

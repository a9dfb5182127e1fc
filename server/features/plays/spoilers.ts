import { type EpisodeNumber, hasEpisode } from '../../../common/progress.ts';
import type { NextEpisode, Spoilers } from '../../../common/schemas/progress.ts';
import type { Season } from '../../../common/schemas/title.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { isForSomeLists } from '../../platform/session/accessToken.ts';
import { episodeName } from '../titles/seasons.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { readSpoilers, storeSpoilers } from '../users/user.service.ts';
import { notifyProgress } from './play.store.ts';
import { findProgress } from './progress.store.ts';

/*
 * The spoiler guard: what a person has not seen does not leave the server, unless they want it.
 */

/** A season of which the person sees only what their setting allows. Throws not_found for an unknown season. */
export async function readSeason(
  source: TitleSource,
  userId: string,
  { tmdbId, number }: { tmdbId: number; number: number },
): Promise<Season> {
  const [season, setting, progress] = await Promise.all([
    source.season(tmdbId, number),
    readSpoilers(userId),
    // A token for some lists does not read the diary, and what is hidden would tell it.
    isForSomeLists() ? null : findProgress(userId, tmdbId),
  ]);
  if (!season) throw notFound();
  if (setting === 'show') return season;
  const { seen = {}, earlier = {} } = progress ?? {};
  // Also what was seen before the person started the show again.
  const hasSeen = (one: EpisodeNumber) => hasEpisode(seen, one) || hasEpisode(earlier, one);
  const episodes = season.episodes.map((episode) => {
    const { episode_number, overview, still_path } = episode;
    if (hasSeen({ season: number, episode: episode_number })) return episode;
    const hidden = { overview: null, still_path: null, ...((overview ?? still_path) && { is_hidden: true }) };
    if (setting === 'hide') return { ...episode, ...hidden };
    return { ...episode, ...hidden, name: episodeName(episode_number), is_hidden: true };
  });
  return { ...season, episodes };
}

/** An episode that the person has not seen, as their setting allows. */
export function guardEpisode(
  { season, episode, name, stillPath, airDate, runtime }: Required<NextEpisode>,
  setting: Spoilers,
): NextEpisode {
  const shown: NextEpisode = { season, episode, airDate, runtime };
  if (setting !== 'hide-names') shown.name = name;
  if (setting === 'show') shown.stillPath = stillPath;
  return shown;
}

export async function setSpoilers(actor: Actor, spoilers: Spoilers): Promise<{ spoilers: Spoilers }> {
  return inOperation(actor, async () => {
    await storeSpoilers(actor.userId, spoilers);
    await notifyProgress(actor.userId, null);
    return { spoilers };
  });
}

import type { EpisodeNumber } from '../../../common/progress.ts';
import type { ImportMatch } from '../../../common/schemas/import.ts';
import type { UnrecognisedReason } from '../../../common/schemas/player.ts';
import { isProblem } from '../../platform/http/errors.ts';
import { findMatch, toMatch } from '../moving/match.ts';
import { findShowOrNull } from '../plays/groupPlays.ts';
import type { Sources } from '../plays/play.service.ts';
import { findEpisode } from '../titles/shows.ts';
import type { TitleSource } from '../titles/title.source.ts';
import type { PlayerEvent } from './senders.ts';

type Described = Pick<PlayerEvent, 'mediaType' | 'ids' | 'episodeIds' | 'name' | 'year' | 'season' | 'episodes'>;

/** The title and the episodes of an event, or why they are not certain and which titles it may be. */
export type TitleOfEvent =
  | { match: ImportMatch; episodes: EpisodeNumber[] }
  | { match: null; reason: UnrecognisedReason; candidates: ImportMatch[] };

/**
 * Which title an event is about: the one that the user has picked for such events, else by the ids of the title, of the episode,
 * or by name and year if exactly one title has both. Nothing is guessed.
 */
export async function findTitleOf(
  sources: Sources,
  event: Described,
  picked: ImportMatch | null,
): Promise<TitleOfEvent> {
  try {
    const found = picked
      ? { match: picked, episodes: numbersOf(event) }
      : ((await findByIds(sources.source, event)) ??
        (await findByEpisode(sources.source, event)) ??
        (await findByName(sources.source, event)));
    if (!found.match || event.mediaType === 'movie') return found;
    const { match } = found;
    const episodes = found.episodes.length > 0 ? found.episodes : await identifyEpisodes(sources.source, event, match);
    const show = await findShowOrNull(sources.shows, match.tmdbId);
    const isComplete = episodes.length > 0 && (!show || episodes.every((episode) => findEpisode(show, episode)));
    return isComplete ? { match, episodes } : { match: null, reason: 'episode', candidates: [match] };
  } catch (error) {
    if (isProblem(error, 'upstream')) return { match: null, reason: 'away', candidates: [] };
    throw error;
  }
}

function numbersOf({ season, episodes }: Pick<Described, 'season' | 'episodes'>): EpisodeNumber[] {
  return season === null ? [] : episodes.map((episode) => ({ season, episode }));
}

const titleOf = ({ mediaType }: Described, more: { title?: string; year?: number; ids?: PlayerEvent['ids'] }) => ({
  key: '-',
  mediaType,
  title: '',
  ids: {},
  ...more,
});

/** Null without ids, or if nothing has them: then the name may help. */
async function findByIds(source: TitleSource, event: Described): Promise<TitleOfEvent | null> {
  if (Object.keys(event.ids).length === 0) return null;
  const { match, candidates } = await findMatch(source, titleOf(event, { ids: event.ids }), event.mediaType === 'tv');
  if (match?.mediaType === event.mediaType) return { match, episodes: numbersOf(event) };
  return candidates.length > 0 ? { match: null, reason: 'ambiguous', candidates } : null;
}

/**
 * By the ids of an episode, whose numbers then are those of the source: players may count in another order. Further episodes of
 * the same file follow it.
 */
async function findByEpisode(source: TitleSource, event: Described): Promise<TitleOfEvent | null> {
  const { imdb, tvdb } = event.episodeIds;
  if (imdb === undefined && tvdb === undefined) return null;
  const identified = await source.identify({ imdb, tvdb });
  const ofShows = identified.flatMap(({ mediaType, id, episode }) =>
    mediaType === 'tv' && episode ? [{ id, episode }] : [],
  );
  const [only] = ofShows;
  if (!only || ofShows.some(({ id }) => id !== only.id)) return null;
  const facts = await source.findTitle('tv', only.id);
  if (!facts) return null;
  const { season, episode } = only.episode;
  const [first = 0, ...others] = event.episodes;
  const following = others.map((number) => ({ season, episode: episode + number - first }));
  return { match: toMatch(facts), episodes: [only.episode, ...following] };
}

/** For an event without numbers: by the ids of its episode. None if these are of another show. */
async function identifyEpisodes(
  source: TitleSource,
  event: Described,
  { tmdbId }: ImportMatch,
): Promise<EpisodeNumber[]> {
  const found = await findByEpisode(source, event);
  return found?.match && found.match.tmdbId === tmdbId ? found.episodes : [];
}

async function findByName(source: TitleSource, event: Described): Promise<TitleOfEvent> {
  const { name, year } = event;
  if (!name) return { match: null, reason: 'unknown', candidates: [] };
  const title = titleOf(event, { title: name, ...(year !== null && { year }) });
  const { match, candidates } = await findMatch(source, title, event.mediaType === 'tv');
  if (match && year !== null && match.year === year) return { match, episodes: numbersOf(event) };
  const possible = match ? [match] : candidates;
  return { match: null, reason: possible.length > 0 ? 'ambiguous' : 'unknown', candidates: possible };
}

import { useQueries } from '@tanstack/react-query';
import { episodeText } from '../../../../common/episodeText.ts';
import {
  compareEpisodes,
  countInSeason,
  type EpisodeNumber,
  type EpisodeSet,
  hasEpisode,
} from '../../../../common/progress.ts';
import type { Season, SeasonSummary } from '../../../../common/schemas/title.ts';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { TextButton } from '../../../components/TextButton.tsx';
import { calendarDay } from '../../../lib/dates.ts';
import { airedNumbers, seasonQuery } from './airing.ts';
import classes from './Episodes.module.css';

const MOST = 12;

interface SkippedProps {
  showId: number;
  status: string;
  seasons: readonly SeasonSummary[];
  seen: EpisodeSet;
  onOpen: (episode: EpisodeNumber) => void;
}

/** The aired episodes between the first and the last one seen that the viewer has not seen. Each opens its place. */
export function Skipped({ showId, status, seasons, seen, onOpen }: SkippedProps) {
  const range = rangeOf(seen);
  const concerned = seasons.filter(({ season_number, episode_count }) => {
    if (!range || season_number === 0) return false;
    const isInside = range.first.season <= season_number && season_number <= range.last.season;
    return isInside && countInSeason(seen, season_number) < episode_count;
  });
  const queries = useQueries({
    queries: concerned.map(({ season_number }) => seasonQuery(showId, season_number)),
  });
  const failed = queries.filter(({ isLoadingError }) => isLoadingError);
  if (failed.length > 0) {
    return (
      <p className={classes.quiet}>
        Couldn’t load the episodes.{' '}
        <TextButton onClick={() => failed.forEach(({ refetch }) => void refetch())}>Try again</TextButton>
      </p>
    );
  }
  const loaded = queries.flatMap(({ data }) => data ?? []);
  if (!range || loaded.length < queries.length) return <Skeleton height={32} />;
  const today = calendarDay(new Date());
  const skipped = loaded.flatMap((season) =>
    skippedIn(season, airedNumbers(season, { status, seasons }, today), seen, range),
  );
  return (
    <ul className={classes.skipped} aria-label="Skipped episodes">
      {skipped.slice(0, MOST).map(({ name, ...number }) => (
        <li key={episodeText(number)}>
          <button type="button" className={classes.pill} onClick={() => onOpen(number)}>
            {episodeText(number)} <bdi>{name}</bdi>
          </button>
        </li>
      ))}
      {skipped.length > MOST && <li className={classes.quiet}>and {skipped.length - MOST} more</li>}
    </ul>
  );
}

/** The first and the last episode seen, without specials. */
function rangeOf(seen: EpisodeSet): { first: EpisodeNumber; last: EpisodeNumber } | null {
  const regular = Object.keys(seen)
    .map(Number)
    .filter((season) => season > 0)
    .sort((a, b) => a - b);
  const [low, high] = [regular[0], regular.at(-1)];
  const [from, to] = [seen[low ?? 0]?.[0]?.[0], seen[high ?? 0]?.at(-1)?.[1]];
  if (low === undefined || high === undefined || from === undefined || to === undefined) return null;
  return { first: { season: low, episode: from }, last: { season: high, episode: to } };
}

function skippedIn(
  season: Season,
  aired: ReadonlySet<number>,
  seen: EpisodeSet,
  { first, last }: { first: EpisodeNumber; last: EpisodeNumber },
) {
  return season.episodes
    .map(({ episode_number: episode, name }) => ({ season: season.season_number, episode, name }))
    .filter((one) => aired.has(one.episode) && !hasEpisode(seen, one))
    .filter((one) => compareEpisodes(first, one) < 0 && compareEpisodes(one, last) < 0);
}

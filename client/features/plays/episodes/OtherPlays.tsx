import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import { type EpisodeNumber, type EpisodeSet, episodesOf } from '../../../../common/progress.ts';
import type { Play } from '../../../../common/schemas/play.ts';
import type { SeasonSummary } from '../../../../common/schemas/title.ts';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { TextButton } from '../../../components/TextButton.tsx';
import { allPlaysQuery } from '../play.queries.ts';
import { whenText } from '../playTime.ts';
import { seasonQuery } from './airing.ts';
import classes from './Episodes.module.css';

const MoveDialog = lazyDialog(() => import('./MoveDialog.tsx'), 'MoveDialog');

/**
 * The seen episodes that the source of titles does not have (any longer). A season is loaded for this only if some must be
 * missing; in others they are known once the season has been opened.
 */
export function useOtherNumbers(
  showId: number,
  seasons: readonly SeasonSummary[],
  seen: EpisodeSet,
): readonly EpisodeNumber[] {
  const numbers = [...episodesOf(seen)];
  const loaded = useQueries({
    queries: seasons.map(({ season_number, episode_count }) => ({
      ...seasonQuery(showId, season_number),
      enabled: numbers.some(({ season, episode }) => season === season_number && episode > episode_count),
    })),
  });
  return numbers.filter(({ season, episode }) => {
    const index = seasons.findIndex(({ season_number }) => season_number === season);
    if (index === -1) return true;
    const data = loaded[index]?.data;
    return data !== undefined && !data.episodes.some(({ episode_number }) => episode_number === episode);
  });
}

interface OtherPlaysProps {
  showId: number;
  seasons: readonly SeasonSummary[];
  /** At least one. */
  numbers: readonly EpisodeNumber[];
}

/** Plays of episodes that the source does not have. They count for nothing until they get another number. */
export function OtherPlays({ showId, seasons, numbers }: OtherPlaysProps) {
  const { data, isLoadingError, refetch } = useQuery(allPlaysQuery(showId));
  const [moved, setMoved] = useState<Play | null>(null);
  const plays = data?.filter((play) =>
    numbers.some(({ season, episode }) => season === play.season && episode === play.episode),
  );
  return (
    <section className={classes.others} aria-label="Other plays">
      <h4 className={classes.seasonName}>Other plays</h4>
      <p className={classes.quiet}>These numbers are not in the list of episodes any longer.</p>
      {isLoadingError && (
        <p className={classes.quiet}>
          Couldn’t load them. <TextButton onClick={() => refetch()}>Try again</TextButton>
        </p>
      )}
      <ul className={classes.episodes}>
        {plays?.map((play) => (
          <li key={play.id} className={classes.episode}>
            <span className={classes.words}>
              <span>{codeOf(play)}</span>
              <span className={classes.facts}>Seen {whenText(play, new Date())}</span>
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={`Move ${codeOf(play)} to another episode`}
              onClick={() => setMoved(play)}
            >
              Move…
            </Button>
          </li>
        ))}
      </ul>
      {moved && <MoveDialog play={moved} seasons={seasons} onClose={() => setMoved(null)} />}
    </section>
  );
}

const codeOf = ({ season = 0, episode = 0 }: Play) => episodeText({ season, episode });

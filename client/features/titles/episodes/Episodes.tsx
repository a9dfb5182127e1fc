import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Episode, SeasonSummary } from '../../../../common/schemas/title.ts';
import { ScreenTabs } from '../../../components/controls/ScreenTabs.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { TextButton } from '../../../components/TextButton.tsx';
import { calendarDay, calendarDayText } from '../../../lib/dates.ts';
import { titleApi } from '../../../lib/http/api.ts';
import { about, queryOf } from '../../../lib/query.ts';
import { runtimeText } from '../details/titleWords.ts';
import classes from './Episodes.module.css';

const PANEL = 'season-episodes';

interface EpisodesProps {
  showId: number;
  /** At least one. */
  seasons: readonly SeasonSummary[];
  heading: ReactNode;
}

/** The episodes of a show, one season at a time. Specials are the last season. */
export function Episodes({ showId, seasons, heading }: EpisodesProps) {
  const inOrder = [...seasons.filter(isRegular), ...seasons.filter((season) => !isRegular(season))];
  const [number, setNumber] = useState(inOrder[0]?.season_number ?? 0);
  const chosen = inOrder.find((season) => season.season_number === number);
  return (
    <section>
      {heading}
      {inOrder.length > 1 && (
        <div className={classes.seasons}>
          <ScreenTabs
            label="Seasons"
            panelId={PANEL}
            tabs={inOrder.map((season) => ({
              value: String(season.season_number),
              label: <SeasonLabel {...season} />,
            }))}
            value={String(number)}
            onChange={(value) => setNumber(Number(value))}
          />
        </div>
      )}
      <div id={PANEL}>{chosen && <SeasonEpisodes key={number} showId={showId} season={chosen} />}</div>
    </section>
  );
}

const isRegular = ({ season_number }: SeasonSummary) => season_number > 0;

function SeasonLabel({ season_number }: SeasonSummary) {
  if (season_number === 0) return 'Specials';
  return (
    <>
      <span aria-hidden="true">S{season_number}</span>
      <span className="visually-hidden">Season {season_number}</span>
    </>
  );
}

function SeasonEpisodes({ showId, season }: { showId: number; season: SeasonSummary }) {
  const { data, isError, refetch } = useQuery({
    ...queryOf(titleApi.tv.season, { params: { id: showId, season: season.season_number } }),
    ...about('titles'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) {
    return (
      <p className={classes.quiet}>
        Couldn’t load the episodes. <TextButton onClick={() => refetch()}>Try again</TextButton>
      </p>
    );
  }
  if (!data) return <EpisodesSkeleton count={season.episode_count} />;
  if (data.episodes.length === 0) return <p className={classes.quiet}>The episodes are not announced yet.</p>;
  return (
    <ol className={classes.episodes} aria-label={data.name}>
      {data.episodes.map((episode) => (
        <EpisodeRow key={episode.episode_number} {...episode} />
      ))}
    </ol>
  );
}

function EpisodeRow({ episode_number, name, air_date, runtime }: Episode) {
  const facts = [air_date && airText(air_date), runtime && runtimeText(runtime)].filter(Boolean);
  return (
    <li className={classes.episode}>
      <span className={classes.number}>{episode_number}</span>
      <span className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
      </span>
    </li>
  );
}

function airText(day: string): string {
  const text = calendarDayText(day);
  return day > calendarDay(new Date()) ? `Airs ${text}` : text;
}

const MOST_SKELETONS = 12;

/** As high as the rows that will follow. */
function EpisodesSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.episodes} role="status" aria-label="Loading episodes">
      {Array.from({ length: Math.min(count, MOST_SKELETONS) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
        <div key={index} className={classes.episode}>
          <Skeleton width={220} height={20} />
        </div>
      ))}
    </div>
  );
}

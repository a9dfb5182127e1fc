import { Button } from '@mantine/core';
import { IconCheck, IconChecks, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import {
  type ChosenState,
  chosenStates,
  countInSeason,
  type EpisodeNumber,
  episodesOf,
  hasEpisode,
  withoutEpisode,
} from '../../../../common/progress.ts';
import type { ShownProgress } from '../../../../common/schemas/progress.ts';
import type { Season, SeasonSummary } from '../../../../common/schemas/title.ts';
import { ScreenTabs } from '../../../components/controls/ScreenTabs.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { MenuButton } from '../../../components/menu/MenuButton.tsx';
import { TextButton } from '../../../components/TextButton.tsx';
import { calendarDay } from '../../../lib/dates.ts';
import { percentOf } from '../../../lib/percent.ts';
import { useProgress } from '../progress.queries.ts';
import { airedNumbers, seasonQuery } from './airing.ts';
import { EpisodeRows } from './EpisodeRows.tsx';
import classes from './Episodes.module.css';
import { dayInWords, seasonName } from './episodeWords.ts';
import { OtherPlays, useOtherNumbers } from './OtherPlays.tsx';
import { Skipped } from './Skipped.tsx';
import { setState, watchSome } from './watching.ts';

const PANEL = 'season-episodes';

interface EpisodesProps {
  showId: number;
  /** As the source has it. */
  status: string;
  /** At least one. */
  seasons: readonly SeasonSummary[];
  /** The list that the show was opened from. */
  folderId: string | null;
  heading: ReactNode;
}

/** The episodes of a show and how far the viewer is, one season at a time. Specials are the last season. */
export function Episodes({ heading, ...show }: EpisodesProps) {
  const { progress, isPending, refetch } = useProgress(show.showId);
  return (
    <section>
      {heading}
      {isPending ? (
        <EpisodesSkeleton count={show.seasons[0]?.episode_count ?? 0} />
      ) : (
        <Seasons {...show} progress={progress} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

type SeasonsProps = Omit<EpisodesProps, 'heading'> & {
  /** Undefined if it could not be loaded. */
  progress: ShownProgress | undefined;
  onRetry: () => void;
};

function Seasons({ progress, onRetry, ...show }: SeasonsProps) {
  const { showId, seasons } = show;
  const inOrder = [...seasons.filter(isRegular), ...seasons.filter((season) => !isRegular(season))];
  const [number, setNumber] = useState(() => {
    const next = progress?.next?.season;
    return inOrder.some((season) => season.season_number === next) ? next : inOrder[0]?.season_number;
  });
  const [goal, setGoal] = useState<EpisodeNumber | null>(null);
  const others = useOtherNumbers(showId, seasons, progress?.seen ?? {});
  const counted = progress && { ...progress, seen: others.reduce(withoutEpisode, progress.seen) };
  const chosen = inOrder.find((season) => season.season_number === number);
  const open = (episode: EpisodeNumber) => {
    setNumber(episode.season);
    // A new object each time, so that the same episode is scrolled to again.
    setGoal({ ...episode });
  };
  return (
    <>
      {counted ? (
        <Summary {...show} progress={counted} onOpen={open} />
      ) : (
        <p className={classes.quiet}>
          Couldn’t load what you have seen. <TextButton onClick={onRetry}>Try again</TextButton>
        </p>
      )}
      {inOrder.length > 1 && (
        <div className={classes.seasons}>
          <ScreenTabs
            label="Seasons"
            panelId={PANEL}
            tabs={inOrder.map((season) => ({
              value: String(season.season_number),
              label: <SeasonLabel season={season} progress={counted} />,
            }))}
            value={String(number)}
            onChange={(value) => setNumber(Number(value))}
          />
        </div>
      )}
      <div id={PANEL}>
        {chosen && <SeasonEpisodes key={number} {...show} season={chosen} progress={progress} goal={goal} />}
      </div>
      {others.length > 0 && <OtherPlays showId={showId} seasons={seasons} numbers={others} />}
    </>
  );
}

const isRegular = ({ season_number }: SeasonSummary) => season_number > 0;

/** How many episodes of a season count as seen. */
function seenIn(season: SeasonSummary, progress: ShownProgress | undefined): number {
  return Math.min(countInSeason(progress?.seen ?? {}, season.season_number), season.episode_count);
}

function SeasonLabel({ season, progress }: { season: SeasonSummary; progress: ShownProgress | undefined }) {
  const { season_number, episode_count } = season;
  const seen = seenIn(season, progress);
  const isWhole = seen === episode_count && seen > 0;
  return (
    <span className={classes.tab}>
      {season_number === 0 ? (
        'Specials'
      ) : (
        <>
          <span aria-hidden="true">S{season_number}</span>
          <span className="visually-hidden">Season {season_number}</span>
        </>
      )}
      {progress && episode_count > 0 && (
        <span className={classes.tabCount} data-whole={isWhole || undefined}>
          {isWhole && <IconCheck size={12} stroke={3} aria-hidden="true" />}
          <span className="visually-hidden">, </span>
          {seen} of {episode_count}
        </span>
      )}
    </span>
  );
}

const ShowMenu = lazyDialog(() => import('./ShowMenu.tsx'), 'ShowMenu');

interface SummaryProps extends Pick<EpisodesProps, 'showId' | 'seasons' | 'status'> {
  progress: ShownProgress;
  onOpen: (episode: EpisodeNumber) => void;
}

/** How far the viewer is in the whole show, what comes next, and what was skipped. */
function Summary({ showId, seasons, status, progress, onOpen }: SummaryProps) {
  const { state, seenCount, airedCount, next, skipped } = progress;
  const [showsSkipped, setShowsSkipped] = useState(false);
  const chosen = asChosen(state);
  if (seenCount === 0 && !chosen && !progress.restartedAt) return null;
  const words = stateWords(progress, calendarDay(new Date()));
  return (
    <div className={classes.summary}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label="Episodes seen"
        aria-valuenow={seenCount}
        aria-valuemin={0}
        aria-valuemax={airedCount}
        aria-valuetext={`${seenCount} of ${airedCount} episodes`}
      >
        <span style={{ width: percentOf(seenCount, airedCount) }} />
      </div>
      <div className={classes.line}>
        <p className={classes.state}>
          <strong>
            {seenCount} of {airedCount}
          </strong>{' '}
          {words && <span>{words}</span>}
          {!chosen && next && <TextButton onClick={() => onOpen(next)}>{`Next: ${episodeText(next)}`}</TextButton>}
          {!chosen && skipped > 0 && (
            <TextButton aria-expanded={showsSkipped} onClick={() => setShowsSkipped(!showsSkipped)}>
              You skipped {skipped}
            </TextButton>
          )}
        </p>
        {chosen && (
          <Button variant="default" size="xs" onClick={() => void setState(showId, null, chosen)}>
            Continue
          </Button>
        )}
        <MenuButton renderMenu={(menu) => <ShowMenu {...menu} showId={showId} state={chosen} />}>
          <button type="button" className={classes.more} aria-label="Options for this show">
            <IconDots size={20} stroke={1.75} />
          </button>
        </MenuButton>
      </div>
      {showsSkipped && skipped > 0 && (
        <Skipped showId={showId} seasons={seasons} status={status} seen={progress.seen} onOpen={onOpen} />
      )}
    </div>
  );
}

const asChosen = (state: ShownProgress['state']): ChosenState | null =>
  chosenStates.find((known) => known === state) ?? null;

function stateWords({ state, upcoming }: ShownProgress, today: string): string | null {
  if (state === 'paused') return 'Paused';
  if (state === 'dropped') return 'Dropped';
  if (state === 'finished') return 'Finished';
  if (state !== 'up-to-date') return null;
  return upcoming?.airDate ? `Up to date · Returns ${dayInWords(upcoming.airDate, today)}` : 'Up to date';
}

interface SeasonEpisodesProps extends Omit<EpisodesProps, 'heading'> {
  season: SeasonSummary;
  progress: ShownProgress | undefined;
  goal: EpisodeNumber | null;
}

function SeasonEpisodes(props: SeasonEpisodesProps) {
  const { showId, status, seasons, season, folderId, progress, goal } = props;
  const { data, isLoadingError, refetch } = useQuery(seasonQuery(showId, season.season_number));
  const aired = useMemo(
    () => (data ? airedNumbers(data, { status, seasons }, calendarDay(new Date())) : new Set<number>()),
    [data, status, seasons],
  );
  if (isLoadingError) {
    return (
      <p className={classes.quiet}>
        Couldn’t load the episodes. <TextButton onClick={() => refetch()}>Try again</TextButton>
      </p>
    );
  }
  if (!data) return <EpisodesSkeleton count={season.episode_count} />;
  if (data.episodes.length === 0) return <p className={classes.quiet}>The episodes are not announced yet.</p>;
  return (
    <>
      {progress && <SeasonHead {...{ showId, folderId, season: data, aired, progress }} />}
      <EpisodeRows {...{ showId, folderId, season: data, aired, progress, goal }} />
    </>
  );
}

const SeasonMenu = lazyDialog(() => import('./SeasonMenu.tsx'), 'SeasonMenu');

interface SeasonHeadProps extends Pick<EpisodesProps, 'showId' | 'folderId'> {
  season: Season;
  aired: ReadonlySet<number>;
  progress: ShownProgress;
}

/** What can be done with a season as a whole. */
function SeasonHead({ showId, folderId, season, aired, progress }: SeasonHeadProps) {
  const number = season.season_number;
  const episodes = [...aired].map((episode) => ({ season: number, episode }));
  const isWhole = episodes.length > 0 && episodes.every((one) => hasEpisode(progress.seen, one));
  const seen = [...episodesOf({ [number]: progress.seen[number] ?? [] })];
  return (
    <div className={classes.line}>
      <h4 className={classes.seasonName}>
        <bdi>{season.name}</bdi>
        {season.air_date && <span className={classes.year}>{season.air_date.slice(0, 4)}</span>}
      </h4>
      {isWhole ? (
        <span className={classes.whole}>
          <IconChecks size={18} stroke={2} /> All seen
        </span>
      ) : (
        episodes.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChecks size={16} stroke={2} />}
            onClick={() => void watchSome({ tmdbId: showId, kind: 'season', season: number, shown: episodes })}
          >
            Season seen
          </Button>
        )
      )}
      <MenuButton renderMenu={(menu) => <SeasonMenu {...menu} {...{ showId, folderId, number, episodes, seen }} />}>
        <button type="button" className={classes.more} aria-label={`Options for ${seasonName(number)}`}>
          <IconDots size={20} stroke={1.75} />
        </button>
      </MenuButton>
    </div>
  );
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

import { IconCalendar, IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { episodeText } from '../../../../common/episodeText.ts';
import { compareEpisodes, hasEpisode } from '../../../../common/progress.ts';
import type { FollowedShow, ShownProgress, UpNextEntry, UpNextGroup } from '../../../../common/schemas/progress.ts';
import { AvatarStack } from '../../../components/Avatar.tsx';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { useBrokenPicture } from '../../../components/useBrokenPicture.ts';
import { calendarDay } from '../../../lib/dates.ts';
import { dominantColour, imageUrl, posterOf } from '../../../lib/images.ts';
import { dialogState, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { isShortcut } from '../../../lib/page/shortcuts.ts';
import { percentOf } from '../../../lib/percent.ts';
import { useUsers } from '../../users/users.store.ts';
import { dayInWords, episodeLine } from '../episodes/episodeWords.ts';
import { watchEpisode } from '../episodes/watching.ts';
import { useIsTickWaiting } from '../progress.queries.ts';
import { watchTogether } from '../together/watchTogether.ts';
import classes from './UpNextCard.module.css';

interface UpNextCardProps extends UpNextEntry {
  /** From the row's roving focus. */
  tabIndex?: 0 | -1 | undefined;
}

/** A show with its next episode, which one press marks as seen; or the day on which it returns. */
export function UpNextCard({ show, progress, group, tabIndex }: UpNextCardProps) {
  const linkTo = useTitleLink();
  const { next, upcoming, seenCount, airedCount, skipped } = progress;
  const today = calendarDay(new Date());
  const shown = next ?? upcoming;
  // Only the server knows which episode follows.
  const isWaiting = useIsTickWaiting(show.tmdbId, next);
  const to = linkTo({ mediaType: 'tv', tmdbId: show.tmdbId });
  const link = { to, state: dialogState, preventScrollReset: true, tabIndex };
  return (
    <article className={classes.card} data-up-next>
      <Link {...link} className={classes.picture} style={{ backgroundColor: dominantColour(show.backdropPath) }}>
        <Picture show={show} still={next?.stillPath} />
        {next?.airDate === today && <span className={classes.badge}>New today</span>}
        <bdi className={classes.title}>{show.title}</bdi>
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: percentOf(seenCount, airedCount) }} />
        </span>
      </Link>
      {group && group.memberIds.length > 1 && (
        <Together show={show} progress={progress} group={group} tabIndex={tabIndex} />
      )}
      <div className={classes.foot}>
        {/* Each episode fades in when it takes the place of the one before. */}
        <div key={shown ? episodeText(shown) : 'none'} className={classes.words}>
          {shown && (
            <p className={classes.episode}>
              {isWaiting ? `${episodeText(shown)} is marked and waits for a connection` : episodeLine(shown)}
            </p>
          )}
          <p className={classes.facts}>
            {!next && upcoming?.airDate ? (
              `Returns ${dayInWords(upcoming.airDate, today)}`
            ) : (
              <span>
                {seenCount} of {airedCount}
              </span>
            )}
            {skipped > 0 && <Link {...link}>You skipped {skipped}</Link>}
          </p>
        </div>
        {next ? (
          <Tick show={show} progress={progress} tabIndex={tabIndex} />
        ) : (
          <span className={classes.waiting} aria-hidden="true">
            <IconCalendar size={22} stroke={1.75} />
          </span>
        )}
      </div>
    </article>
  );
}

/** The still of the episode where the viewer hides nothing, else the picture of the show. */
function Picture({ show, still }: { show: FollowedShow; still: string | null | undefined }) {
  const path = still ?? show.backdropPath;
  const url = imageUrl(path, 'w780');
  const { isBroken, markBroken } = useBrokenPicture(path);
  if (!url || isBroken) return <PosterImage title="" path={posterOf({ ...show, mediaType: 'tv' })} width={320} />;
  return <img className={classes.image} src={url} alt="" loading="lazy" decoding="async" onError={markBroken} />;
}

interface TogetherProps extends Omit<TickProps, 'progress'> {
  progress: ShownProgress;
  group: UpNextGroup;
}

/** The others who watch the show with the viewer. If the same episode is next for all, one press marks it for all. */
function Together({ show, progress: { next, seen }, group, tabIndex }: TogetherProps) {
  const viewerId = useUsers((state) => state.viewer?.id);
  const faces = <AvatarStack people={group.people.filter(({ id }) => id !== viewerId)} size={26} max={3} />;
  const isSame = next && group.next && compareEpisodes(next, group.next) === 0;
  if (!isSame) return <span className={classes.together}>{faces}</span>;
  const { folderId } = group;
  const { tmdbId, title } = show;
  const handlePress = () => {
    if (!hasEpisode(seen, next)) void watchTogether({ folderId, tmdbId }, next);
  };
  return (
    <button
      type="button"
      className={classes.together}
      aria-label={`We watched it: ${title} ${episodeText(next)}`}
      tabIndex={tabIndex}
      onClick={handlePress}
    >
      {faces} We watched it
    </button>
  );
}

interface TickProps {
  show: FollowedShow;
  progress: ShownProgress;
  tabIndex: 0 | -1 | undefined;
}

/** Marks the next episode as seen. While that is being saved it stays ticked; then the following episode takes its place. */
function Tick({ show, progress: { next, seen }, tabIndex }: TickProps) {
  if (!next) return null;
  const isTicked = hasEpisode(seen, next);
  const handlePress = () => {
    if (!isTicked) void watchEpisode(show.tmdbId, next, { title: show.title });
  };
  return (
    <button
      type="button"
      className={classes.tick}
      aria-label={`Watched ${show.title} ${episodeText(next)}`}
      aria-keyshortcuts="e"
      aria-pressed={isTicked}
      tabIndex={tabIndex}
      data-tick
      onClick={handlePress}
    >
      <IconCheck size={26} stroke={2.5} aria-hidden="true" />
    </button>
  );
}

/** The 'e' key ticks the next episode of the card that has the focus. */
export function tickByKey(event: KeyboardEvent<HTMLElement>): void {
  if (!isShortcut(event.nativeEvent, 'e')) return;
  const tick = (event.target as HTMLElement).closest('[data-up-next]')?.querySelector<HTMLElement>('[data-tick]');
  if (!tick) return;
  event.preventDefault();
  tick.click();
}

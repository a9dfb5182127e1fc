import { IconCheck, IconPlus, IconStarFilled, IconX } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { Link, type To } from 'react-router';
import { dialogState } from '../lib/dialogUrl.ts';
import { dominantColour, imageUrl, posterSize } from '../lib/images.ts';
import { initialOf, memberColour, type Person } from '../lib/person.ts';
import classes from './PosterCard.module.css';

export interface PosterCardProps {
  title: string;
  posterPath: string | null | undefined;
  /** YYYY-MM-DD or empty; the card shows the year, or 'Unknown'. */
  releaseDate?: string | null;
  /** 0 to 10; absent or 0 shows 'N/A'. */
  rating?: number | null;
  /** Where a press goes: usually the media dialog as URL state. */
  to: To;
  /** History state of that link: a dialog's, unless told otherwise. */
  linkState?: unknown;
  /** Shows the plus button at the lower right. */
  onAdd?: () => void;
  /** Shows a cross at the lower right instead of the plus. */
  onRemove?: () => void;
  /** Dimmed, with a check. */
  isWatched?: boolean;
  /** Ten-point rating in the ticket stub of Reviewed. */
  userRating?: number | null;
  /** Who has it open right now: a ring in their colour with their initials. */
  viewers?: readonly Person[];
  /** Somebody else added it a moment ago: it slides in with their avatar in an amber ring. */
  arrivedFrom?: Person | null;
  /** It was just taken out: it shrinks away. */
  isLeaving?: boolean;
  /** CSS pixels it is shown at, from the grid: picks the picture's size. */
  width?: number;
  /** From the grid's roving focus. */
  tabIndex?: 0 | -1;
  /** Off for what is below the fold of a row. */
  isEager?: boolean;
  caption?: ReactNode;
}

/** A poster anywhere in the product: look.md's Poster. */
export const PosterCard = memo(function PosterCard(props: PosterCardProps) {
  const { title, posterPath, releaseDate, rating, to, onAdd, onRemove, isWatched, userRating } = props;
  const {
    viewers = [],
    arrivedFrom,
    isLeaving,
    width = 160,
    tabIndex,
    isEager = true,
    caption,
    linkState = dialogState,
  } = props;
  const year = releaseDate?.slice(0, 4) || 'Unknown';
  const score = rating ? rating.toFixed(1) : 'N/A';
  const firstViewer = viewers[0];

  return (
    <article
      className={classes.card}
      data-watched={isWatched || undefined}
      data-arrived={arrivedFrom ? true : undefined}
      data-leaving={isLeaving || undefined}
      data-compact={width < 112 || undefined}
    >
      <Link
        to={to}
        state={linkState}
        preventScrollReset
        className={classes.poster}
        tabIndex={tabIndex}
        aria-label={labelOf(title, year, isWatched, userRating)}
        style={{
          backgroundColor: isWatched ? undefined : dominantColour(posterPath),
          ...(firstViewer && { '--ring': memberColour(firstViewer.id) }),
        }}
        data-open={firstViewer ? true : undefined}
      >
        <PosterImage title={title} path={posterPath} width={width} isEager={isEager} />
        <span className={classes.shade}>
          <span className={classes.title}>{title}</span>
          <span className={classes.facts}>
            {year}
            <span className={classes.score}>
              <IconStarFilled size={11} />
              {score}
            </span>
          </span>
        </span>
        {isWatched && (
          <span className={classes.check}>
            <IconCheck size={14} stroke={2.5} />
          </span>
        )}
        {userRating != null && <span className={classes.ticket}>{userRating}/10</span>}
        {firstViewer && <span className={classes.viewer}>{viewersMark(viewers)}</span>}
        {arrivedFrom && (
          <span className={classes.arrival} style={{ '--ring': memberColour(arrivedFrom.id) }}>
            {initialOf(arrivedFrom)}
          </span>
        )}
      </Link>
      {onRemove ? (
        <button
          type="button"
          className={classes.plus}
          data-kind="remove"
          tabIndex={tabIndex}
          aria-label={`Remove ${title}`}
          onClick={onRemove}
        >
          <IconX size={20} stroke={1.75} />
        </button>
      ) : (
        onAdd && (
          <button
            type="button"
            className={classes.plus}
            tabIndex={tabIndex}
            aria-label={`Add ${title} to a list`}
            onClick={onAdd}
          >
            <IconPlus size={20} stroke={1.75} />
          </button>
        )
      )}
      {caption && <div className={classes.caption}>{caption}</div>}
    </article>
  );
});

interface PosterImageProps {
  title: string;
  path: string | null | undefined;
  width: number;
  isEager?: boolean;
}

/** The picture alone; without one, the title set on a plain card. */
export function PosterImage({ title, path, width, isEager = true }: PosterImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = imageUrl(path, posterSize(width));
  if (!url || url === brokenUrl) {
    return (
      <span className={classes.missing}>
        <span>{title}</span>
        <small>No Image</small>
      </span>
    );
  }
  return (
    <img
      className={classes.image}
      src={url}
      alt=""
      draggable={false}
      decoding="async"
      loading={isEager ? 'eager' : 'lazy'}
      onError={() => setBrokenUrl(url)}
    />
  );
}

function labelOf(title: string, year: string, isWatched: boolean | undefined, userRating: number | null | undefined) {
  const marks = [isWatched && 'on the rewatch list', userRating != null && `rated ${userRating} out of 10`];
  return [`${title} (${year})`, ...marks.filter(Boolean)].join(', ');
}

function viewersMark(viewers: readonly Person[]): string {
  const [first, ...others] = viewers;
  return others.length > 0 ? `${initialOf(first)}+${others.length}` : initialOf(first);
}

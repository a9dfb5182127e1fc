import { IconStarFilled } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { Link, type To } from 'react-router';
import { dialogState } from '../lib/dialogUrl.ts';
import { dominantColour, imageUrl, posterSize } from '../lib/images.ts';
import { initialOf, memberColour, type Person } from '../lib/person.ts';
import classes from './PosterCard.module.css';
import type { CellProps } from './PosterGrid.tsx';

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
  /** From the grid: makes the card the list's item. */
  cell?: CellProps;
  /** Off for what is below the fold of a row. */
  isEager?: boolean;
  caption?: ReactNode;
}

/**
 * A poster anywhere in the product: look.md's Poster. Thousands may pass by in a grid, so a card at rest is four nodes;
 * what hovering tells is drawn for the one card that is hovered or focused.
 */
export const PosterCard = memo(function PosterCard(props: PosterCardProps) {
  const { title, posterPath, releaseDate, rating, to, onAdd, onRemove, isWatched, userRating } = props;
  const { viewers = [], arrivedFrom, isLeaving, width = 160, tabIndex, isEager = true, caption } = props;
  const { linkState = dialogState, cell } = props;
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const year = releaseDate?.slice(0, 4) || 'Unknown';
  const firstViewer = viewers[0];
  const handlePress = onRemove ?? onAdd;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the link and the button inside
    <div
      {...cell}
      className={classes.card}
      data-poster
      data-watched={isWatched || undefined}
      data-arrived={arrivedFrom ? true : undefined}
      data-leaving={isLeaving || undefined}
      data-compact={width < 112 || undefined}
      onPointerEnter={(event) => setHovered(event.pointerType !== 'touch')}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <Link
        to={to}
        state={linkState}
        preventScrollReset
        className={classes.poster}
        tabIndex={tabIndex}
        style={{
          backgroundColor: isWatched ? undefined : dominantColour(posterPath),
          ...(firstViewer && { '--ring': memberColour(firstViewer.id) }),
        }}
        data-open={firstViewer ? true : undefined}
      >
        <PosterImage
          title={title}
          alt={labelOf(title, year, isWatched, userRating)}
          path={posterPath}
          width={width}
          isEager={isEager}
        />
        {(isHovered || isFocused) && <Shade title={title} year={year} rating={rating} hasButton={!!handlePress} />}
        {isWatched && <span className={classes.check} />}
        {userRating != null && (
          <span className={classes.ticket} aria-hidden="true">
            {userRating}/10
          </span>
        )}
        {firstViewer && (
          <span className={classes.viewer} aria-hidden="true">
            {viewersMark(viewers)}
          </span>
        )}
        {arrivedFrom && (
          <span className={classes.arrival} aria-hidden="true" style={{ '--ring': memberColour(arrivedFrom.id) }}>
            {initialOf(arrivedFrom)}
          </span>
        )}
      </Link>
      {handlePress && (
        <button
          type="button"
          className={classes.plus}
          data-kind={onRemove ? 'remove' : 'add'}
          tabIndex={tabIndex}
          aria-label={onRemove ? `Remove ${title}` : `Add ${title} to a list`}
          aria-keyshortcuts={onRemove ? undefined : 'a'}
          onClick={handlePress}
        />
      )}
      {caption && <div className={classes.caption}>{caption}</div>}
    </div>
  );
});

interface ShadeProps {
  title: string;
  year: string;
  rating: number | null | undefined;
  hasButton: boolean;
}

function Shade({ title, year, rating, hasButton }: ShadeProps) {
  return (
    <span className={classes.shade} aria-hidden="true">
      <span className={classes.title}>{title}</span>
      <span className={classes.facts} data-beside-button={hasButton || undefined}>
        {year}
        <span className={classes.score}>
          <IconStarFilled size={11} />
          {rating ? rating.toFixed(1) : 'N/A'}
        </span>
      </span>
    </span>
  );
}

interface PosterImageProps {
  /** Set on the card that stands in for a missing picture. */
  title: string;
  /** Where the picture names what it stands in; without one it is decoration. */
  alt?: string;
  path: string | null | undefined;
  width: number;
  isEager?: boolean;
}

/** The picture alone; without one, the title set on a plain card. */
export function PosterImage({ title, alt = '', path, width, isEager = true }: PosterImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = imageUrl(path, posterSize(width));
  if (!url || url === brokenUrl) {
    return (
      <span className={classes.missing} aria-hidden={alt === '' || undefined}>
        <span>{title}</span>
        <small>No Image</small>
      </span>
    );
  }
  return (
    <img
      className={classes.image}
      src={url}
      alt={alt}
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

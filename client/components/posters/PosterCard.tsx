import { IconStarFilled } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { Link, type To } from 'react-router-dom';
import { dominantColour, posterSources } from '../../lib/images.ts';
import { dialogState } from '../../lib/page/dialogUrl.ts';
import type { Person } from '../../lib/person.ts';
import { useMemberColour } from '../MemberColours.tsx';
import { useBrokenPicture } from '../useBrokenPicture.ts';
import type { CellProps } from './grid/PosterGrid.tsx';
import classes from './PosterCard.module.css';
import { PosterMarks, type PosterMarksProps, SeenDots, seenByText } from './PosterMarks.tsx';
import { PosterStrip } from './PosterStrip.tsx';

interface PosterCardProps extends PosterMarksProps {
  title: string;
  posterPath: string | null | undefined;
  /** YYYY-MM-DD or empty; the card shows the year, or 'Unknown'. */
  releaseDate?: string | null;
  /** 0 to 10; absent or 0 shows 'N/A'. */
  rating?: number | null;
  /** The link of the card, usually to the media dialog. */
  to: To;
  /** History state of the link; a dialog's by default. */
  linkState?: unknown;
  /** From the grid: the actions are in a strip below the poster. */
  hasStrip?: boolean;
  /** Shows the plus button at the lower right. */
  onAdd?: () => void;
  /** Shows a cross at the lower right instead of the plus. */
  onRemove?: () => void;
  /** Members of the list who have seen it: a dot for each. */
  seenBy?: readonly Person[];
  /** It was just removed: it shrinks away. */
  isLeaving?: boolean;
  /** Width in CSS pixels, from the grid: chooses the size of the picture. */
  width?: number;
  /** From the grid's roving focus. */
  tabIndex?: 0 | -1;
  /** From the grid: makes the card a list item. */
  cell?: CellProps;
  /** False for cards outside the visible part of a row. */
  isEager?: boolean;
  caption?: ReactNode;
}

/**
 * The poster card of every screen. A grid can scroll through thousands, so an idle card is only four DOM nodes.
 * The details are rendered only for the card that is hovered or focused.
 */
export const PosterCard = memo(function PosterCard(props: PosterCardProps) {
  const { title, posterPath, releaseDate, rating, to, onAdd, onRemove, isWatched, userRating } = props;
  const { viewers = [], arrivedFrom, isLeaving, width = 160, tabIndex, isEager = true, caption } = props;
  const { linkState = dialogState, cell, hasStrip, seenBy = [], seenCount, airedCount, hasNewComments } = props;
  const colourOf = useMemberColour();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const year = releaseDate?.slice(0, 4) || 'Unknown';
  const firstViewer = viewers[0];

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of the link and the button inside
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
          ...(firstViewer && { '--ring': colourOf(firstViewer.id) }),
        }}
        data-open={firstViewer ? true : undefined}
      >
        <PosterImage
          title={title}
          alt={labelOf(title, year, props)}
          path={posterPath}
          width={width}
          isEager={isEager}
        />
        {(isHovered || isFocused) && (
          <Shade title={title} year={year} rating={rating} hasButton={!!(onAdd || onRemove)} />
        )}
        <PosterMarks {...{ isWatched, userRating, viewers, seenCount, airedCount, hasNewComments, arrivedFrom }} />
      </Link>
      {seenBy.length > 0 && <SeenDots people={seenBy} />}
      {hasStrip && <PosterStrip {...{ title, year, rating, onAdd, onRemove, tabIndex }} />}
      {!hasStrip && (onAdd || onRemove) && <CornerButton {...{ title, onAdd, onRemove, tabIndex }} />}
      {caption && (
        <div className={classes.caption} data-below-strip={hasStrip || undefined}>
          {caption}
        </div>
      )}
    </div>
  );
});

type CornerButtonProps = Pick<PosterCardProps, 'title' | 'onAdd' | 'onRemove' | 'tabIndex'>;

/** The plus at the lower right, or the cross if the title can be removed. */
function CornerButton({ title, onAdd, onRemove, tabIndex }: CornerButtonProps) {
  return (
    <button
      type="button"
      className={classes.plus}
      data-kind={onRemove ? 'remove' : 'add'}
      tabIndex={tabIndex}
      aria-label={onRemove ? `Remove ${title}` : `Add ${title} to a list`}
      aria-keyshortcuts={onRemove ? undefined : 'a'}
      onClick={onRemove ?? onAdd}
    />
  );
}

interface ShadeProps {
  title: string;
  year: string;
  rating: number | null | undefined;
  hasButton: boolean;
}

function Shade({ title, year, rating, hasButton }: ShadeProps) {
  return (
    <span className={classes.shade} aria-hidden="true">
      <bdi className={classes.title}>{title}</bdi>
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
  /** Shown if there is no picture. Empty on a poster too small for words. */
  title: string;
  /** The picture's alternative text; without it the picture is decorative. */
  alt?: string;
  path: string | null | undefined;
  width: number;
  isEager?: boolean;
}

/** Only the picture; without one, the title on a plain card. */
export function PosterImage({ title, alt = '', path, width, isEager = true }: PosterImageProps) {
  const { isBroken, markBroken } = useBrokenPicture(path);
  const sources = posterSources(path, width);
  if (!sources || isBroken) {
    return (
      <span className={classes.missing} aria-hidden={alt === '' || undefined}>
        <bdi>{title}</bdi>
        {title !== '' && <small>No Image</small>}
      </span>
    );
  }
  return (
    <img
      className={classes.image}
      {...sources}
      alt={alt}
      draggable={false}
      decoding="async"
      loading={isEager ? 'eager' : 'lazy'}
      onError={markBroken}
    />
  );
}

function labelOf(title: string, year: string, props: PosterCardProps) {
  const { isWatched, userRating, hasNewComments, seenBy = [], seenCount, airedCount } = props;
  const marks = [
    isWatched && 'on the rewatch list',
    userRating != null && `rated ${userRating} out of 10`,
    !!seenCount && `${seenCount} of ${airedCount} episodes seen`,
    seenBy.length > 0 && seenByText(seenBy),
    hasNewComments && 'new comments',
  ];
  return [`${title} (${year})`, ...marks.filter(Boolean)].join(', ');
}

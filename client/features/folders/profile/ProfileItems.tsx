import { IconStarFilled } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import type { Item } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { PosterGrid, type PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { PosterCard } from '../../../components/posters/PosterCard.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { posterFacts, ratingOf } from '../../titles/titleFacts.ts';
import { byWatched } from '../items/watchedSections.tsx';
import classes from './ProfileItems.module.css';

/** Two lines for the title, one for its type, and the space above. */
export const PROFILE_CAPTION_HEIGHT = 66;

interface ProfileItemsProps {
  items: readonly Item[];
  label: string;
  /** Set if the list is the viewer's own, so that dialogs act on it. */
  listId?: string;
}

/** The titles of another user's list, each with its type. The viewer can add them to their own lists. */
export function ProfileItems({ items, label, listId }: ProfileItemsProps) {
  const sections = useMemo(() => byWatched(items), [items]);
  const linkTo = useTitleLink(listId);
  const openDialog = useOpenDialog();

  const renderPoster = useCallback(
    (item: Item, place: PosterPlace) => (
      <PosterCard
        {...posterFacts(item)}
        to={linkTo(item)}
        isWatched={item.watched}
        onAdd={() => openDialog({ add: titleParam(item) })}
        caption={<Caption item={item} hasRating={!place.hasStrip} />}
        {...place}
      />
    ),
    [linkTo, openDialog],
  );

  return (
    <PosterGrid
      sections={sections}
      getKey={titleKey}
      renderPoster={renderPoster}
      label={label}
      hasActions
      captionHeight={PROFILE_CAPTION_HEIGHT}
    />
  );
}

/** Name and type of a title, with its rating except on touch screens, which show it above in the strip. */
function Caption({ item, hasRating }: { item: Item; hasRating: boolean }) {
  const rating = hasRating ? ratingOf(item) : null;
  return (
    <>
      <p className={classes.title}>
        <bdi>{item.title}</bdi>
      </p>
      <p className={classes.facts}>
        <span>{item.mediaType === 'movie' ? 'Movie' : 'TV Show'}</span>
        {rating !== null && (
          <span className={classes.rating}>
            <IconStarFilled className="star-full" size={11} aria-hidden="true" />
            {rating.toFixed(1)}
          </span>
        )}
      </p>
    </>
  );
}

import { IconStarFilled } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { type Item, titleKey } from '../../../common/item.ts';
import { PosterCard } from '../../components/PosterCard.tsx';
import { PosterGrid, type PosterPlace } from '../../components/PosterGrid.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/dialogUrl.ts';
import { posterFacts, ratingOf } from '../titles/titleFacts.ts';
import classes from './ProfileItems.module.css';
import { byWatched } from './watchedSections.tsx';

/** The title on up to two lines, what it is on a third, and the room above them. */
export const PROFILE_CAPTION_HEIGHT = 66;

interface ProfileItemsProps {
  items: readonly Item[];
  label: string;
  /** Where the list is the viewer's own: dialogs then act on it. */
  listId?: string;
}

/** The titles of somebody's list, each with what it is: to look at, or to take over into a list of one's own. */
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
        caption={<Caption item={item} />}
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
      captionHeight={PROFILE_CAPTION_HEIGHT}
    />
  );
}

function Caption({ item }: { item: Item }) {
  const rating = ratingOf(item);
  return (
    <>
      <p className={classes.title}>{item.title}</p>
      <p className={classes.facts}>
        <span>{item.mediaType === 'movie' ? 'Movie' : 'TV Show'}</span>
        {rating !== null && (
          <span className={classes.rating}>
            <IconStarFilled size={11} aria-hidden="true" />
            {rating.toFixed(1)}
          </span>
        )}
      </p>
    </>
  );
}

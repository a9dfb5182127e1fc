import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { Family } from '../../../common/families.ts';
import { type Item, titleKey } from '../../../common/item.ts';
import type { ProfileFolder } from '../../../common/user.ts';
import { PosterCard } from '../../components/PosterCard.tsx';
import type { PosterPlace } from '../../components/PosterGrid.tsx';
import { PosterRow } from '../../components/PosterRow.tsx';
import { PosterRowSkeleton } from '../../components/Skeletons.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/dialogUrl.ts';
import { posterFacts } from '../titles/titleFacts.ts';
import { profileListPath } from './folderPaths.ts';
import { type MediaFilter, passes } from './mediaFilter.ts';
import classes from './ProfileRow.module.css';
import { useInView } from './useInView.ts';
import { useProfileItems } from './useProfile.ts';

const SCROLL_STEP = 400;

interface ProfileRowProps {
  userId: string;
  list: ProfileFolder;
  family: Family;
  filter: MediaFilter;
  /** Hears whether the row has come to nothing: no title passes the filter. */
  onSettle: (listId: string, isEmpty: boolean) => void;
}

/** One of somebody's lists as a row of posters; its titles load when it comes near the window. */
export function ProfileRow({ userId, list, family, filter, onSettle }: ProfileRowProps) {
  const row = useRef<HTMLElement>(null);
  const isInView = useInView(row);
  const { known, retry } = useProfileItems(userId, list.id, family.key, isInView);
  const items = known?.items;
  const shown = useMemo(() => items?.filter((item) => passes(item, filter)), [items, filter]);
  const isEmpty = shown !== undefined && shown.length === 0 && (known?.isWhole ?? false);
  const linkTo = useTitleLink();
  const openDialog = useOpenDialog();

  useEffect(() => onSettle(list.id, isEmpty), [onSettle, list.id, isEmpty]);

  const renderPoster = useCallback(
    (item: Item, { tabIndex, width }: PosterPlace) => (
      <PosterCard
        {...posterFacts(item)}
        to={linkTo(item)}
        isWatched={item.watched}
        onAdd={() => openDialog({ add: titleParam(item) })}
        tabIndex={tabIndex}
        width={width}
      />
    ),
    [linkTo, openDialog],
  );

  if (isEmpty) return null;
  const heading = (
    <h2 className={classes.name}>
      <Link to={profileListPath(family, userId, list.id)}>
        {list.name} <span className={classes.count}>({list.itemCount})</span>
      </Link>
    </h2>
  );
  return (
    <section ref={row} className={classes.row}>
      {shown && shown.length > 0 ? (
        <PosterRow
          items={shown}
          getKey={titleKey}
          renderPoster={renderPoster}
          label={list.name}
          heading={heading}
          step={SCROLL_STEP}
          hasArrowsAlways
        />
      ) : (
        <>
          <div className={classes.line}>{heading}</div>
          {known?.status === 'failed' || known?.status === 'missing' ? (
            <div className={classes.failed}>
              <p>Failed to fetch {family.noun} items</p>
              <button type="button" onClick={retry}>
                Try again
              </button>
            </div>
          ) : (
            <PosterRowSkeleton label={`Loading ${list.name}`} />
          )}
        </>
      )}
    </section>
  );
}

import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import type { ProfileFolder } from '../../../../common/schemas/user.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { RowFailed } from '../../../components/feedback/RowFailed.tsx';
import { PosterRowSkeleton } from '../../../components/feedback/Skeletons.tsx';
import type { PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { PosterCard } from '../../../components/posters/PosterCard.tsx';
import { PosterRow } from '../../../components/posters/PosterRow.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { useInView } from '../../../lib/useInView.ts';
import { posterFacts } from '../../titles/titleFacts.ts';
import { type MediaFilter, passes } from '../items/mediaFilter.ts';
import { profileListPath } from '../state/folderPaths.ts';
import classes from './ProfileRow.module.css';
import { useProfileItems } from './useProfileItems.ts';

const SCROLL_STEP = 400;

interface ProfileRowProps {
  userId: string;
  list: ProfileFolder;
  family: Family;
  filter: MediaFilter;
  /** Called with whether no title passes the filter. */
  onSettle: (listId: string, isEmpty: boolean) => void;
}

/** One of a user's lists as a row of posters. Its titles load when the row is near the window. */
export function ProfileRow({ userId, list, family, filter, onSettle }: ProfileRowProps) {
  const row = useRef<HTMLElement>(null);
  const isInView = useInView(row);
  const { items, isWhole, hasFailed, retry } = useProfileItems(userId, list.id, family.key, isInView);
  const shown = useMemo(() => items?.filter((item) => passes(item, filter)), [items, filter]);
  const isEmpty = shown !== undefined && shown.length === 0 && isWhole;
  const linkTo = useTitleLink();
  const openDialog = useOpenDialog();

  useEffect(() => onSettle(list.id, isEmpty), [onSettle, list.id, isEmpty]);

  const renderPoster = useCallback(
    (item: Item, place: PosterPlace) => (
      <PosterCard
        {...posterFacts(item)}
        to={linkTo(item)}
        isWatched={item.watched}
        onAdd={() => openDialog({ add: titleParam(item) })}
        {...place}
      />
    ),
    [linkTo, openDialog],
  );

  if (isEmpty) return null;
  const heading = <Heading userId={userId} list={list} family={family} />;
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
          hasActions
        />
      ) : (
        <>
          <div className={classes.line}>{heading}</div>
          {hasFailed ? (
            <RowFailed text={`Failed to fetch ${family.noun} items`} onRetry={retry} />
          ) : (
            <PosterRowSkeleton hasActions label={`Loading ${list.name}`} />
          )}
        </>
      )}
    </section>
  );
}

function Heading({ userId, list, family }: Pick<ProfileRowProps, 'userId' | 'list' | 'family'>) {
  return (
    <h2 className={classes.name}>
      <Link to={profileListPath(family, userId, list.id)} className="roomy-link">
        <bdi>{list.name}</bdi> <span className="item-count">({list.itemCount})</span>
      </Link>
    </h2>
  );
}

import { Button } from '@mantine/core';
import { IconLogout, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { memo, useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import { shownCount, shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { PosterRowSkeleton } from '../../../components/feedback/Skeletons.tsx';
import type { PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { PosterCard } from '../../../components/posters/PosterCard.tsx';
import { PosterRow } from '../../../components/posters/PosterRow.tsx';
import { useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { PHONE, useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import { displayName } from '../../../lib/person.ts';
import { posterFacts } from '../../titles/titleFacts.ts';
import type { ListAction } from '../lists/FolderCard.tsx';
import { folderPath } from '../state/folderPaths.ts';
import { useLoadedPart } from '../state/useFolder.ts';
import classes from './ListRow.module.css';
import { filteredNoun, type MediaFilter, passes } from './mediaFilter.ts';
import { posterProgress, useShowProgress } from './showProgress.ts';
import { useLiveItems } from './useLiveItems.ts';

const SCROLL_STEP = 800;
const widths = [112, 148] as const;

/** The posters with the space around them; empty rows are as high. */
function postersHeight(isPhone: boolean): number {
  const [phone, beyond] = widths;
  return 20 + (isPhone ? phone : beyond) * 1.5;
}

/** About the height of a row. A long name makes it higher. */
export function listRowHeight(isPhone: boolean): number {
  return (isPhone ? 52 : 44) + postersHeight(isPhone) + 24;
}

interface ListRowProps {
  replica: Replica;
  filter: MediaFilter;
  family: Family;
  onAction: (action: ListAction, folderId: string) => void;
  /** The items with comments that the viewer has not read. */
  unread: ReadonlySet<string>;
  /** Near the window. Other rows only have their heading. */
  isNear: boolean;
}

const noItems: Item[] = [];

/** A list as a row of posters in My List. */
export const ListRow = memo(function ListRow({ replica, filter, family, onAction, unread, isNear }: ListRowProps) {
  const { id, itemCount } = replica.folder;
  const name = shownName(replica);
  const { items, leavingKeys, rings } = useLiveItems(replica);
  const shown = useMemo(
    () => (isNear ? items.filter((item) => passes(item, filter)) : noItems),
    [isNear, items, filter],
  );
  const linkTo = useTitleLink(id);
  const progress = useShowProgress();
  const minHeight = postersHeight(useMediaQuery(PHONE));

  // A row that failed to load keeps its skeleton. Opening the list shows the error.
  useLoadedPart('loadItems', isNear && itemCount > 0 ? id : undefined, family.key);

  const renderPoster = useCallback(
    (item: Item, { tabIndex, width }: PosterPlace) => (
      <PosterCard
        {...posterFacts(item)}
        to={linkTo(item)}
        isWatched={item.watched}
        {...posterProgress(item, progress)}
        hasNewComments={unread.has(item.id)}
        arrivedFrom={rings.get(item.id)}
        isLeaving={leavingKeys.has(titleKey(item))}
        tabIndex={tabIndex}
        width={width}
      />
    ),
    [linkTo, progress, unread, rings, leavingKeys],
  );

  return (
    <section className={classes.row}>
      <PosterRow
        items={shown}
        getKey={titleKey}
        renderPoster={renderPoster}
        label={name}
        heading={<Heading replica={replica} family={family} onAction={onAction} />}
        step={SCROLL_STEP}
        widths={widths}
        empty={<div style={{ minHeight }}>{isNear && <NoPosters {...{ replica, filter, family, items }} />}</div>}
      />
    </section>
  );
});

interface NoPostersProps extends Pick<ListRowProps, 'replica' | 'filter' | 'family'> {
  items: readonly Item[];
}

function NoPosters({ replica, filter, family, items }: NoPostersProps) {
  const isLoading = !replica.items && replica.folder.itemCount > 0;
  if (isLoading) return <PosterRowSkeleton count={8} label={`Loading ${shownName(replica)}`} />;
  return <EmptyRow {...{ filter, family, items }} />;
}

function Heading({ replica, family, onAction }: Pick<ListRowProps, 'replica' | 'family' | 'onAction'>) {
  const { id, userId, sharedByUser } = replica.folder;
  const name = shownName(replica);
  const isOwn = userId === replica.viewerId;
  return (
    <div className={classes.heading}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={folderPath(family, id)} className="roomy-link">
            <bdi className={classes.label}>{name}</bdi> <span className="item-count">({shownCount(replica)})</span>
          </Link>
        </h2>
        {!isOwn && sharedByUser && <bdi className={classes.owner}>{displayName(sharedByUser)}</bdi>}
      </div>
      {actionsOf(isOwn).map(({ action, label, Icon }) => (
        <IconAction
          key={action}
          className={classes.action}
          label={`${label} ${name}`}
          onPress={() => onAction(action, id)}
        >
          <Icon size={18} stroke={1.75} />
        </IconAction>
      ))}
    </div>
  );
}

const ownActions = [
  { action: 'invite', label: 'Invite to', Icon: IconUserPlus },
  { action: 'rename', label: 'Edit name of', Icon: IconPencil },
  { action: 'delete', label: 'Delete', Icon: IconTrash },
] as const;
const sharedActions = [{ action: 'leave', label: 'Leave', Icon: IconLogout }] as const;

const actionsOf = (isOwn: boolean) => (isOwn ? ownActions : sharedActions);

function EmptyRow({ filter, family, items }: { filter: MediaFilter; family: Family; items: readonly Item[] }) {
  const isFiltered = filter !== 'all' && items.length > 0;
  return (
    <div className={classes.empty}>
      <p>{isFiltered ? `No ${filteredNoun(filter)} in this list` : `This ${family.noun} is empty`}</p>
      {!isFiltered && (
        <Button component={Link} to="/" variant="default" size="sm">
          Browse Content
        </Button>
      )}
    </div>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { type Item, titleKey } from '../../../common/item.ts';
import type { PublicUser } from '../../../common/user.ts';
import { Avatar, AvatarStack } from '../../components/Avatar.tsx';
import { PosterImage } from '../../components/PosterCard.tsx';
import { dialogState, useTitleLink } from '../../lib/dialogUrl.ts';
import { posterOf } from '../../lib/images.ts';
import { displayName, memberColour } from '../../lib/person.ts';
import classes from './ContentList.module.css';
import { useViewers } from './presence.ts';
import type { LiveItems } from './useLiveItems.ts';

const ROW = 76;

interface ContentListProps {
  folderId: string;
  label: string;
  live: LiveItems;
  viewerId: string;
  /** Absent for those who may not remove. */
  onRemove?: (item: Item) => void;
}

/** What is in a list while several people edit it, newest first, each with who added it. */
export function ContentList({ folderId, label, live, viewerId, onRemove }: ContentListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(() => [...live.items].reverse(), [live.items]);
  const linkTo = useTitleLink(folderId);
  const viewers = useViewers(folderId);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 4,
    getItemKey: (index) => {
      const item = items[index];
      return item ? titleKey(item) : index;
    },
  });

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: virtual rows are placed, not in flow */}
      <div role="list" className={classes.track} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              // biome-ignore lint/a11y/useSemanticElements: see the list
              <div
                key={key}
                role="listitem"
                className={classes.row}
                style={{ transform: `translateY(${start}px)`, height: ROW }}
              >
                <ContentRow
                  item={item}
                  to={linkTo(item)}
                  isOwn={item.userId === viewerId}
                  viewers={viewers.get(item.id)}
                  hasArrived={live.rings.has(item.id)}
                  isLeaving={live.leavingKeys.has(titleKey(item))}
                  onRemove={onRemove}
                />
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

interface ContentRowProps {
  item: Item;
  to: ReturnType<ReturnType<typeof useTitleLink>>;
  isOwn: boolean;
  /** Who else has it open. */
  viewers: readonly PublicUser[] | undefined;
  hasArrived: boolean;
  isLeaving: boolean;
  onRemove?: (item: Item) => void;
}

function ContentRow({ item, to, isOwn, viewers, hasArrived, isLeaving, onRemove }: ContentRowProps) {
  return (
    <div
      className={classes.content}
      data-arrived={hasArrived || undefined}
      data-leaving={isLeaving || undefined}
      style={{ '--member': memberColour(item.addedBy.id) }}
    >
      <span
        className={classes.poster}
        data-open={viewers ? true : undefined}
        style={viewers?.[0] && { '--ring': memberColour(viewers[0].id) }}
      >
        <PosterImage title="" path={posterOf(item)} width={40} />
      </span>
      <span className={classes.text}>
        <Link to={to} state={dialogState} preventScrollReset className={classes.title}>
          {item.title}
        </Link>
        <span className={classes.by}>
          <Avatar person={item.addedBy} size={18} />
          <span>Added by {isOwn ? 'you' : displayName(item.addedBy)}</span>
        </span>
      </span>
      {viewers && (
        <span className={classes.viewers} title={`Open at ${viewers.map(displayName).join(', ')}`}>
          <AvatarStack people={viewers} size={24} max={2} />
        </span>
      )}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={classes.remove}
          aria-label={`Remove ${item.title}`}
          onClick={() => onRemove(item)}
        >
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  );
}

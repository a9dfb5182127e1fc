import { ActionIcon, Button } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
} from 'react';
import { Link, type To } from 'react-router-dom';
import type { Item } from '../../../../../common/schemas/item.ts';
import type { PublicUser } from '../../../../../common/schemas/user.ts';
import { titleKey } from '../../../../../common/titleKey.ts';
import { Avatar, AvatarStack } from '../../../../components/Avatar.tsx';
import { useKeptFocus } from '../../../../components/focus/useKeptFocus.ts';
import { useMemberColour } from '../../../../components/MemberColours.tsx';
import { PosterImage } from '../../../../components/posters/PosterCard.tsx';
import { posterOf } from '../../../../lib/images.ts';
import { dialogState, useTitleLink } from '../../../../lib/page/dialogUrl.ts';
import { displayName } from '../../../../lib/person.ts';
import { useViewers } from '../../presence/presence.ts';
import { useFolders } from '../../state/folder.store.ts';
import type { LiveItems } from '../useLiveItems.ts';
import classes from './ContentList.module.css';
import { type Selection, useSelection } from './useSelection.ts';

const ROW = 76;

interface ContentListProps {
  folderId: string;
  label: string;
  live: LiveItems;
  viewerId: string;
  /** Absent if the viewer may not remove items. */
  onRemove?: (items: readonly Item[]) => void;
}

/** The items of a list in the editor, newest first, each with the user who added it. */
export function ContentList({ folderId, label, live, viewerId, onRemove }: ContentListProps) {
  const scroller = useRef<HTMLElement>(null);
  const items = useMemo(() => [...live.items].reverse(), [live.items]);
  const keys = useMemo(() => items.map(titleKey), [items]);
  const selection = useSelection(keys);
  const { selected, toggle, clear } = selection;
  const isComplete = useFolders((state) => state.entries[folderId]?.itemsStatus === 'ready');
  const linkTo = useTitleLink(folderId);
  const viewers = useViewers(folderId);

  const removeOne = useCallback((item: Item) => onRemove?.([item]), [onRemove]);
  const removeSelected = () => {
    clear();
    onRemove?.(items.filter((item) => selected.has(titleKey(item))));
    // The button disappears with the selection.
    scroller.current?.focus({ preventScroll: true });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (selected.size === 0) return;
    if (event.key === 'Delete') removeSelected();
    if (event.key === 'Escape') clear();
  };

  const list = (
    <VirtualList
      scroller={scroller}
      label={label}
      items={items}
      renderRow={(item) => (
        <ContentRow
          item={item}
          to={linkTo(item)}
          isOwn={item.userId === viewerId}
          viewers={viewers.get(item.id)}
          hasArrived={live.rings.has(item.id)}
          isLeaving={live.leavingKeys.has(titleKey(item))}
          onRemove={onRemove && removeOne}
          isSelected={selected.has(titleKey(item))}
          onSelect={onRemove && toggle}
        />
      )}
    />
  );

  if (!onRemove) return list;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the checkboxes and buttons inside
    <div className={classes.editable} onKeyDown={handleKeyDown}>
      <SelectionBar selection={selection} total={keys.length} isComplete={isComplete} onRemove={removeSelected} />
      {list}
    </div>
  );
}

interface VirtualListProps {
  scroller: RefObject<HTMLElement | null>;
  label: string;
  items: readonly Item[];
  renderRow: (item: Item) => ReactNode;
}

/** A scroll area that only renders its visible rows. */
function VirtualList({ scroller, label, items, renderRow }: VirtualListProps) {
  const { track, handleFocus, handleBlur } = useRowFocus();
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: virtual rows have absolute positions */}
      <div
        ref={track}
        role="list"
        className={classes.track}
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={handleFocus}
        onBlur={handleBlur}
      >
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
                {renderRow(item)}
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

/** When the row with the focus is removed, the row in its place gets the focus. */
function useRowFocus() {
  const track = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  // Focus its checkbox rather than its remove button, so that holding Enter removes only one title.
  const kept = useKeptFocus(() => {
    const rows = track.current?.children;
    return rows?.[Math.min(focused.current, rows.length - 1)]?.querySelector<HTMLElement>('input, a');
  });
  const handleFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest('[role="listitem"]');
    if (row) focused.current = Array.from(track.current?.children ?? []).indexOf(row);
    kept.onFocus(event);
  };
  return { track, handleFocus, handleBlur: kept.onBlur };
}

interface SelectionBarProps {
  selection: Selection;
  total: number;
  /** All titles of the list are loaded, so that they can be selected together. */
  isComplete: boolean;
  onRemove: () => void;
}

function SelectionBar({ selection: { selected, toggleAll }, total, isComplete, onRemove }: SelectionBarProps) {
  const hasSome = selected.size > 0;
  return (
    <div className={classes.bar}>
      <label className={classes.all} data-disabled={!isComplete || undefined}>
        <input
          type="checkbox"
          disabled={!isComplete}
          className={classes.checkbox}
          ref={(input) => {
            if (input) input.indeterminate = hasSome && selected.size < total;
          }}
          checked={hasSome && selected.size === total}
          onChange={toggleAll}
        />
        Select all
      </label>
      <span role="status" className={classes.chosen}>
        {hasSome ? `${selected.size} selected` : !isComplete && 'Loading titles…'}
      </span>
      {hasSome && (
        <Button
          size="xs"
          className={classes.removeAll}
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={onRemove}
        >
          Remove {selected.size}
        </Button>
      )}
    </div>
  );
}

interface ContentRowProps {
  item: Item;
  to: To;
  isOwn: boolean;
  /** Other users who have it open. */
  viewers: readonly PublicUser[] | undefined;
  hasArrived: boolean;
  isLeaving: boolean;
  onRemove?: (item: Item) => void;
  isSelected: boolean;
  onSelect?: Selection['toggle'];
}

/** An item in the editor, with its poster and the user who added it. */
function ContentRow(props: ContentRowProps) {
  const { item, to, isOwn, viewers, hasArrived, isLeaving, onRemove, isSelected, onSelect } = props;
  const colourOf = useMemberColour();
  return (
    <div
      className={classes.content}
      data-arrived={hasArrived || undefined}
      data-leaving={isLeaving || undefined}
      data-selected={isSelected || undefined}
      style={{ '--member': colourOf(item.addedBy.id) }}
    >
      {onSelect && (
        <label className={classes.select}>
          <input
            type="checkbox"
            className={classes.checkbox}
            aria-label={`Select ${item.title}`}
            checked={isSelected}
            // The event that toggles it, by mouse or Space, has the Shift state.
            onChange={({ nativeEvent }) => onSelect(titleKey(item), (nativeEvent as MouseEvent).shiftKey === true)}
          />
        </label>
      )}
      <span
        className={classes.poster}
        data-open={viewers ? true : undefined}
        style={viewers?.[0] && { '--ring': colourOf(viewers[0].id) }}
      >
        <PosterImage title="" path={posterOf(item)} width={40} />
      </span>
      <span className={classes.text}>
        <Link to={to} state={dialogState} preventScrollReset className={`${classes.title} roomy-link`}>
          <bdi>{item.title}</bdi>
        </Link>
        <span className={classes.by}>
          <Avatar person={item.addedBy} size={18} />
          <span>
            Added by <bdi>{isOwn ? 'you' : displayName(item.addedBy)}</bdi>
          </span>
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

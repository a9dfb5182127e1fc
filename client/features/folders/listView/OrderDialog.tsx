import { DragDropContext, Draggable, type DraggableProvided, Droppable, type DropResult } from '@hello-pangea/dnd';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { byRank } from '../../../../common/rank.ts';
import { isUnconfirmed, shownItems, shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { withNames } from '../../../components/feedback/withNames.ts';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { toastError } from '../../../components/toast/toast.ts';
import { posterOf } from '../../../lib/images.ts';
import { styleNonce } from '../../../lib/page/styleNonce.ts';
import { useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import { useFolders } from '../state/folder.store.ts';
import { mayIn } from '../state/useFolder.ts';
import classes from './OrderDialog.module.css';

const ROW = 68;

interface OrderDialogProps {
  replica: Replica;
  onClose: () => void;
}

/** Changes the order of a list: by dragging, by keys, or by the buttons of a title. */
export function OrderDialog({ replica, onClose }: OrderDialogProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  const mayMove = mayIn(replica, 'item:move');
  // The screen says which right was taken away.
  useEffect(() => {
    if (!mayMove) onClose();
  }, [mayMove, onClose]);

  // A title that the server does not know yet has no place there.
  const items = useMemo(
    () =>
      shownItems(replica)
        .filter((item) => !isUnconfirmed(replica, item.id))
        .sort(byRank),
    [replica],
  );
  return (
    <Dialog
      onClose={onClose}
      title={withNames`Change the order of "${shownName(replica)}"`}
      size={560}
      fullScreen={isPhone}
      classNames={{ body: classes.body }}
    >
      <p className={classes.hint}>Everyone in the list sees the order as “My order”.</p>
      <OrderRows items={items} />
    </Dialog>
  );
}

function OrderRows({ items }: { items: readonly Item[] }) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  const handleMove = (from: number, to: number) => void moveTo(items, from, to);
  const handleDrop = ({ source, destination }: DropResult) => {
    if (destination) handleMove(source.index, destination.index);
  };

  return (
    <DragDropContext onDragEnd={handleDrop} nonce={styleNonce}>
      <Droppable
        droppableId="order"
        mode="virtual"
        renderClone={(provided, _snapshot, { source: { index } }) => (
          <OrderRow drag={provided} items={items} index={index} onMove={handleMove} isDragged />
        )}
      >
        {({ innerRef, droppableProps }) => (
          <section
            {...droppableProps}
            ref={(element: HTMLElement | null) => {
              scroller.current = element;
              innerRef(element);
            }}
            className={classes.scroller}
            aria-label="Titles in their order"
          >
            <ol className={classes.track} style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map(({ index, key, start }) => (
                <li key={key} className={classes.place} style={{ transform: `translateY(${start}px)`, height: ROW }}>
                  <Draggable draggableId={String(key)} index={index} disableInteractiveElementBlocking>
                    {(provided) => <OrderRow drag={provided} items={items} index={index} onMove={handleMove} />}
                  </Draggable>
                </li>
              ))}
            </ol>
          </section>
        )}
      </Droppable>
    </DragDropContext>
  );
}

/** Moves a title between those that are its neighbours at the new place. */
async function moveTo(items: readonly Item[], from: number, to: number): Promise<void> {
  const item = items[from];
  if (!item || from === to || to < 0 || to >= items.length) return;
  const others = items.filter((other) => other !== item);
  try {
    await useFolders.getState().moveItem(item, { after: others[to - 1] ?? null, before: others[to] ?? null });
  } catch (error) {
    toastError(error, 'Couldn’t move the title. Try again.');
  }
}

interface OrderRowProps {
  drag: DraggableProvided;
  items: readonly Item[];
  index: number;
  onMove: (from: number, to: number) => void;
  isDragged?: boolean;
}

/** A title with its place: a handle to drag it, by pointer or keys, and buttons for one step. */
function OrderRow({ drag, items, index, onMove, isDragged }: OrderRowProps) {
  const item = items[index];
  if (!item) return null;
  const { style, ...draggable } = drag.draggableProps;
  return (
    <div
      ref={drag.innerRef}
      {...draggable}
      style={{ ...style }}
      className={classes.row}
      data-dragged={isDragged || undefined}
    >
      <button type="button" {...drag.dragHandleProps} className={classes.handle} aria-label={`Move ${item.title}`}>
        <IconGripVertical size={20} stroke={1.75} />
      </button>
      <span className={classes.number}>{index + 1}</span>
      <span className={classes.poster}>
        <PosterImage title="" path={posterOf(item)} width={36} />
      </span>
      <bdi className={classes.title}>{item.title}</bdi>
      {index > 0 && (
        <IconAction label={`Move ${item.title} up`} size={44} onPress={() => onMove(index, index - 1)}>
          <IconArrowUp size={20} stroke={1.75} />
        </IconAction>
      )}
      {index < items.length - 1 ? (
        <IconAction label={`Move ${item.title} down`} size={44} onPress={() => onMove(index, index + 1)}>
          <IconArrowDown size={20} stroke={1.75} />
        </IconAction>
      ) : (
        <span className={classes.noButton} />
      )}
    </div>
  );
}

import type { DraggableProvided } from '@hello-pangea/dnd';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { Item } from '../../../../common/schemas/item.ts';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { posterOf } from '../../../lib/images.ts';
import classes from './OrderDialog.module.css';

interface OrderRowProps {
  drag: DraggableProvided;
  items: readonly Item[];
  index: number;
  onMove: (from: number, to: number) => void;
  isDragged?: boolean;
}

/** A title with its place: a handle to drag it, by pointer or keys, and buttons for one step. */
export function OrderRow({ drag, items, index, onMove, isDragged }: OrderRowProps) {
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

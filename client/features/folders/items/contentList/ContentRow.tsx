import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link, type To } from 'react-router-dom';
import type { Item } from '../../../../../common/schemas/item.ts';
import type { PublicUser } from '../../../../../common/schemas/user.ts';
import { titleKey } from '../../../../../common/titleKey.ts';
import { Avatar, AvatarStack } from '../../../../components/Avatar.tsx';
import { useMemberColour } from '../../../../components/MemberColours.tsx';
import { PosterImage } from '../../../../components/posters/PosterCard.tsx';
import { posterOf } from '../../../../lib/images.ts';
import { dialogState } from '../../../../lib/page/dialogUrl.ts';
import { displayName } from '../../../../lib/person.ts';
import classes from './ContentList.module.css';
import type { Selection } from './useSelection.ts';

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
export function ContentRow(props: ContentRowProps) {
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

import { Menu } from '@mantine/core';
import { IconFlag, IconPencil, IconTrash } from '@tabler/icons-react';
import { DropdownMenu } from '../../components/menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../../components/menu/MenuButton.tsx';

interface CommentMenuProps extends MenuProps {
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  onReport: (() => void) | undefined;
}

/** What the viewer may do with a comment. */
export function CommentMenu({ button, target, onEdit, onDelete, onReport }: CommentMenuProps) {
  return (
    <DropdownMenu button={button} target={target} position="bottom-end" offset={4} width={180}>
      {onEdit && (
        <Menu.Item leftSection={<IconPencil />} onClick={onceClosed(onEdit)}>
          Edit
        </Menu.Item>
      )}
      {onDelete && (
        <Menu.Item leftSection={<IconTrash />} onClick={onDelete}>
          Delete
        </Menu.Item>
      )}
      {onReport && (
        <Menu.Item leftSection={<IconFlag />} onClick={opensDialog(target, onReport)}>
          Report
        </Menu.Item>
      )}
    </DropdownMenu>
  );
}

/** Mantine returns the focus to the button as the menu closes, unless a field gets it after that has begun. */
const onceClosed = (showField: () => void) => () => void setTimeout(showField);

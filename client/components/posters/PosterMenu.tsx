import { Menu } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DropdownMenu } from '../menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../menu/MenuButton.tsx';

interface PosterMenuProps extends MenuProps {
  onAdd: (() => void) | undefined;
  onRemove: () => void;
}

/** What can be done with a title of a list on touch screens. */
export function PosterMenu({ button, target, onAdd, onRemove }: PosterMenuProps) {
  return (
    <DropdownMenu button={button} target={target} position="top-end" width={230}>
      {onAdd && (
        <Menu.Item leftSection={<IconPlus />} onClick={opensDialog(target, onAdd)}>
          Add to another list
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash />} onClick={onRemove}>
        Remove from this list
      </Menu.Item>
    </DropdownMenu>
  );
}

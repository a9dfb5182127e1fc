import { Menu } from '@mantine/core';
import { IconBan, IconFlag } from '@tabler/icons-react';
import { DropdownMenu } from '../../components/menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../../components/menu/MenuButton.tsx';

interface ProfileMenuProps extends MenuProps {
  onReport: () => void;
  onBlock: () => void;
}

/** The less frequent actions on another person. */
export function ProfileMenu({ button, target, onReport, onBlock }: ProfileMenuProps) {
  return (
    <DropdownMenu button={button} target={target} position="bottom-end" offset={8} width={200}>
      <Menu.Item leftSection={<IconFlag />} onClick={opensDialog(target, onReport)}>
        Report
      </Menu.Item>
      <Menu.Item leftSection={<IconBan />} onClick={opensDialog(target, onBlock)}>
        Block
      </Menu.Item>
    </DropdownMenu>
  );
}

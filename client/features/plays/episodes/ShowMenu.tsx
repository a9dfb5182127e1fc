import { Menu } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRotate2, IconX } from '@tabler/icons-react';
import type { ChosenState } from '../../../../common/progress.ts';
import { DropdownMenu } from '../../../components/menu/DropdownMenu.tsx';
import type { MenuProps } from '../../../components/menu/MenuButton.tsx';
import { setState, startAgain } from './watching.ts';

interface ShowMenuProps extends MenuProps {
  showId: number;
  /** What the viewer has said about the show. */
  state: ChosenState | null;
}

/** Pauses, drops or continues a show, or starts it again. */
export function ShowMenu({ showId, state, button, target }: ShowMenuProps) {
  return (
    <DropdownMenu button={button} target={target} position="bottom-end" offset={4} width={190}>
      {state && (
        <Menu.Item leftSection={<IconPlayerPlay />} onClick={() => void setState(showId, null, state)}>
          Continue
        </Menu.Item>
      )}
      {state !== 'paused' && (
        <Menu.Item leftSection={<IconPlayerPause />} onClick={() => void setState(showId, 'paused', state)}>
          Pause
        </Menu.Item>
      )}
      {state !== 'dropped' && (
        <Menu.Item leftSection={<IconX />} onClick={() => void setState(showId, 'dropped', state)}>
          Drop
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconRotate2 />} onClick={() => void startAgain(showId, state)}>
        Start again
      </Menu.Item>
    </DropdownMenu>
  );
}

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import './menu.css';
import { type MenuProps as MantineMenuProps, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { cloneElement, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { MenuProps } from './MenuButton.tsx';

interface DropdownMenuProps extends MenuProps, Pick<MantineMenuProps, 'position' | 'offset' | 'width'> {
  className?: string;
  /** Mantine's `Menu.Item` and its like. */
  children: ReactNode;
}

/** The button of a `MenuButton` with its menu, which is open at first. */
export function DropdownMenu({ button, target, className, children, ...place }: DropdownMenuProps) {
  const [isOpen, setOpen] = useState(false);

  // This button takes the place of the one that was pressed. Mantine returns the focus to what has it on opening.
  useEffect(() => {
    target.current?.focus();
    setOpen(true);
  }, [target]);

  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  // Mantine would keep the focus inside.
  const closeByTab = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
  };

  return (
    <Menu
      {...place}
      opened={isOpen}
      onChange={setOpen}
      // Next to its button, so that Tab continues from there.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ transition: 'fade-down', duration: 120 }}
      checkIcon={<IconCheck size={16} stroke={2} />}
    >
      <Menu.Target>{cloneElement(button, { ref: target, onKeyDown: openByArrow })}</Menu.Target>
      <Menu.Dropdown className={className} onKeyDown={closeByTab}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

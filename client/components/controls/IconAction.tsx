import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from './Tooltip.tsx';

interface IconActionProps
  extends Pick<ActionIconProps, 'variant' | 'color'>,
    Pick<ComponentProps<'button'>, 'tabIndex' | 'aria-disabled'> {
  /** The accessible name, which the tooltip shows too. */
  label: string;
  size?: number;
  className?: string | undefined;
  onPress: (() => void) | undefined;
  /** The icon. */
  children: ReactNode;
}

/** A button that shows an icon and no words. */
export function IconAction({ label, size = 36, onPress, children, ...props }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" {...props} size={size} aria-label={label} onClick={onPress}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

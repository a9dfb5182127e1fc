import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tooltip } from './Tooltip.tsx';

interface IconActionProps {
  /** The accessible name, which the tooltip shows too. */
  label: string;
  size?: number;
  className?: string | undefined;
  onPress: () => void;
  /** The icon. */
  children: ReactNode;
}

/** A button that shows an icon and no words. */
export function IconAction({ label, size = 36, className, onPress, children }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon className={className} variant="subtle" color="gray" size={size} aria-label={label} onClick={onPress}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

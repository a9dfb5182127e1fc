import { Button } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface LinkButtonProps {
  to: string;
  icon: TablerIcon;
  children: ReactNode;
}

/** A link to another screen that looks like a button, with an icon before its text. */
export function LinkButton({ to, icon: Icon, children }: LinkButtonProps) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={<Icon />}>
      {children}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { IconPin, IconPinnedFilled } from '@tabler/icons-react';
import { displayName, type Person } from '../../lib/person.ts';
import classes from './PinButton.module.css';
import { usePin } from './usePin.ts';
import { useUsers } from './users.store.ts';

interface PinButtonProps {
  person: Person;
  size?: 'xs' | 'sm';
  tabIndex?: 0 | -1;
}

/** Pins a user to the top of the directory, or unpins them. */
export function PinButton({ person, size = 'sm', tabIndex }: PinButtonProps) {
  const isPinned = useUsers((state) => state.pinned[person.id] ?? false);
  const { isBusy, toggle } = usePin(person.id);
  const verb = isPinned ? 'Unpin' : 'Pin';
  return (
    <Button
      className={classes.pin}
      variant="default"
      size={size}
      data-pinned={isPinned || undefined}
      data-busy={isBusy || undefined}
      // Not disabled, which would lose the focus. A second click while busy does nothing.
      aria-disabled={isBusy || undefined}
      aria-label={`${verb} ${displayName(person)}`}
      tabIndex={tabIndex}
      leftSection={isPinned ? <IconPinnedFilled size={16} stroke={1.75} /> : <IconPin size={16} stroke={1.75} />}
      onClick={isBusy ? undefined : toggle}
    >
      {verb}
    </Button>
  );
}

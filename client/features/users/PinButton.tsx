import { Button } from '@mantine/core';
import { IconPin, IconPinnedFilled } from '@tabler/icons-react';
import { IconAction } from '../../components/controls/IconAction.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { toast } from '../../components/toast/toast.ts';
import { displayName, type Person } from '../../lib/person.ts';
import classes from './PinButton.module.css';
import { togglePin } from './user.queries.ts';
import { useUsers } from './users.store.ts';

interface PinButtonProps {
  person: Person;
  /** Only the icon, with the words as a tooltip. */
  isIcon?: boolean;
  tabIndex?: 0 | -1 | undefined;
}

/** Pins a user to the top of the directory, or unpins them. */
export function PinButton({ person, isIcon, tabIndex }: PinButtonProps) {
  const isPinned = useUsers((state) => state.pinned[person.id] ?? false);
  const { isBusy, toggle } = usePin(person.id);
  const verb = isPinned ? 'Unpin' : 'Pin';
  const label = `${verb} ${displayName(person)}`;
  const Icon = isPinned ? IconPinnedFilled : IconPin;
  // Not disabled while busy, which would lose the focus. A second click does nothing.
  const whileBusy = { 'data-busy': isBusy || undefined, 'aria-disabled': isBusy || undefined };
  const handlePress = isBusy ? undefined : toggle;

  if (isIcon) {
    return (
      <IconAction
        {...whileBusy}
        className={classes.icon}
        variant="default"
        data-pinned={isPinned || undefined}
        label={label}
        tabIndex={tabIndex}
        onPress={handlePress}
      >
        <Icon size={18} stroke={1.75} />
      </IconAction>
    );
  }
  return (
    <Button
      {...whileBusy}
      className={classes.pin}
      variant="default"
      data-pinned={isPinned || undefined}
      aria-label={label}
      tabIndex={tabIndex}
      leftSection={<Icon size={16} stroke={1.75} />}
      onClick={handlePress}
    >
      {verb}
    </Button>
  );
}

/** Pins or unpins a user, with a toast; one call at a time. */
function usePin(userId: string) {
  const { isBusy, run } = useBusy();

  const toggle = () =>
    run(async () => {
      await togglePin(userId);
      toast({ title: 'Success', description: 'User pin status updated' });
    }, 'Failed to update pin status');

  return { isBusy, toggle };
}

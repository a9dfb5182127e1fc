import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Family } from '../../../../common/families.ts';
import { useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import classes from './RecentlyDeletedButton.module.css';

/** Opens the lists that the viewer has deleted, below those that are there. */
export function RecentlyDeletedButton({ family }: { family: Family }) {
  const openDialog = useOpenDialog();
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.button}
      leftSection={<IconTrash />}
      onClick={() => openDialog({ deleted: family.key })}
    >
      Recently deleted
    </Button>
  );
}

import { Menu } from '@mantine/core';
import { IconCalendar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Play } from '../../../../common/schemas/play.ts';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { DropdownMenu } from '../../../components/menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../../../components/menu/MenuButton.tsx';
import { toast, toastError } from '../../../components/toast/toast.ts';
import { deletePlay, restorePlay } from '../play.queries.ts';

const ChangeDateDialog = lazyDialog(() => import('./ChangeDateDialog.tsx'), 'ChangeDateDialog');

/** What can be done with an entry of the diary. */
export function DiaryMenu({ play, button, target }: MenuProps & { play: Play }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <DropdownMenu button={button} target={target} className={undefined} position="bottom-end" offset={4} width={220}>
        <Menu.Item
          leftSection={<IconCalendar size={18} stroke={1.75} />}
          onClick={opensDialog(target, () => setChanging(true))}
        >
          Change the date
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={18} stroke={1.75} />} onClick={() => remove(play)}>
          Remove from diary
        </Menu.Item>
      </DropdownMenu>
      {isChanging && <ChangeDateDialog play={play} onClose={() => setChanging(false)} />}
    </>
  );
}

async function remove(play: Play): Promise<void> {
  try {
    await deletePlay(play);
    toast({ title: 'Removed from your diary', action: { label: 'Undo', onPress: () => restore(play) } });
  } catch (error) {
    toastError(error, 'Your diary could not be changed');
  }
}

/** A failure's toast offers to try again. */
async function restore(play: Play): Promise<void> {
  try {
    await restorePlay(play);
  } catch (error) {
    toastError(error, 'Couldn’t undo this. Try again.', { label: 'Try again', onPress: () => restore(play) });
  }
}

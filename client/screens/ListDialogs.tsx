import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react';
import type { Family } from '../../common/families.ts';
import type { Replica } from '../../common/replica.ts';
import type { ListAction } from '../features/folders/FolderCard.tsx';
import { useFolders } from '../features/folders/folder.store.ts';

interface ListDialogProps {
  replica: Replica;
  family: Family;
  onClose: () => void;
  onDone?: () => void;
}

const dialogs: Record<ListAction, ComponentType<ListDialogProps>> = {
  invite: lazy(() => import('./InviteDialog.tsx').then((file) => ({ default: file.InviteDialog }))),
  rename: lazy(() => import('./RenameFolderDialog.tsx').then((file) => ({ default: file.RenameFolderDialog }))),
  delete: lazy(() => import('./DeleteFolderDialog.tsx').then((file) => ({ default: file.DeleteFolderDialog }))),
  leave: lazy(() => import('./DeleteFolderDialog.tsx').then((file) => ({ default: file.LeaveFolderDialog }))),
};

interface OpenAction {
  action: ListAction;
  folderId: string;
}

/** The dialog that a card's icon opens: `openAction` for the icons, `dialog` for the screen to show. */
export function useListDialogs(family: Family, onDone?: () => void) {
  const [open, setOpen] = useState<OpenAction | null>(null);
  const replica = useFolders((state) => (open ? state.replicas[open.folderId] : undefined));
  const openAction = useCallback((action: ListAction, folderId: string) => setOpen({ action, folderId }), []);
  const close = useCallback(() => setOpen(null), []);

  const Dialog = open && dialogs[open.action];
  const dialog = Dialog && replica && (
    <Suspense>
      <Dialog replica={replica} family={family} onClose={close} onDone={onDone} />
    </Suspense>
  );
  return { openAction, dialog };
}

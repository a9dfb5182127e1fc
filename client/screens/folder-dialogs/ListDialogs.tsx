import { type ComponentType, useCallback, useState } from 'react';
import type { Family } from '../../../common/families.ts';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import type { ListAction } from '../../features/folders/lists/FolderCard.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useWhenLost } from '../../features/folders/state/useLeaveWhenLost.ts';
import type { ListDialogProps } from './listDialog.ts';

const dialogs: Record<ListAction, ComponentType<ListDialogProps>> = {
  invite: lazyDialog(() => import('./InviteDialog.tsx'), 'InviteDialog'),
  rename: lazyDialog(() => import('./RenameFolderDialog.tsx'), 'RenameFolderDialog'),
  visibility: lazyDialog(() => import('./VisibilityDialog.tsx'), 'VisibilityDialog'),
  publish: lazyDialog(() => import('./PublicLinksDialog.tsx'), 'PublicLinksDialog'),
  notifications: lazyDialog(() => import('./NoticeLevelDialog.tsx'), 'NoticeLevelDialog'),
  download: lazyDialog(() => import('./DownloadListDialog.tsx'), 'DownloadListDialog'),
  webhooks: lazyDialog(() => import('./ListWebhooksDialog.tsx'), 'ListWebhooksDialog'),
  report: lazyDialog(() => import('./ReportListDialog.tsx'), 'ReportListDialog'),
  delete: lazyDialog(() => import('./DeleteFolderDialog.tsx'), 'DeleteFolderDialog'),
  leave: lazyDialog(() => import('./DeleteFolderDialog.tsx'), 'LeaveFolderDialog'),
};

interface OpenAction {
  action: ListAction;
  folderId: string;
}

/** The dialog of a card's action: `openAction` opens it, and the screen renders `dialog`. */
export function useListDialogs(family: Family, onDone?: () => void) {
  const [open, setOpen] = useState<OpenAction | null>(null);
  const replica = useFolders((state) => (open ? state.entries[open.folderId]?.replica : undefined));
  const openAction = useCallback((action: ListAction, folderId: string) => setOpen({ action, folderId }), []);
  const close = useCallback(() => setOpen(null), []);
  // In an overview, nothing else says why the dialog closes.
  useWhenLost(open?.folderId ?? '', close);

  const Dialog = open && dialogs[open.action];
  const dialog = Dialog && replica && (
    <Dialog key={open.action} replica={replica} family={family} onClose={close} onDone={onDone} />
  );
  return { openAction, dialog };
}

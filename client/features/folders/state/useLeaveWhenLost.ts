import { type ReactNode, useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import type { Loss } from './folder.state.ts';
import { useFolders } from './folder.store.ts';

/** When the folder on screen is lost, shows one toast and opens `to`. */
export function useLeaveWhenLost(folderId: string, to: string): void {
  const navigate = useNavigate();
  const leave = useCallback(() => navigate(to, { replace: true }), [navigate, to]);
  useWhenLost(folderId, leave);
}

/** When a folder is lost, shows one toast and calls `onLost`. */
export function useWhenLost(folderId: string, onLost: () => void): void {
  const loss = useFolders((state) => state.losses[folderId]);

  useEffect(() => {
    if (!loss) return;
    useFolders.getState().forgetLoss(folderId);
    toast({ title: lossText(loss) });
    onLost();
  }, [loss, folderId, onLost]);
}

export function lossText({ name, reason }: Loss): ReactNode {
  const texts: Record<Loss['reason'], ReactNode> = {
    deleted: withNames`"${name}" was deleted`,
    left: withNames`You left "${name}"`,
    removed: withNames`"${name}" is no longer shared with you`,
  };
  return texts[reason];
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../components/feedback/toast.ts';
import type { Loss } from './folder.state.ts';
import { useFolders } from './folder.store.ts';

/** When the folder on screen is lost, shows one toast and opens `to`. */
export function useLeaveWhenLost(folderId: string, to: string): void {
  const loss = useFolders((state) => state.losses[folderId]);
  const navigate = useNavigate();

  useEffect(() => {
    if (!loss) return;
    useFolders.getState().forgetLoss(folderId);
    toast({ title: lossText(loss) });
    navigate(to, { replace: true });
  }, [loss, folderId, to, navigate]);
}

export function lossText({ name, reason }: Loss): string {
  const texts: Record<Loss['reason'], string> = {
    deleted: `"${name}" was deleted`,
    left: `You left "${name}"`,
    removed: `"${name}" is no longer shared with you`,
  };
  return texts[reason];
}

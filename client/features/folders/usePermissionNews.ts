import { useEffect, useRef } from 'react';
import { type FlagName, type Flags, flagNames } from '../../../common/permissions.ts';
import type { Replica } from '../../../common/replica.ts';
import { toast } from '../../components/toast.ts';
import { inWords } from './wording.ts';

const abilities: Record<FlagName, string> = {
  canView: 'view this list',
  canAdd: 'add titles',
  canRemove: 'remove titles',
  canEdit: 'edit the details',
  canShare: 'share it',
  canManage: 'manage permissions',
};

/** While a folder is looked at, one toast says what its viewer may do from now on, or no longer. */
export function usePermissionNews(replica: Replica | undefined): void {
  const known = useRef<{ id: string; flags: Flags } | null>(null);

  useEffect(() => {
    if (!replica) return;
    const { id, name, permissions } = replica.folder;
    const before = known.current;
    known.current = { id, flags: permissions };
    if (before?.id !== id) return;
    const text = permissionNews(before.flags, permissions);
    if (text) toast({ title: `Your permissions in "${name}" changed`, description: text });
  }, [replica]);
}

/** 'You can now add titles and share it.', in one or two sentences; null when nothing changed. */
export function permissionNews(before: Flags, after: Flags): string | null {
  const gained = flagNames.filter((flag) => after[flag] && !before[flag]);
  const lost = flagNames.filter((flag) => before[flag] && !after[flag]);
  const sentences = [
    gained.length > 0 && `You can now ${inWords(words(gained), 'and')}.`,
    lost.length > 0 && `You can no longer ${inWords(words(lost), 'or')}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

const words = (flags: readonly FlagName[]) => flags.map((flag) => abilities[flag]);

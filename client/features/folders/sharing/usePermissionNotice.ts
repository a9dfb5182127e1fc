import { useEffect, useRef } from 'react';
import { type FlagName, type Flags, flagNames, flagTexts } from '../../../../common/permissions.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { inWords } from '../state/wording.ts';

/** While the folder is on screen, shows one toast when the viewer's permissions change. */
export function usePermissionNotice(replica: Replica | undefined): void {
  const known = useRef<{ id: string; flags: Flags } | null>(null);

  useEffect(() => {
    if (!replica) return;
    const { id, name, permissions } = replica.folder;
    const before = known.current;
    known.current = { id, flags: permissions };
    if (before?.id !== id) return;
    const text = permissionNotice(before.flags, permissions);
    if (text) toast({ title: withNames`Your permissions in "${name}" changed`, description: text });
  }, [replica]);
}

/** One or two sentences such as 'You can now add titles and share it.'; null if nothing changed. */
export function permissionNotice(before: Flags, after: Flags): string | null {
  const gained = flagNames.filter((flag) => after[flag] && !before[flag]);
  const lost = flagNames.filter((flag) => before[flag] && !after[flag]);
  const sentences = [
    gained.length > 0 && `You can now ${inWords(words(gained), 'and')}.`,
    lost.length > 0 && `You can no longer ${inWords(words(lost), 'or')}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

const words = (flags: readonly FlagName[]) => flags.map((flag) => flagTexts[flag].right);

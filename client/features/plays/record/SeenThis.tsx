import { Button } from '@mantine/core';
import { IconEye, IconEyeCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { useReturnedFocus } from '../../../components/focus/useReturnedFocus.ts';
import { displayName, type Person } from '../../../lib/person.ts';
import { liveSeen } from '../../folders/seen/seen.store.ts';
import { useFolders } from '../../folders/state/folder.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { useTitlePlays } from '../play.queries.ts';
import { SeenLine } from './SeenLine.tsx';

interface SeenButtonProps {
  title: Pick<TitleFacts, 'mediaType' | 'tmdbId'>;
  className?: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** 'I've seen this', which opens the form below the actions. */
export function SeenButton({ title, className, isOpen, onToggle }: SeenButtonProps) {
  const hasSeen = useTitlePlays(title).length > 0;
  const button = useReturnedFocus(isOpen);
  const Icon = hasSeen ? IconEyeCheck : IconEye;
  return (
    <Button
      ref={button}
      size="md"
      variant="default"
      className={className}
      data-on={hasSeen || undefined}
      leftSection={<Icon size={20} stroke={1.75} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      I've seen this
    </Button>
  );
}

/** When the viewer and the others in the list saw the title. */
export function WhoSawIt({ title, folderId }: Pick<SeenButtonProps, 'title'> & { folderId: string | null }) {
  return <SeenLine plays={useTitlePlays(title)} others={useOthersWhoSaw(title, folderId)} />;
}

/** The others in the list who have seen a title and show it. */
function useOthersWhoSaw(title: SeenButtonProps['title'], folderId: string | null) {
  const marks = liveSeen.useKnown(folderId ?? '');
  const replica = useFolders((state) => state.entries[folderId ?? '']?.replica);
  const people = useUsers((state) => state.people);
  const key = titleKey(title);
  return useMemo(() => {
    const item = replica?.items?.find((one) => titleKey(one) === key);
    if (!item || !marks) return [];
    return Object.keys(marks.seen)
      .filter((userId) => userId !== replica?.viewerId && marks.seen[userId]?.has(item.id))
      .map((id): Person => people[id] ?? { id })
      .sort((a, b) => displayName(a).localeCompare(displayName(b)));
  }, [marks, replica, people, key]);
}

import { Button } from '@mantine/core';
import type { Family } from '../../../common/families.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useFolders } from './folder.store.ts';

interface FailedFolderProps {
  id: string;
  family: Family;
  title: string;
  withItems?: boolean;
}

/** The whole screen when a list could not be had: not the same as its not being there. */
export function FailedFolder({ id, family, title, withItems = false }: FailedFolderProps) {
  const retry = () => {
    const { loadFolder, loadItems } = useFolders.getState();
    // Failing again shows this same state.
    loadFolder(id, family.key).catch(() => undefined);
    if (withItems) loadItems(id, family.key).catch(() => undefined);
  };
  return (
    <EmptyState drawing="reel" heading="h1" title={title} action={<Button onClick={retry}>Try again</Button>}>
      Marquee could not be reached. Check the connection and try again.
    </EmptyState>
  );
}

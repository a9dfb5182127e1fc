import type { Family } from '../../../../common/families.ts';
import { LoadFailed } from '../../../components/feedback/LoadFailed.tsx';
import { useFolders } from '../state/folder.store.ts';

interface FailedFolderProps {
  id: string;
  family: Family;
  title: string;
  error: unknown;
  withItems?: boolean;
}

/** The screen for a list that failed to load, as opposed to one that does not exist. */
export function FailedFolder({ id, family, title, error, withItems = false }: FailedFolderProps) {
  const retry = () => {
    const { loadFolder, loadItems } = useFolders.getState();
    // Another failure shows the same state.
    loadFolder(id, family.key).catch(() => undefined);
    if (withItems) loadItems(id, family.key).catch(() => undefined);
  };
  return <LoadFailed heading="h1" title={title} error={error} onRetry={retry} />;
}

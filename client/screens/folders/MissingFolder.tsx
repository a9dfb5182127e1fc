import { Navigate, useLocation } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { FolderNotFound } from '../../features/folders/lists/FolderNotFound.tsx';
import { useListOwner } from '../../features/folders/profile/useListOwner.ts';
import { profileListPath } from '../../features/folders/state/folderPaths.ts';

/** The screen of a list that is not the viewer's: leads to the owner's profile, where everyone may read it. */
export function MissingFolder({ id, family }: { id: string; family: Family }) {
  const ownerId = useListOwner(id, family.key);
  const { search } = useLocation();

  if (ownerId === undefined) return <Skeleton width={220} height={38} />;
  if (ownerId) return <Navigate to={{ pathname: profileListPath(family, ownerId, id), search }} replace />;
  return (
    <FolderNotFound family={family} title={`${family.Noun} Not Found`}>
      {`The ${family.noun} you're looking for doesn't exist.`}
    </FolderNotFound>
  );
}

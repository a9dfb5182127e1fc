import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { FolderNotFound } from '../../features/folders/lists/FolderNotFound.tsx';
import { listOwnerQuery } from '../../features/folders/profile/profile.queries.ts';
import { profileListPath } from '../../features/folders/state/folderPaths.ts';

/** The screen of a list that is not the viewer's: leads to the owner's profile, where everyone may read it. */
export function MissingFolder({ id, family }: { id: string; family: Family }) {
  const { data, isPending } = useQuery(listOwnerQuery(id, family.key));
  const { search } = useLocation();

  if (isPending) return <Skeleton width={220} height={38} />;
  if (data) return <Navigate to={{ pathname: profileListPath(family, data.userId, id), search }} replace />;
  // Without an answer the list counts as unknown, as it would without a profile.
  return (
    <FolderNotFound family={family} title={`${family.Noun} Not Found`}>
      {`The ${family.noun} you're looking for doesn't exist.`}
    </FolderNotFound>
  );
}

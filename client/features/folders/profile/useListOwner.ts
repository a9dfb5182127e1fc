import { useEffect, useState } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import { fetchListOwner } from './profile.api.ts';

/** The id of the user on whose profile the list is: undefined while it loads, null if there is none. */
export function useListOwner(id: string, family: FamilyKey): string | null | undefined {
  const [found, setFound] = useState<{ id: string; ownerId: string | null }>();

  useEffect(() => {
    let isCurrent = true;
    fetchListOwner(id, family)
      // Without an answer the list counts as unknown, as it would without a profile.
      .catch(() => null)
      .then((ownerId) => isCurrent && setFound({ id, ownerId }));
    return () => {
      isCurrent = false;
    };
  }, [id, family]);

  return found?.id === id ? found.ownerId : undefined;
}

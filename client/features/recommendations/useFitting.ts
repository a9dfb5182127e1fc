import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FamilyKey } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { useHiddenPicks } from './hiddenPicks.store.ts';
import { groupPicksQuery } from './recommendation.queries.ts';

/** False for lists that are not shared and for Reviewed. */
export const isForOne = ({ folder }: Replica) => folder.memberCount === 0 || folder.isReviewed;

/** Recommendations for everyone who shares a list. */
export function useFitting(family: FamilyKey, folder: Replica['folder']) {
  const { data: picks, isError, refetch } = useQuery(groupPicksQuery(family, folder));
  const hidden = useHiddenPicks((state) => state.hidden);
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);
  return { shown, hasFailed: isError, reload: refetch };
}

import { useCallback, useEffect, useMemo } from 'react';
import type { FamilyKey } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { useRecommendations } from './recommendation.store.ts';

/** False for lists that are not shared and for Reviewed. */
export const isForOne = ({ folder }: Replica) => folder.memberCount === 0 || folder.isReviewed;

/** Recommendations for everyone who shares a list, reloaded when they may have changed. */
export function useFitting(family: FamilyKey, { id, memberCount }: Replica['folder']) {
  const shelf = useRecommendations((state) => state.forList[id]);
  const hidden = useRecommendations((state) => state.hidden);
  const edition = useRecommendations((state) => state.edition);
  const loadForList = useRecommendations((state) => state.loadForList);
  const reload = useCallback(() => loadForList(family, id), [loadForList, family, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the edition or the members change
  useEffect(() => {
    reload();
  }, [reload, edition, memberCount]);

  const picks = shelf?.status === 'ready' ? shelf.results : undefined;
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);
  return { status: shelf?.status, shown, reload };
}

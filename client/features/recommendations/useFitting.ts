import { useCallback, useEffect, useMemo } from 'react';
import type { FamilyKey } from '../../../common/families.ts';
import { titleKey } from '../../../common/item.ts';
import type { Replica } from '../../../common/replica.ts';
import { useRecommendations } from './recommendation.store.ts';

/** Nobody but the owner is in it, or it is the list of what was reviewed: then there is nothing to agree on. */
export const isForOne = ({ folder }: Replica) => folder.memberCount === 0 || folder.isReviewed;

/** What fits everybody who shares a list, read again whenever that may have changed. */
export function useFitting(family: FamilyKey, { id, memberCount }: Replica['folder']) {
  const shelf = useRecommendations((state) => state.forList[id]);
  const hidden = useRecommendations((state) => state.hidden);
  const edition = useRecommendations((state) => state.edition);
  const loadForList = useRecommendations((state) => state.loadForList);
  const reload = useCallback(() => loadForList(family, id), [loadForList, family, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new editions and other members are reasons to read again
  useEffect(() => {
    reload();
  }, [reload, edition, memberCount]);

  const picks = shelf?.status === 'ready' ? shelf.results : undefined;
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);
  return { status: shelf?.status, shown, reload };
}

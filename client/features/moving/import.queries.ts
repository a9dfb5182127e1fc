import type { EventPayloads } from '../../../common/schemas/events.ts';
import type { Import } from '../../../common/schemas/import.ts';
import { importApi } from '../../lib/http/api.ts';
import { queryClient, queryOf, refresh } from '../../lib/query.ts';
import { liveSeen } from '../folders/seen/seen.store.ts';
import { refreshMyReviews } from '../reviews/review.store.ts';

/** An import has progressed, in this tab or another one. */
export function applyImportProgress({ importId, import: now }: EventPayloads['import:progress']): void {
  queryClient.setQueryData(queryOf(importApi.list).queryKey, (known: Import[] | undefined) => {
    if (!known) return undefined;
    if (!now) return known.filter(({ id }) => id !== importId);
    return known.some(({ id }) => id === importId)
      ? known.map((one) => (one.id === importId ? now : one))
      : [now, ...known];
  });
  if (now?.work) return;
  // Its rows have changed as well, and what they became. The diary has an event of its own.
  void refresh(importApi.get);
  refreshMyReviews();
  liveSeen.refresh();
}

export async function refreshImports(): Promise<void> {
  await Promise.all([refresh(importApi.list), refresh(importApi.get)]);
}

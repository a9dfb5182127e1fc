import type { EventPayloads } from '../../../common/schemas/events.ts';
import type { Import } from '../../../common/schemas/import.ts';
import { importApi } from '../../lib/http/api.ts';
import { queryClient, queryOf, refresh } from '../../lib/query.ts';

/** An import has come further, here or in another tab of the person. */
export function applyImportProgress({ importId, import: now }: EventPayloads['import:progress']): void {
  queryClient.setQueryData(queryOf(importApi.list).queryKey, (known: Import[] | undefined) => {
    if (!known) return undefined;
    if (!now) return known.filter(({ id }) => id !== importId);
    return known.some(({ id }) => id === importId)
      ? known.map((one) => (one.id === importId ? now : one))
      : [now, ...known];
  });
  // Its rows have changed as well.
  if (!now?.work) void refresh(importApi.get);
}

export async function refreshImports(): Promise<void> {
  await Promise.all([refresh(importApi.list), refresh(importApi.get)]);
}

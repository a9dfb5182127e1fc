import type { Spoilers } from '../../../../common/schemas/progress.ts';
import { progressApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { about, queryClient, queryOf } from '../../../lib/query.ts';

/** What the viewer sees of episodes that they have not seen. */
export const spoilersQuery = { ...queryOf(progressApi.spoilers), ...about('progress') };

export async function chooseSpoilers(spoilers: Spoilers): Promise<void> {
  const before = queryClient.getQueryData(spoilersQuery.queryKey);
  // The control shows the choice at once.
  queryClient.setQueryData(spoilersQuery.queryKey, { spoilers });
  try {
    await call(progressApi.setSpoilers, { body: { spoilers } });
  } catch (error) {
    queryClient.setQueryData(spoilersQuery.queryKey, before);
    throw error;
  }
}

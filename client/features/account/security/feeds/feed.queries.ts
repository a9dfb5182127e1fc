import type { FeedKind, NewPersonalFeed } from '../../../../../common/schemas/feed.ts';
import { feedApi } from '../../../../lib/http/api.ts';
import { call } from '../../../../lib/http/http.ts';
import { queryClient, queryOf, writeTo } from '../../../../lib/query.ts';
import { writeFresh } from '../../freshSignIn.store.ts';

export const feedsQuery = queryOf(feedApi.list);

/** The answer holds the secret address, which is not kept. */
export async function createFeed(kind: FeedKind): Promise<NewPersonalFeed> {
  const created = await writeFresh(feedApi.list, () => call(feedApi.create, { body: { kind } }));
  const { url: _secret, ...feed } = created;
  queryClient.setQueryData(feedsQuery.queryKey, (feeds = []) => [{ ...feed, lastUsedAt: null }, ...feeds]);
  return created;
}

export async function revokeFeed(id: string): Promise<void> {
  await writeTo(feedApi.list, () => call(feedApi.revoke, { params: { id } }));
  queryClient.setQueryData(feedsQuery.queryKey, (feeds = []) => feeds.filter((feed) => feed.id !== id));
}

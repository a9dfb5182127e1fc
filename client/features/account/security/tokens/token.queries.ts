import type { AccessToken, CreateTokenBody, NewAccessToken } from '../../../../../common/schemas/account/token.ts';
import { tokenApi } from '../../../../lib/http/api.ts';
import { call } from '../../../../lib/http/http.ts';
import { queryClient, queryOf, writeTo } from '../../../../lib/query.ts';
import { writeFresh } from '../../freshSignIn.store.ts';

export const tokensQuery = queryOf(tokenApi.list);

/** The answer holds the secret of the new token, which is not kept. */
export async function createToken(body: CreateTokenBody): Promise<NewAccessToken> {
  const created = await writeFresh(tokenApi.list, () => call(tokenApi.create, { body }));
  const { token: _secret, ...shown } = created;
  const token = { ...shown, createdAt: new Date().toISOString(), lastUsedAt: null, lastAddress: null };
  change((tokens) => [token, ...tokens]);
  return created;
}

export async function revokeToken(id: string): Promise<void> {
  await writeTo(tokenApi.list, () => call(tokenApi.revoke, { params: { id } }));
  change((tokens) => tokens.filter((token) => token.id !== id));
}

function change(changed: (tokens: readonly AccessToken[]) => AccessToken[]): void {
  queryClient.setQueryData(tokensQuery.queryKey, (tokens = []) => changed(tokens));
}

import {
  type AccessToken,
  type CreateTokenBody,
  type NewAccessToken,
  readScopes,
} from '../../../../common/schemas/account/token.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type AccessTokenDoc, AccessTokenModel } from '../../../platform/session/accessToken.ts';
import { loadFolderFor } from '../../folders/access/access.ts';
import { notifyOfEndedAddress } from '../../players/player.service.ts';
import { issueToken } from '../../users/accessToken.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The user's tokens, the newest first. */
export async function listTokens(userId: string): Promise<AccessToken[]> {
  return (await AccessTokenModel.find({ userId }).sort({ _id: -1 }).lean<AccessTokenDoc[]>()).map(toToken);
}

/**
 * Creates a token. Throws not_found for a list that the user cannot see, limit_reached, and conflict when the account's
 * credentials have changed since `credentialsRev`.
 */
export async function createToken(
  { userId, credentialsRev }: { userId: string; credentialsRev: number },
  { name, scopes, expiresInDays }: CreateTokenBody,
): Promise<NewAccessToken> {
  for (const listId of readScopes(scopes).listIds ?? []) await loadFolderFor(userId, listId, null);
  // biome-ignore lint/plugin: a token is stored with its end
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS);
  const { created, token } = await inTransaction(() =>
    issueToken({ userId, credentialsRev }, { name, scopes: [...new Set(scopes)], expiresAt }),
  );
  const { id, scopes: stored } = toToken(created);
  return { id, name, scopes: stored, expiresAt: expiresAt?.toISOString() ?? null, token };
}

/** Ends a token: from the next request on, no node accepts it. Returns its name. */
export async function revokeToken(userId: string, tokenId: string): Promise<string> {
  return inTransaction(async () => {
    const token = await AccessTokenModel.findOneAndDelete({ _id: tokenId, userId }).lean<AccessTokenDoc>();
    if (!token) throw notFound('This access token has been revoked already');
    await notifyOfEndedAddress(token);
    return token.name;
  });
}

function toToken(token: AccessTokenDoc): AccessToken {
  return {
    id: token._id.toHexString(),
    name: token.name,
    scopes: token.scopes,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    lastAddress: token.lastAddress,
  };
}

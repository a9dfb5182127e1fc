import { limits } from '../../../common/constants.ts';
import { limitReached } from '../../platform/http/errors.ts';
import { type AccessTokenDoc, AccessTokenModel, createSecret } from '../../platform/session/accessToken.ts';
import { hashOfToken } from '../../platform/session/guestSession.ts';
import { requireUnchanged } from './credentials.service.ts';
import { lockQuotas } from './user.service.ts';

/** The owner of a new token, and the credentialsRev of the session that makes it. */
export interface TokenMaker {
  userId: string;
  credentialsRev: number;
}

/**
 * Stores a new access token, in the caller's transaction. The secret cannot be read again. Throws limit_reached, and conflict
 * when the account's credentials have changed since `credentialsRev`.
 */
export async function issueToken(
  { userId, credentialsRev }: TokenMaker,
  token: Pick<AccessTokenDoc, 'name' | 'scopes' | 'expiresAt'>,
): Promise<{ created: AccessTokenDoc; token: string }> {
  await lockQuotas(userId);
  await requireUnchanged(userId, credentialsRev);
  if ((await AccessTokenModel.countDocuments({ userId })) >= limits.tokensPerPerson) {
    throw limitReached(
      `You can have ${limits.tokensPerPerson} access tokens at most. Revoke one that you no longer use.`,
    );
  }
  const secret = createSecret();
  const [created] = await AccessTokenModel.create([{ ...token, userId, tokenHash: hashOfToken(secret) }]);
  if (!created) throw new Error('The token was not created');
  return { created, token: secret };
}

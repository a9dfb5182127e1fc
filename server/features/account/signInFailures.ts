import type { Request } from 'express';
import { isRateLimited } from '../../platform/http/errors.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { TryPassword } from '../../platform/limits/passwordTries.ts';
import { log } from '../../platform/log.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { findUserIdByEmail } from '../users/user.service.ts';

/** Like `limits.tryPassword`. Wrong attempts, and attempts that have to wait, are recorded for the account's owner. */
export function createRecordedTry(limits: Pick<Limits, 'tryPassword' | 'lockNoticePerAccount'>): TryPassword {
  return async (req, account, attempt) => {
    try {
      const answer = await limits.tryPassword(req, account, attempt);
      if (answer === null) recordLater(req, account, 'sign-in-failed');
      return answer;
    } catch (error) {
      if (isRateLimited(error)) recordLater(req, account, 'sign-in-locked', limits);
      throw error;
    }
  };
}

/** The answer does not wait for it, so that it takes the same time for an address without an account. */
function recordLater(
  req: Request,
  account: string,
  type: 'sign-in-failed' | 'sign-in-locked',
  limits?: Pick<Limits, 'lockNoticePerAccount'>,
): void {
  const record = async () => {
    // Attempts that have to wait cost their sender nothing, so only the first ones of a while are recorded.
    await limits?.lockNoticePerAccount.take(account);
    await recordSecurityEvent(req, { type, userId: await findUserIdByEmail(account), actorId: null });
  };
  record().catch((error: unknown) => {
    if (!isRateLimited(error)) log.warn({ err: error }, 'a failed sign-in could not be recorded');
  });
}

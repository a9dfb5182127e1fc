import type { Db } from 'mongodb';
import { changeRole } from '../../server/features/account/accountChanges.service.ts';
import { recordSecurityEvent } from '../../server/platform/securityLog/securityLog.ts';
import { withAccount } from './account.ts';

/** Gives or takes the operator's role. Resolves with whether anything changed. */
export function changeOperator(db: Db, email: string, isOperator: boolean): Promise<boolean> {
  return withAccount(db, email, async (userId) => {
    const isChanged = await changeRole(userId, isOperator);
    const type = isOperator ? 'operator-added' : 'operator-removed';
    if (isChanged) await recordSecurityEvent(null, { type, userId, actorId: null });
    return isChanged;
  });
}

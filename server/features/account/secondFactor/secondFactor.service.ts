import { inTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { inOperation } from '../../../platform/requests/operations.ts';
import { endOtherSessions, type OwnSession } from '../../../platform/session/session.ts';
import type { Vault } from '../../../platform/vault.ts';
import { turnOffSecondFactor, turnOnSecondFactor } from '../../users/secondFactor.service.ts';

/** Turns the second factor on, ends all of the user's other sessions and returns the recovery codes. */
export async function turnOn(
  { userId }: Actor,
  session: OwnSession,
  setup: { secret: string; code: string; vault: Vault },
): Promise<string[]> {
  // Not an operation: its answer is stored for repeated requests, and recovery codes are stored as hashes only.
  return inTransaction(async () => {
    const { credentialsRev, recoveryCodes } = await turnOnSecondFactor(userId, session.credentialsRev, setup);
    await endOtherSessions(userId, credentialsRev, session.id);
    return recoveryCodes;
  });
}

/** Turns the second factor off and ends all of the user's other sessions. */
export function turnOff(actor: Actor, session: OwnSession): Promise<void> {
  return inOperation(actor, async () => {
    const credentialsRev = await turnOffSecondFactor(actor.userId, session.credentialsRev);
    await endOtherSessions(actor.userId, credentialsRev, session.id);
  });
}

import { inTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { inOperation } from '../../../platform/requests/operations.ts';
import { endOtherSessions, type OwnSession } from '../../../platform/session/session.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type CodeKind, spendCode, turnOffSecondFactor, turnOnSecondFactor } from '../../users/secondFactor.service.ts';
import { spendState } from '../usedState.model.ts';
import type { Login } from './secondFactor.ts';

const USED = 'This step was completed already. Please sign in again.';

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

/**
 * Uses up a code, and the ticket of the sign-in with it. Returns what the code was, or null when it is wrong. Throws conflict,
 * and leaves the code unused, when the ticket was used before.
 */
export function spendSecondStep({ id, userId }: Login, code: string, vault: Vault): Promise<CodeKind | null> {
  return inTransaction(async () => {
    const kind = await spendCode(userId, code, vault);
    if (kind && !(await spendState(id))) throw conflict('conflict', USED);
    return kind;
  });
}

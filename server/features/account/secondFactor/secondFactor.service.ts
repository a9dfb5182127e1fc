import { z } from 'zod';
import { idSchema } from '../../../../common/schemas/primitives.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../../platform/requests/operations.ts';
import { endOtherSessions, type OwnSession } from '../../../platform/session/session.ts';
import { createTickets, createVault, type Tickets, type Vault } from '../../../platform/vault.ts';
import { type CodeKind, spendCode, turnOffSecondFactor, turnOnSecondFactor } from '../../users/secondFactor.service.ts';
import { spendState } from '../usedState.model.ts';

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

const checkedPasswordSchema = z.object({
  userId: idSchema,
  email: z.string(),
  credentialsRev: z.int(),
  /** Replaces a temporary password when the sign-in is complete. */
  newPasswordHash: z.string().exactOptional(),
});
/** A sign-in whose password was right. */
export type CheckedPassword = z.infer<typeof checkedPasswordSchema>;

/** The id makes the ticket usable once. */
const loginSchema = checkedPasswordSchema.extend({ id: z.uuid() });
type Login = z.infer<typeof loginSchema>;

const setupSchema = z.object({ userId: idSchema, secret: z.string() });

/** The parts of second factors that need the session secret, which all nodes share. */
export interface SecondFactor {
  /** Encrypts the stored secrets of authenticator apps. */
  vault: Vault;
  /** Between the password and the code of a sign-in. */
  logins: Tickets<Login>;
  /** Between a new secret and its first code. */
  setups: Tickets<z.infer<typeof setupSchema>>;
}

export function createSecondFactor(secret: string): SecondFactor {
  return {
    vault: createVault(secret, 'second factor'),
    logins: createTickets(secret, 'sign-in ticket', loginSchema),
    setups: createTickets(secret, 'second factor ticket', setupSchema),
  };
}

import { z } from 'zod';
import { idSchema } from '../../../../common/schemas/primitives.ts';
import { createTickets, createVault, type Tickets, type Vault } from '../../../platform/vault.ts';

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
export type Login = z.infer<typeof loginSchema>;

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

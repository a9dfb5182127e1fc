import { createTickets, createVault, type Tickets, type Vault } from '../../../platform/vault.ts';

/** A sign-in whose password was right. */
export interface CheckedPassword {
  userId: string;
  email: string;
  credentialsRev: number;
  /** Replaces a temporary password when the sign-in is complete. */
  newPasswordHash?: string;
}

/** The parts of second factors that need the session secret, which all nodes share. */
export interface SecondFactor {
  /** Encrypts the stored secrets of authenticator apps. */
  vault: Vault;
  /** Between the password and the code of a sign-in. */
  logins: Tickets<CheckedPassword>;
  /** Between a new secret and its first code. */
  setups: Tickets<{ userId: string; secret: string }>;
}

export function createSecondFactor(secret: string): SecondFactor {
  return {
    vault: createVault(secret, 'second factor'),
    logins: createTickets(secret, 'sign-in ticket'),
    setups: createTickets(secret, 'second factor ticket'),
  };
}

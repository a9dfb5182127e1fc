import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// OWASP's setting for argon2id, the library's default algorithm: 19 MiB, 2 passes, 1 lane. Tests lower it.
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Two at a time: more would occupy every thread of the pool, which file reads need too.
const limit = pLimit(2);

export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(password, cost));
}

/** True when the password matches the hash. Without a hash it takes the same time and returns false. */
export async function isPasswordRight(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isRight = await limit(async () => verify(passwordHash ?? (await decoy), password));
  return passwordHash !== undefined && isRight;
}

// Passwords for unknown addresses are checked against this hash, so that the answer takes the same time.
const decoy = hash('an account that does not exist', cost);

import { createHash, randomBytes } from 'node:crypto';
import { trusted } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import { CHANGED_MEANWHILE, changeCredentials, unchangedSince } from './credentials.service.ts';
import { type UserDoc, UserModel } from './user.model.ts';

const PERIOD_S = 30;
/** How many periods before and after the present one are accepted, because clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const CODES = 10;
const WRONG_CODE = 'That code is not right. Use the newest one that your app shows.';

/** A new secret, and the address that authenticator apps read from a QR code. */
export function createTotpSecret(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: totpOf(secret.base32, email).toString() };
}

function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({
    issuer: 'Marquee',
    label: email || 'Marquee',
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

const sixDigits = /^\d{6}$/;

/** The number of the period for which the code is right, or null. */
function periodOf(secret: string, code: string): number | null {
  // The library throws for other characters.
  if (!sixDigits.test(code)) return null;
  // biome-ignore lint/plugin: the code depends on the date
  const timestamp = Date.now();
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** True when a password alone does not sign this user in. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  return (await UserModel.exists({ _id: userId, totp: trusted({ $exists: true }) })) !== null;
}

export type CodeKind = 'code' | 'recovery-code';

/**
 * Uses a code of the user's authenticator app or one of the recovery codes. Each is accepted once, also when two requests send
 * it at the same time. Returns what it was, or null when it is wrong.
 */
export async function spendCode(userId: string, typed: string, vault: Vault): Promise<CodeKind | null> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (!sixDigits.test(code)) return (await spendRecoveryCode(userId, code)) ? 'recovery-code' : null;
  const user = await UserModel.findById(userId).select('+totp').lean<UserDoc>();
  if (!user?.totp) return null;
  const secret = vault.open(user.totp.secret);
  if (secret === null) {
    log.warn({ userId }, 'a second factor was stored with another SESSION_SECRET: only recovery codes work');
    return null;
  }
  const period = periodOf(secret, code);
  if (period === null) return null;
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, 'totp.lastPeriod': trusted({ $lt: period }) },
    { $set: { 'totp.lastPeriod': period } },
  );
  return modifiedCount === 1 ? 'code' : null;
}

async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const hash = hashOf(code);
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, recoveryCodes: hash },
    { $pull: { recoveryCodes: hash } },
  );
  return modifiedCount === 1;
}

// Recovery codes are random and long, so a fast hash without salt is enough.
const hashOf = (code: string) => createHash('sha256').update(`recovery code ${code}`).digest('base64url');

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ten codes of 80 random bits each, without characters that look alike. */
function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const text = [...randomBytes(16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

const hashesOf = (codes: readonly string[]) => codes.map((code) => hashOf(code.replaceAll('-', '')));

interface Changed {
  credentialsRev: number;
  /** Shown to the user once. */
  recoveryCodes: string[];
}

/**
 * Turns the second factor on. The code proves that the user's app has the secret. Throws validation when it is wrong, and
 * conflict when the credentials have changed since `credentialsRev`, or when it is on already.
 */
export async function turnOnSecondFactor(
  userId: string,
  credentialsRev: number,
  { secret, code, vault }: { secret: string; code: string; vault: Vault },
): Promise<Changed> {
  const period = periodOf(secret, code.replace(/\s/g, ''));
  if (period === null) throw invalid([{ path: 'code', message: WRONG_CODE }]);
  const recoveryCodes = createRecoveryCodes();
  const changed = await changeCredentials(
    { ...unchangedSince(userId, credentialsRev), totp: trusted({ $exists: false }) },
    { $set: { totp: { secret: vault.seal(secret), lastPeriod: period }, recoveryCodes: hashesOf(recoveryCodes) } },
  );
  if (!changed) throw conflict('conflict', CHANGED_MEANWHILE);
  return { credentialsRev: changed.credentialsRev, recoveryCodes };
}

/** Turns the second factor off and returns the new credentialsRev. Throws conflict when the credentials have changed. */
export async function turnOffSecondFactor(userId: string, credentialsRev: number): Promise<number> {
  const changed = await changeCredentials(unchangedSince(userId, credentialsRev), {
    $unset: { totp: 1, recoveryCodes: 1 },
  });
  if (!changed) throw conflict('conflict', CHANGED_MEANWHILE);
  return changed.credentialsRev;
}

/** Replaces the recovery codes. Throws conflict when there is no second factor. */
export async function renewRecoveryCodes(userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, totp: trusted({ $exists: true }) },
    { $set: { recoveryCodes: hashesOf(codes) } },
  );
  if (matchedCount === 0) throw conflict('conflict', 'Turn on two-step sign-in first');
  return codes;
}

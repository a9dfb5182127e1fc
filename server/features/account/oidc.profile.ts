import { limits } from '../../../common/constants.ts';
import { registerBody } from '../../../common/user.ts';
import { findMalformedText } from '../../platform/text.ts';

/** What an issuer says of somebody, as far as it is used. */
export interface Profile {
  /** Only one that the issuer has confirmed. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  picture: URL | null;
}

const emailSchema = registerBody.shape.email;

/** Reads the claims that are well formed, and takes the rest for absent. */
export function profileOf(claims: Record<string, unknown>): Profile {
  // Some issuers write their booleans as text.
  const isConfirmed = String(claims.email_verified) === 'true';
  const lastName = nameOf(claims.family_name);
  return {
    email: isConfirmed ? (emailSchema.safeParse(textOf(claims.email)).data ?? null) : null,
    firstName: nameOf(claims.given_name) ?? (lastName ? null : nameOf(claims.name)),
    lastName,
    picture: addressOf(claims.picture),
  };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' && !findMalformedText(claim) ? claim : '';
}

function nameOf(claim: unknown): string | null {
  // By characters: cutting one in half would leave no text.
  const letters = [...textOf(claim).trim()];
  return letters.slice(0, limits.personName.max).join('').trim() || null;
}

function addressOf(claim: unknown): URL | null {
  const text = textOf(claim);
  return URL.canParse(text) ? new URL(text) : null;
}

import { limits } from '../../../../common/constants.ts';
import { textSchema } from '../../../../common/schemas/primitives.ts';
import { registerBody } from '../../../../common/schemas/user.ts';
import { isVisible, plainText } from '../../../../common/text.ts';

/** The claims of an issuer about a user that the app uses. */
export interface Profile {
  /** Only if the issuer has verified it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  picture: URL | null;
}

const emailSchema = registerBody.shape.email;

/** Reads the valid claims; invalid ones count as absent. */
export function profileOf(claims: Record<string, unknown>): Profile {
  // Some issuers send booleans as text.
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
  return textSchema.safeParse(claim).data ?? '';
}

function nameOf(claim: unknown): string | null {
  // By characters, so that no surrogate pair is split.
  const letters = [...plainText(textOf(claim))];
  const name = plainText(letters.slice(0, limits.personName.max).join(''));
  return isVisible(name) ? name : null;
}

function addressOf(claim: unknown): URL | null {
  const text = textOf(claim);
  return URL.canParse(text) ? new URL(text) : null;
}

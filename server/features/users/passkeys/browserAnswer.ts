import { z } from 'zod';
import { invalid } from '../../../platform/http/errors.ts';

/*
 * What a browser sends when a passkey is created or used contains JSON and CBOR of its own, which no schema of the contract
 * reaches. It is checked here, before the library or the database sees any of it.
 */

/** https://www.w3.org/TR/webauthn-3/#dictionary-client-data. Browsers may add fields. */
const clientDataSchema = z.object({
  challenge: z.base64url().min(1).max(100),
  origin: z.string(),
  // True in a frame of another site, where Marquee cannot be.
  crossOrigin: z.literal(false).optional(),
});

/** The challenge that the browser had signed. Throws validation for client data that no browser sends on our pages. */
export function readChallenge(clientDataJSON: string): string {
  const { data } = clientDataSchema.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString()));
  if (!data)
    throw invalid([{ path: 'credential.response.clientDataJSON', message: 'Must be client data of a browser' }]);
  return data.challenge;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * True for an attestation object without a statement about the authenticator, which Marquee does not ask for. For other
 * formats the library would read certificates and fetch revocation lists from the addresses that they name.
 */
export async function isWithoutAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded: unknown = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    return decoded instanceof Map && decoded.get('fmt') === 'none';
  } catch {
    return false;
  }
}

const RSA_MODULUS = -1;
const RSA_KEY_TYPE = 3;
const RSA_BYTES_MIN = 256;

/** False for RSA keys of less than 2,048 bits. The key is in COSE: https://www.rfc-editor.org/rfc/rfc8230#section-4 */
export async function isStrongKey(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { isoCBOR } = await import('@simplewebauthn/server/helpers');
  const key = isoCBOR.decodeFirst<Map<number, unknown>>(publicKey);
  if (key.get(1) !== RSA_KEY_TYPE) return true;
  const modulus = key.get(RSA_MODULUS);
  return modulus instanceof Uint8Array && modulus.length >= RSA_BYTES_MIN;
}

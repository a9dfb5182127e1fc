import { createHash, webcrypto } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyRegistration } from '../../common/schemas/account/passkey.ts';
import type { Authenticator } from './authenticator.ts';

/*
 * Statements about an authenticator, which Marquee does not ask for:
 * https://www.w3.org/TR/webauthn-3/#sctn-defined-attestation-formats
 */

interface Attestation {
  fmt: string;
  statement: Map<string, unknown>;
}

type Attest = (signed: Buffer, clientDataHash: Buffer) => Attestation | Promise<Attestation>;

const ES256 = -7;
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17';

/** The registration with a statement in place of its own. */
export async function withAttestation(registration: PasskeyRegistration, attest: Attest): Promise<PasskeyRegistration> {
  const { clientDataJSON, attestationObject } = registration.response;
  const object = isoCBOR.decodeFirst<Map<string, unknown>>(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const clientDataHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
  const signed = Buffer.concat([object.get('authData') as Uint8Array, clientDataHash]);
  const { fmt, statement } = await attest(signed, clientDataHash);
  object.set('fmt', fmt).set('attStmt', statement);
  const encoded = isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0]);
  return {
    ...registration,
    response: { ...registration.response, attestationObject: Buffer.from(encoded).toString('base64url') },
  };
}

/** 'packed' by the credential's own key. */
export function selfAttestation(key: Authenticator, fmt = 'packed'): Attest {
  return (signed) => ({
    fmt,
    statement: new Map<string, unknown>([
      ['alg', ES256],
      ['sig', new Uint8Array(key.sign(signed))],
    ]),
  });
}

/** 'android-key' by a certificate that names a list of revoked certificates. */
export function androidKeyAttestation(key: Authenticator, revocationList: string): Attest {
  return async (signed, clientDataHash) => ({
    fmt: 'android-key',
    statement: new Map<string, unknown>([
      ['alg', ES256],
      ['sig', new Uint8Array(key.sign(signed))],
      ['x5c', await certificatesFor(key, clientDataHash, revocationList)],
    ]),
  });
}

/** The certificate of the key and that of its issuer, as DER. */
async function certificatesFor(key: Authenticator, clientDataHash: Buffer, revocationList: string) {
  // Loaded after the passkey library, which brings the polyfill that it needs.
  const { CRLDistributionPointsExtension, Extension, X509CertificateGenerator } = await import('@peculiar/x509');
  const { subtle } = webcrypto;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const signingAlgorithm = { ...algorithm, hash: 'SHA-256' };
  const issuerKeys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issuer = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=issuer',
    keys: issuerKeys,
    signingAlgorithm,
  });
  const spki = new Uint8Array(key.publicKey.export({ format: 'der', type: 'spki' }));
  const leaf = await X509CertificateGenerator.create({
    subject: 'CN=phone',
    issuer: issuer.subject,
    publicKey: await subtle.importKey('spki', spki, algorithm, true, ['verify']),
    signingKey: issuerKeys.privateKey,
    signingAlgorithm,
    extensions: [
      new Extension(KEY_DESCRIPTION, false, describedKey(clientDataHash)),
      new CRLDistributionPointsExtension([revocationList]),
    ],
  });
  return [leaf, issuer].map(({ rawData }) => new Uint8Array(rawData));
}

/** The value of Google's extension: https://source.android.com/docs/security/features/keystore/attestation */
function describedKey(challenge: Buffer): Uint8Array<ArrayBuffer> {
  const versions = '0201030a0100' + '0201040a0100';
  return new Uint8Array(Buffer.from(`3034${versions}0420${challenge.toString('hex')}040030003000`, 'hex'));
}

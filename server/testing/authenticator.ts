import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Assertion, CreationOptions, Registration, RequestOptions } from '../../common/schemas/account/passkey.ts';

const hash = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (data: Uint8Array) => Buffer.from(data).toString('base64url');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Circumstances {
  origin: string;
  /** The site's host name, unless it is that of the origin. */
  rpID?: string;
  isVerified?: boolean;
}

/** An authenticator with one passkey, which answers as a browser does. */
export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  create({ challenge, rp }: CreationOptions, { origin, rpID = rp.id, isVerified = true }: Circumstances): Registration {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const authData = Buffer.concat([
      this.#head(rpID, HAS_CREDENTIAL, isVerified),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      isoCBOR.encode(publicKey),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: text(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      },
    };
  }

  get({ challenge, rpId }: RequestOptions, { origin, rpID = rpId, isVerified = true }: Circumstances): Assertion {
    this.#counter += 1;
    const authenticatorData = this.#head(rpID, 0, isVerified);
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authenticatorData, hash(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: text(authenticatorData),
        signature: text(createSign('sha256').update(signed).sign(this.#keys.privateKey)),
      },
    };
  }

  #named() {
    return { id: text(this.#id), rawId: text(this.#id), type: 'public-key' as const };
  }

  #head(rpID: string, more: number, isVerified: boolean): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const flags = USER_PRESENT | more | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([hash(rpID), Buffer.from([flags]), counter]);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return text(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
}

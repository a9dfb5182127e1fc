import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  Assertion,
  CreationOptions,
  PasskeyRegistration,
  RequestOptions,
} from '../../common/schemas/account/passkey.ts';

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
  /** Fields of the client data that differ from those of an honest browser. */
  clientData?: object;
}

interface Creation extends Circumstances {
  /** The id of the credential; by default 16 random bytes. */
  credentialId?: Buffer;
  /** The public key as COSE; by default that of this authenticator. */
  publicKey?: CoseKey;
}

/** A public key as a map of COSE: https://www.rfc-editor.org/rfc/rfc9052#section-7 */
type CoseKey = Map<number, number | Uint8Array>;

/** An authenticator with one passkey, which answers as a browser does. */
export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  get publicKey(): KeyObject {
    return this.#keys.publicKey;
  }

  create({ challenge, rp }: CreationOptions, creation: Creation): PasskeyRegistration {
    const { credentialId = this.#id, publicKey = this.#coseKey() } = creation;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const authData = Buffer.concat([
      this.#head({ ...creation, rpID: creation.rpID ?? rp.id }, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      credentialId,
      isoCBOR.encode(publicKey),
    ]);
    const client = clientData('webauthn.create', challenge, creation);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...named(credentialId),
      response: {
        clientDataJSON: text(client),
        attestationObject: text(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      },
    };
  }

  get({ challenge, rpId }: RequestOptions, circumstances: Circumstances): Assertion {
    this.#counter += 1;
    const authenticatorData = this.#head({ ...circumstances, rpID: circumstances.rpID ?? rpId });
    const client = clientData('webauthn.get', challenge, circumstances);
    const signature = this.sign(Buffer.concat([authenticatorData, hash(client)]));
    return {
      ...named(this.#id),
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      },
    };
  }

  sign(data: Buffer): Buffer {
    return createSign('sha256').update(data).sign(this.#keys.privateKey);
  }

  #coseKey(): CoseKey {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
  }

  #head({ rpID, isVerified = true }: Circumstances & { rpID: string }, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const flags = USER_PRESENT | more | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([hash(rpID), Buffer.from([flags]), counter]);
  }
}

const named = (id: Buffer) => ({ id: text(id), rawId: text(id), type: 'public-key' as const });

function clientData(type: string, challenge: string, { origin, clientData = {} }: Circumstances): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...clientData }));
}

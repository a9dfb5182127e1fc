declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Parameters {
    version: 'aes128gcm';
    privateKey: ECDH;
    /** In base64url, as browsers give it. */
    authSecret: string | Buffer;
  }

  const ece: {
    /** `dh` is the public key of the receiver, in base64url. */
    encrypt(content: Buffer, parameters: Parameters & { dh: string; salt: Buffer }): Buffer;
    decrypt(content: Buffer, parameters: Parameters): Buffer;
  };
  export default ece;
}

import { generateKeyPairSync } from 'node:crypto';
import { trusted } from 'mongoose';
import type { Config } from '../../../config/config.ts';
import { InstanceModel, loadInstance } from '../../../platform/instance/instance.model.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { PushIdentity } from './channelRequest.ts';

/**
 * The keys with which push messages are signed. The first call of all nodes creates them. They are kept as the session secret
 * is: with another secret they cannot be read, so there are new ones, and browsers have to subscribe again.
 */
export async function readPushIdentity(
  vault: Vault,
  config: Pick<Config, 'publicUrl' | 'mail'>,
): Promise<PushIdentity> {
  const stored = (await loadInstance()).pushKeys;
  const privateKey = stored && vault.open(stored.privateKey);
  if (stored && privateKey) return { publicKey: stored.publicKey, privateKey, subject: subjectOf(config) };
  const made = generateKeys();
  const pushKeys = { publicKey: made.publicKey, privateKey: vault.seal(made.privateKey) };
  // Another node may be doing the same: the first one wins.
  await InstanceModel.updateOne({ _id: 'instance' }, {}, { upsert: true });
  const known = stored ? { 'pushKeys.publicKey': stored.publicKey } : { pushKeys: trusted({ $exists: false }) };
  await InstanceModel.updateOne({ _id: 'instance', ...known }, { $set: { pushKeys } });
  return readPushIdentity(vault, config);
}

/** A key pair on the curve P-256. */
function generateKeys(): Pick<PushIdentity, 'publicKey' | 'privateKey'> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    publicKey: point.toString('base64url'),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** Push services want an https or a mail address. */
function subjectOf({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): string {
  if (publicUrl?.protocol === 'https:') return publicUrl.origin;
  const address = mail?.from.match(/[^\s<]+@[^\s>]+/)?.[0];
  return `mailto:${address ?? 'marquee@localhost'}`;
}

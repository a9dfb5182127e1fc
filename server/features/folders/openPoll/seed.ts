import { createHash, createHmac, randomBytes } from 'node:crypto';
import { coinOf } from '../../../../common/poll/coin.ts';
import type { Coin } from '../../../../common/poll/rule.ts';

/** A secret seed for a poll's coin, and the hash that commits to it before anyone votes. */
export function createSeed(): { seed: string; seedHash: string } {
  const bytes = randomBytes(32);
  return { seed: bytes.toString('hex'), seedHash: createHash('sha256').update(bytes).digest('hex') };
}

export function createCoin(seed: string): Coin {
  const secret = Buffer.from(seed, 'hex');
  return (key) => coinOf(createHmac('sha256', secret).update(key).digest('hex'));
}

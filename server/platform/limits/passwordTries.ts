import type { Request } from 'express';
import pLimit from 'p-limit';
import { addressOf } from '../http/address.ts';
import { createKeyedQueue } from './keyedQueue.ts';
import type { KnownDevices } from './knownDevice.ts';
import type { Limit } from './limit.ts';

/**
 * Runs `attempt`, which checks a password and returns null when it is wrong. `account` is the email address, whether or not an
 * account has it. After too many wrong attempts it throws rate_limited without a check, so even the right password has to
 * wait. Right attempts are not counted.
 */
export type TryPassword = <T>(req: Request, account: string, attempt: () => Promise<T | null>) => Promise<T | null>;

export interface PasswordLimits {
  perAddress: Limit;
  perAccountAndAddress: Limit;
  /** For attempts from anywhere. A soft limit: strangers can slow the owner down on a new device, but not lock them out. */
  perAccount: Limit;
  /** For a device that has signed in to the account before. The other limits do not apply to it. */
  perDevice: Limit;
}

/** Password checks at the same time; the same as the number of hashes at the same time. */
const MAX_CONCURRENT = 2;

/**
 * Each attempt is counted before the password is checked, so that parallel guesses gain nothing. A right attempt is given
 * back. Attempts with the same budget run one after the other, so that parallel right ones do not use up the budget.
 */
export function createTryPassword(limits: PasswordLimits, devices: KnownDevices): TryPassword {
  const gate = pLimit(MAX_CONCURRENT);
  const queue = createKeyedQueue();

  return (req, account, attempt) => {
    const device = devices.find(req, account);
    const address = addressOf(req);
    const budget = `${account} ${device ?? address}`;
    const counts: [Limit, string][] = device
      ? [[limits.perDevice, budget]]
      : [
          [limits.perAddress, address],
          [limits.perAccountAndAddress, budget],
          [limits.perAccount, account],
        ];
    return queue([budget], () => gate(() => attemptCounted(counts, attempt)));
  };
}

async function attemptCounted<T>(
  counts: readonly [Limit, string][],
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const taken: [Limit, string][] = [];
  let isWrong = false;
  try {
    for (const [limit, key] of counts) {
      await limit.take(key);
      taken.push([limit, key]);
    }
    const answer = await attempt();
    isWrong = answer === null;
    return answer;
  } finally {
    // An attempt that was refused without a check, or that failed on our side, does not count as wrong.
    if (!isWrong) await Promise.all(taken.map(([limit, key]) => limit.giveBack(key)));
  }
}

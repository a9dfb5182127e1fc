import type { Request } from 'express';
import pLimit from 'p-limit';
import { addressOf } from '../http/address.ts';
import { createKeyedQueue } from './keyedQueue.ts';
import type { DeviceOwner, KnownDevices } from './knownDevice.ts';
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
  /** For a device that has signed in to the account before. The limits above do not apply to it. */
  perDevice: Limit;
  /** For all these devices of an account together, so that many marks do not give many attempts. */
  perAccountOnDevices: Limit;
}

/** The account with an email address, or null. */
export type FindDeviceOwner = (email: string) => Promise<DeviceOwner | null>;

/** Password checks at the same time; the same as the number of hashes at the same time. */
const MAX_CONCURRENT = 2;

/**
 * Each attempt is counted before the password is checked, so that parallel guesses gain nothing. A right attempt is given
 * back. Attempts with the same budget run one after the other, so that parallel right ones do not use up the budget.
 */
export function createTryPassword(
  limits: PasswordLimits,
  devices: KnownDevices,
  findOwner: FindDeviceOwner,
): TryPassword {
  const gate = pLimit(MAX_CONCURRENT);
  const queue = createKeyedQueue();

  return async (req, account, attempt) => {
    const mark = findMark(req, await findOwner(account));
    const address = addressOf(req);
    const budget = mark ? `${mark.userId} ${mark.device}` : `${account} ${address}`;
    const counts: [Limit, string][] = mark
      ? [
          [limits.perDevice, budget],
          [limits.perAccountOnDevices, mark.userId],
        ]
      : [
          [limits.perAddress, address],
          [limits.perAccountAndAddress, budget],
          [limits.perAccount, account],
        ];
    return queue([budget], () => gate(() => attemptCounted(counts, attempt)));
  };

  /** The account and the device, if the device has signed in to it since the last change of its credentials. */
  function findMark(req: Request, owner: DeviceOwner | null): { userId: string; device: string } | null {
    const device = owner && devices.find(req, owner.userId);
    if (!device || device.credentialsRev !== owner.credentialsRev) return null;
    return { userId: owner.userId, device: device.id };
  }
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

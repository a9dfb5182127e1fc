import { isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Connection } from 'mongoose';
import pLimit from 'p-limit';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { rateLimited } from './errors.ts';

const MINUTE = 60;

/** Passwords that are looked at together; as many as are hashed at once. */
const PASSWORDS_AT_ONCE = 2;

/** At factor 1: how often something may happen within `seconds`. */
const rules = {
  signInPerAccount: { points: 10, seconds: 15 * MINUTE },
  signInPerAddress: { points: 100, seconds: 15 * MINUTE },
  registrationPerAddress: { points: 20, seconds: 60 * MINUTE },
  uploadPerUser: { points: 20, seconds: MINUTE },
  writePerUser: { points: 300, seconds: MINUTE },
} as const;

export const SOCKET_MESSAGES_PER_SECOND = 20;

export interface Limit {
  /** Counts one more; throws rate_limited when that is one too many. */
  take(key: string): Promise<void>;
  /** Takes back what was counted for something that turned out not to. */
  giveBack(key: string): Promise<void>;
}

/** Whose password somebody tries, and from where. */
interface Try {
  account: string;
  address?: string;
}

export interface Limits {
  /**
   * Looks whether a password is right, by `attempt`, which gives null when it is not. Throws rate_limited after too
   * many wrong ones, without looking: the right password waits too. Right ones are never counted.
   */
  tryPassword<T>(who: Try, attempt: () => Promise<T | null>): Promise<T | null>;
  signInPerAddress: Limit;
  registrationPerAddress: Limit;
  uploadPerUser: Limit;
  writePerUser: Limit;
}

const unlimited: Limit = { take: async () => {}, giveBack: async () => {} };

function seconds(result: RateLimiterRes): number {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1000));
}

function limitOf(limiter: RateLimiterMongo | RateLimiterMemory): Limit {
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (error) {
        // The library rejects with its result when the points are used up, and with an Error when its store fails.
        if (error instanceof RateLimiterRes) throw rateLimited(seconds(error));
        throw error;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}

/** Sign-in, registration and uploads are counted in MongoDB, for all nodes together; other writes in this node's memory. */
export function createLimits(connection: Connection, config: Pick<Config, 'rateLimit'>): Limits {
  if (config.rateLimit === 0) {
    return {
      tryPassword: (_who, attempt) => attempt(),
      signInPerAddress: unlimited,
      registrationPerAddress: unlimited,
      uploadPerUser: unlimited,
      writePerUser: unlimited,
    };
  }
  const points = (rule: { points: number }) => Math.max(1, Math.round(rule.points * config.rateLimit));
  const stored = (name: keyof typeof rules) =>
    limitOf(
      new RateLimiterMongo({
        storeClient: connection,
        dbName: connection.name,
        tableName: 'limits',
        keyPrefix: name,
        points: points(rules[name]),
        duration: rules[name].seconds,
      }),
    );
  const signInPerAddress = stored('signInPerAddress');
  return {
    tryPassword: createPasswordGate(stored('signInPerAccount'), signInPerAddress),
    signInPerAddress,
    registrationPerAddress: stored('registrationPerAddress'),
    uploadPerUser: stored('uploadPerUser'),
    writePerUser: limitOf(
      new RateLimiterMemory({ points: points(rules.writePerUser), duration: rules.writePerUser.seconds }),
    ),
  };
}

/**
 * Each try is counted before it is looked at, so that guesses sent at once gain nothing, and uncounted when it was
 * right. One account's tries take turns: right ones that come together must not use up what is left of each other.
 */
function createPasswordGate(perAccount: Limit, perAddress: Limit): Limits['tryPassword'] {
  const gate = pLimit(PASSWORDS_AT_ONCE);
  const turns = new Map<string, Promise<unknown>>();

  async function attemptCounted<T>({ account, address }: Try, attempt: () => Promise<T | null>): Promise<T | null> {
    const counts: [Limit, string][] = [[perAccount, account]];
    if (address !== undefined) counts.unshift([perAddress, address]);
    for (const [limit, key] of counts) await limit.take(key);
    let isWrong = false;
    try {
      const answer = await attempt();
      isWrong = answer === null;
      return answer;
    } finally {
      // What failed on our side was no wrong try either.
      if (!isWrong) await Promise.all(counts.map(([limit, key]) => limit.giveBack(key)));
    }
  }

  return async (who, attempt) => {
    const before = turns.get(who.account) ?? Promise.resolve();
    const turn = before.then(() => gate(() => attemptCounted(who, attempt)));
    const settled = turn.catch(() => {});
    turns.set(who.account, settled);
    try {
      return await turn;
    } finally {
      if (turns.get(who.account) === settled) turns.delete(who.account);
    }
  };
}

/** The address a request came from, beyond the proxies that are trusted; of IPv6 the network that one customer gets. */
export function addressOf(req: Pick<Request, 'ip'>): string {
  const address = (req.ip ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':');
}

/** Counts every unsafe request of a signed-in user. */
export function limitWrites(limits: Limits): RequestHandler {
  return async (req, _res, next) => {
    const { userId } = req.session;
    if (userId && req.method !== 'GET' && req.method !== 'HEAD') await limits.writePerUser.take(userId);
    next();
  };
}

import type { Request, RequestHandler } from 'express';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { rateLimited } from './errors.ts';

const MINUTE = 60;

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

export interface Limits {
  signInPerAccount: Limit;
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
      signInPerAccount: unlimited,
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
  return {
    signInPerAccount: stored('signInPerAccount'),
    signInPerAddress: stored('signInPerAddress'),
    registrationPerAddress: stored('registrationPerAddress'),
    uploadPerUser: stored('uploadPerUser'),
    writePerUser: limitOf(
      new RateLimiterMemory({ points: points(rules.writePerUser), duration: rules.writePerUser.seconds }),
    ),
  };
}

/** The address a request came from, through as many proxies as Express was told to trust. */
export function addressOf(req: Request): string {
  return req.ip ?? 'unknown';
}

/** Counts every unsafe request of a signed-in user. */
export function limitWrites(limits: Limits): RequestHandler {
  return async (req, _res, next) => {
    const { userId } = req.session;
    if (userId && req.method !== 'GET' && req.method !== 'HEAD') await limits.writePerUser.take(userId);
    next();
  };
}

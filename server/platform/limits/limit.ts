import { createHmac } from 'node:crypto';
import { type RateLimiterMemory, type RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { isRateLimited, rateLimited } from '../http/errors.ts';

export interface Limit {
  /** Takes `points`, or one. Throws rate_limited when too few are left. */
  take(key: string, points?: number): Promise<void>;
  /** Returns points for something that should not count after all. */
  giveBack(key: string, points?: number): Promise<void>;
}

export const unlimited: Limit = { take: async () => {}, giveBack: async () => {} };

function seconds(result: RateLimiterRes): number {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1000));
}

export function limitOf(limiter: RateLimiterMongo | RateLimiterMemory): Limit {
  return {
    async take(key, points = 1) {
      try {
        await limiter.consume(key, points);
      } catch (error) {
        // The library rejects with its result when the points are used up, and with an Error when its store fails.
        if (error instanceof RateLimiterRes) throw rateLimited(seconds(error));
        throw error;
      }
    },
    async giveBack(key, points = 1) {
      await limiter.reward(key, points);
    },
  };
}

/** Applies `free` first. When its points are used up, `slots` still lets some attempts through. */
export function softLimit(free: Limit, slots: Limit): Limit {
  return {
    async take(key) {
      try {
        await free.take(key);
      } catch (error) {
        if (!isRateLimited(error)) throw error;
        await slots.take(key);
      }
    },
    giveBack: (key) => free.giveBack(key),
  };
}

/** Counts by a hash of the key that only this server's nodes can make, so that the key itself is stored nowhere. */
export function withHiddenKeys(limit: Limit, secret: string): Limit {
  const hidden = (key: string) => createHmac('sha256', secret).update(`limit ${key}`).digest('base64url');
  return {
    take: (key, points) => limit.take(hidden(key), points),
    giveBack: (key, points) => limit.giveBack(hidden(key), points),
  };
}

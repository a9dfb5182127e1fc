import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { limits } from '../../../common/constants.ts';
import { isRateLimited } from '../http/errors.ts';
import type { Limit } from './limit.ts';

/** The length of a request's body before it is read. A body of unknown length counts as the largest allowed one. */
export function bodyBytesOf(req: Pick<Request, 'headers' | 'is'>): number {
  const most = req.is('multipart/*') ? limits.pictureBytes : limits.jsonBodyBytes;
  const length = req.headers['content-length'];
  if (length !== undefined) return Math.min(Number(length), most);
  return req.headers['transfer-encoding'] === undefined ? 0 : most;
}

const MAX_USERS = 50_000;

/**
 * Takes whole portions from `stored` and spends them in memory, so that most requests need no database. The rest of a
 * portion is lost when the node stops.
 */
export function inPortions(stored: Limit, portion: number): Pick<Limit, 'take'> {
  const leftOf = new LRUCache<string, number>({ max: MAX_USERS });
  const left = (key: string) => leftOf.get(key) ?? 0;
  return {
    async take(key, points = 1) {
      const own = Math.min(left(key), points);
      // Subtract before waiting, so that no other request spends the same bytes.
      leftOf.set(key, left(key) - own);
      if (own === points) return;
      const portions = Math.ceil((points - own) / portion);
      try {
        await stored.take(key, portions);
      } catch (error) {
        leftOf.set(key, left(key) + own);
        // A smaller request may still fit.
        if (isRateLimited(error)) await stored.giveBack(key, portions);
        throw error;
      }
      leftOf.set(key, left(key) + portions * portion - (points - own));
    },
  };
}

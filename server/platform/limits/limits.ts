import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';
import { limits, limits as productLimits } from '../../../common/constants.ts';
import type { Config } from '../../config/config.ts';
import { isRateLimited } from '../http/errors.ts';
import { userIdOf } from '../session/accessToken.ts';
import type { KnownDevices } from './knownDevice.ts';
import { type Limit, limitOf, softLimit, unlimited, withHiddenKeys } from './limit.ts';
import { createTryPassword, type FindDeviceOwner, type TryPassword } from './passwordTries.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** How many bytes a node reserves from a user's daily limit at a time. */
const WRITTEN_PORTION = 256 * 1024;

/** How often something may happen within `seconds`, at a RATE_LIMIT factor of 1. */
const rules = {
  signInPerAccountAndAddress: { points: 10, seconds: 15 * MINUTE },
  signInPerDevice: { points: 10, seconds: 15 * MINUTE },
  signInPerAccountOnDevices: { points: 20, seconds: 15 * MINUTE },
  signInPerAddress: { points: 100, seconds: 15 * MINUTE },
  signInPerAccount: { points: 20, seconds: 15 * MINUTE },
  /** Applies when the points of signInPerAccount are used up. */
  slowSignInPerAccount: { points: 1, seconds: 30 },
  lockNoticePerAccount: { points: 1, seconds: 15 * MINUTE },
  registrationPerAddress: { points: 20, seconds: 60 * MINUTE },
  /** Links for forgotten passwords, and invitations. */
  mailPerAddress: { points: 20, seconds: 60 * MINUTE },
  /** Mail to one user, without daily ones. */
  mailPerAccount: { points: 5, seconds: 60 * MINUTE },
  invitationMailPerAccount: { points: 20, seconds: DAY },
  invitationMailPerRecipient: { points: 3, seconds: DAY },
  /** Challenges for passkeys: the sign-in page asks for one each time it is opened. */
  challengePerAddress: { points: 100, seconds: MINUTE },
  uploadPerUser: { points: 20, seconds: MINUTE },
  exportPerUser: { points: 3, seconds: 60 * MINUTE },
  writePerUser: { points: 300, seconds: MINUTE },
  requestPerToken: { points: 300, seconds: MINUTE },
  /** In milliseconds of CPU time: half of one CPU. */
  workPerUser: { points: 30_000, seconds: MINUTE },
  workPerVisitor: { points: 10_000, seconds: MINUTE },
  /** One point per small poster: a third of one CPU. */
  drawingPerAddress: { points: 1200, seconds: MINUTE },
  writtenPortionPerUser: { points: productLimits.writtenBytesPerDay / WRITTEN_PORTION, seconds: DAY },
} as const;

export interface Limits {
  tryPassword: TryPassword;
  signInPerAddress: Limit;
  /** How often the owner of an account is told that attempts to sign in have to wait. */
  lockNoticePerAccount: Limit;
  registrationPerAddress: Limit;
  mailPerAddress: Limit;
  mailPerAccount: Limit;
  invitationMailPerAccount: Limit;
  /** By the recipient's email address. */
  invitationMailPerRecipient: Limit;
  challengePerAddress: Limit;
  uploadPerUser: Limit;
  exportPerUser: Limit;
  writePerUser: Limit;
  /** Reads and writes with an access token, by its id. They count for its user too. */
  requestPerToken: Limit;
  /** Counts the costs of requests (see requestCosts.ts): of signed-in users by id, of visitors by address. */
  workPerUser: Limit;
  workPerVisitor: Limit;
  drawingPerAddress: Limit;
  writtenBytesPerUser: Pick<Limit, 'take'>;
}

/** Rare events and long periods are counted in MongoDB, for all nodes together. The rest is counted in this node's memory. */
export function createLimits(
  connection: Connection,
  config: Pick<Config, 'rateLimit'>,
  devices: KnownDevices,
  findDeviceOwner: FindDeviceOwner,
  secret: string,
): Limits {
  if (config.rateLimit === 0) {
    return {
      tryPassword: (_req, _account, attempt) => attempt(),
      signInPerAddress: unlimited,
      lockNoticePerAccount: unlimited,
      registrationPerAddress: unlimited,
      mailPerAddress: unlimited,
      mailPerAccount: unlimited,
      invitationMailPerAccount: unlimited,
      invitationMailPerRecipient: unlimited,
      challengePerAddress: unlimited,
      uploadPerUser: unlimited,
      exportPerUser: unlimited,
      writePerUser: unlimited,
      requestPerToken: unlimited,
      workPerUser: unlimited,
      workPerVisitor: unlimited,
      drawingPerAddress: unlimited,
      writtenBytesPerUser: unlimited,
    };
  }
  const points = (rule: { points: number }) => Math.max(1, Math.round(rule.points * config.rateLimit));
  // All are stored in one collection, so the first one creates its indexes for all.
  let hasIndexes = false;
  const stored = (name: keyof typeof rules) => {
    const limiter = new RateLimiterMongo({
      storeClient: connection,
      dbName: connection.name,
      tableName: 'limits',
      keyPrefix: name,
      points: points(rules[name]),
      duration: rules[name].seconds,
      disableIndexesCreation: hasIndexes,
    });
    hasIndexes = true;
    return limitOf(limiter);
  };
  const inMemory = (name: keyof typeof rules) =>
    limitOf(new RateLimiterMemory({ points: points(rules[name]), duration: rules[name].seconds }));
  const signInPerAddress = stored('signInPerAddress');
  return {
    tryPassword: createTryPassword(
      {
        perAddress: signInPerAddress,
        perAccountAndAddress: stored('signInPerAccountAndAddress'),
        perAccount: softLimit(stored('signInPerAccount'), stored('slowSignInPerAccount')),
        perDevice: stored('signInPerDevice'),
        perAccountOnDevices: stored('signInPerAccountOnDevices'),
      },
      devices,
      findDeviceOwner,
    ),
    signInPerAddress,
    lockNoticePerAccount: stored('lockNoticePerAccount'),
    registrationPerAddress: stored('registrationPerAddress'),
    mailPerAddress: stored('mailPerAddress'),
    mailPerAccount: stored('mailPerAccount'),
    invitationMailPerAccount: stored('invitationMailPerAccount'),
    invitationMailPerRecipient: withHiddenKeys(stored('invitationMailPerRecipient'), secret),
    challengePerAddress: inMemory('challengePerAddress'),
    uploadPerUser: stored('uploadPerUser'),
    exportPerUser: stored('exportPerUser'),
    writePerUser: inMemory('writePerUser'),
    requestPerToken: inMemory('requestPerToken'),
    workPerUser: inMemory('workPerUser'),
    workPerVisitor: inMemory('workPerVisitor'),
    drawingPerAddress: inMemory('drawingPerAddress'),
    writtenBytesPerUser: inPortions(stored('writtenPortionPerUser'), WRITTEN_PORTION),
  };
}

/** Counts every unsafe request of a signed-in user, and the bytes of its body. */
export function limitWrites(limits: Limits): RequestHandler {
  return async (req, _res, next) => {
    const userId = userIdOf(req);
    if (userId && req.method !== 'GET' && req.method !== 'HEAD') {
      await limits.writePerUser.take(userId);
      await limits.writtenBytesPerUser.take(userId, bodyBytesOf(req));
    }
    next();
  };
}

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

import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { WebhookMessage } from '../../../common/schemas/webhook.ts';
import { createBatchLoader } from '../../platform/database/batchLoader.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { OutboxModel } from '../../platform/database/outbox.ts';
import { type Outbound, type PostAnswer, whyNotSent } from '../../platform/http/outbound.ts';
import { log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import { isWellFormed, type LogEntry, toChanges } from '../folders/log/folderEntry.ts';
import { findPlay } from '../plays/play.store.ts';
import { findEnabled } from '../users/accountState.service.ts';
import { writeNotice } from '../users/notices/notice.store.ts';
import { toPost } from './webhook.message.ts';
import { type WebhookDeliveryDoc, WebhookDeliveryModel, type WebhookDoc, WebhookModel } from './webhook.model.ts';
import { endWebhooks, findManaged, makeDue, recordedOf } from './webhook.queue.ts';

/** How many requests run at once; to one host; and to receivers whose last delivery failed, which may hang. */
const MOST = 200;
const MOST_OF_HOST = 20;
const MOST_FAILING = 50;
const LOOK_MS = 500;
/** What becomes due in this time is sent together, so that many messages need few commands of the database. */
const GATHER_MS = 200;
const MAX_BATCH = 200;
const HOUR_MS = 60 * 60 * 1000;
const GIVE_UP_MS = 24 * HOUR_MS;
const OFF_AFTER_MS = 3 * 24 * HOUR_MS;
/** The pauses after failures of a message. The last one is repeated. */
const PAUSES_MS = [5000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS];
/** A receiver may ask for a longer pause, up to this. */
const LONGEST_PAUSE_MS = 4 * HOUR_MS;
/** How many messages of a webhook are sent before others get a turn, and before its old ones are removed. */
const TURN = 20;

export interface SenderParts {
  outbound: Outbound;
  vault: Vault;
  now?: () => number;
}

export interface Sender {
  /** Looks for messages at once. */
  wake(): void;
  /** Sends what is due until the signal ends it. One node does so at a time. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Sends the messages of webhooks, those of one webhook in their order: a message that fails holds up the ones behind it. Only the
 * next messages of the webhooks that are being served are in memory.
 */
// biome-ignore lint/plugin: attempts are stored with their date
export function createSender({ outbound, vault, now = Date.now }: SenderParts): Sender {
  const running = new Map<string, { work: Promise<void>; isFailing: boolean }>();
  /** How many requests to each host run now. */
  const countByHost = new Map<string, number>();
  /** Whether the last request to a host failed, so that a host that hangs takes one place only. */
  const failingHosts = new LRUCache<string, true>({ max: 10_000 });
  /** How many messages of each webhook were sent since its old ones were removed. */
  const untrimmed = new LRUCache<string, number>({ max: 10_000 });
  let wake = () => {};
  let isWoken = false;
  /** Whether messages may wait whose webhook is not due: another node, or a turn, ended before it had sent them. */
  let isAnyForgotten = false;

  async function run(signal: AbortSignal): Promise<void> {
    // Each request listens, and each pause.
    setMaxListeners(MOST + MOST_FAILING + 10, signal);
    isAnyForgotten = true;
    while (!signal.aborted) {
      isWoken = false;
      try {
        if (isAnyForgotten) await findForgotten();
        if ((await startDue(signal)) > 0) isWoken = true;
      } catch (error) {
        isAnyForgotten = true;
        log.warn({ err: error }, 'webhooks could not be read and will be tried again');
      }
      await delay(GATHER_MS, undefined, { signal }).catch(() => undefined);
      if (!isWoken) await rest(signal);
    }
    await Promise.all([...running.values()].map(({ work }) => work));
  }

  async function rest(signal: AbortSignal): Promise<void> {
    const waking = new AbortController();
    wake = () => waking.abort();
    const either = AbortSignal.any([signal, waking.signal]);
    await delay(LOOK_MS, undefined, { signal: either, ref: false }).catch(() => undefined);
  }

  async function findForgotten(): Promise<void> {
    isAnyForgotten = false;
    const waiting = await WebhookDeliveryModel.aggregate<Pick<WebhookDoc, '_id'>>([
      // Any webhook. Named so that the index of what waits is used.
      { $match: { hookId: { $exists: true }, state: 'pending' } },
      { $group: { _id: '$hookId' } },
    ]);
    await makeDue(waiting.map(({ _id }) => _id));
  }

  async function startDue(signal: AbortSignal): Promise<number> {
    const failing = [...running.values()].filter(({ isFailing }) => isFailing).length;
    const healthy = running.size - failing;
    const [due, retried] = await Promise.all([
      findDue({ failingSince: null }, Math.max(0, MOST - healthy)),
      findDue({ failingSince: trusted({ $ne: null }) }, Math.max(0, MOST_FAILING - failing)),
    ]);
    let started = 0;
    for (const hook of [...due, ...retried]) {
      const id = hook._id.toHexString();
      if (signal.aborted || running.has(id) || !hasRoom(hook.host)) continue;
      const work = serveHook(hook, signal)
        .catch((error: unknown) => {
          isAnyForgotten = true;
          if (!signal.aborted)
            log.warn({ err: error, hookId: id }, 'a webhook could not be served and will be tried again');
        })
        .finally(() => {
          running.delete(id);
          countHost(hook.host, -1);
          wakeUp();
        });
      running.set(id, { work, isFailing: hook.failingSince !== null });
      countHost(hook.host, 1);
      started += 1;
    }
    return started;
  }

  function wakeUp(): void {
    isWoken = true;
    wake();
  }

  function countHost(host: string, step: 1 | -1): void {
    const count = (countByHost.get(host) ?? 0) + step;
    if (count > 0) countByHost.set(host, count);
    else countByHost.delete(host);
  }

  const hasRoom = (host: string) => (countByHost.get(host) ?? 0) < (failingHosts.has(host) ? 1 : MOST_OF_HOST);

  function findDue(filter: object, most: number): Promise<WebhookDoc[]> {
    if (most === 0) return Promise.resolve([]);
    const full = [...countByHost.keys()].filter((host) => !hasRoom(host));
    return WebhookModel.find({
      ...filter,
      isOn: true,
      nextAt: trusted({ $lte: new Date(now()) }),
      _id: trusted({ $nin: [...running.keys()] }),
      ...(full.length > 0 && { host: trusted({ $nin: full }) }),
    })
      .sort({ nextAt: 1 })
      .limit(most)
      .lean<WebhookDoc[]>();
  }

  async function serveHook(hook: WebhookDoc, signal: AbortSignal): Promise<void> {
    // Before its messages are read: one that is queued after that makes it due again.
    await taken.load(hook._id);
    const waiting = await WebhookDeliveryModel.find({ hookId: hook._id, state: 'pending' })
      .sort({ _id: 1 })
      .limit(TURN)
      .lean<WebhookDeliveryDoc[]>();
    for (const delivery of waiting) {
      if (signal.aborted || !(await serveDelivery(hook, delivery, signal))) return;
    }
    if (waiting.length === TURN) await makeDue([hook._id]);
    await trim(hook._id, waiting.length);
  }

  /** Keeps the newest messages only. */
  async function trim(hookId: Types.ObjectId, sent: number): Promise<void> {
    const id = hookId.toHexString();
    const count = (untrimmed.get(id) ?? 0) + sent;
    untrimmed.set(id, count % TURN);
    if (count >= TURN) await deleteOld(hookId);
  }

  /** False if the messages after it have to wait. */
  async function serveDelivery(hook: WebhookDoc, delivery: WebhookDeliveryDoc, signal: AbortSignal): Promise<boolean> {
    const [body, isOn] = await Promise.all([
      readMessage(hook, delivery),
      // The user may have turned it off or deleted it while the message waited.
      onById.load(hook._id.toHexString()),
    ]);
    if (body === 'ended') {
      await endWebhooks([hook]);
      return false;
    }
    if (!isOn) return false;
    if (body === 'hidden')
      return finish(delivery, { state: 'dropped', problem: 'You can no longer see what it was about' });
    const [address, secret] = [vault.open(hook.address), vault.open(hook.secret)];
    // Sealed with another SESSION_SECRET.
    if (address === null || secret === null) return fail(hook, delivery, null, 'The address can no longer be read');
    const post = toPost(new URL(address), hook.kind, { id: messageIdOf(delivery), secret, body });
    let answer: PostAnswer;
    try {
      answer = await outbound.post(post, signal);
    } catch (error) {
      if (signal.aborted) return false;
      return fail(hook, delivery, null, whyNotSent(error));
    }
    const { status } = answer;
    if (status >= 200 && status < 300) {
      failingHosts.delete(hook.host);
      if (hook.failingSince) {
        await WebhookModel.updateOne({ _id: hook._id }, { $set: { failingSince: null } });
        hook.failingSince = null;
      }
      return finish(delivery, { state: 'sent', status, problem: null });
    }
    return fail(hook, delivery, answer, `The answer was ${status}`);
  }

  async function finish(
    delivery: WebhookDeliveryDoc,
    set: Pick<WebhookDeliveryDoc, 'state' | 'problem'> & Partial<Pick<WebhookDeliveryDoc, 'status'>>,
  ): Promise<true> {
    const attempts = delivery.attempts + (set.state === 'dropped' ? 0 : 1);
    await results.load({ _id: delivery._id, set: { ...set, attempts, attemptedAt: new Date(now()) } });
    return true;
  }

  async function fail(
    hook: WebhookDoc,
    delivery: WebhookDeliveryDoc,
    answer: PostAnswer | null,
    problem: string,
  ): Promise<boolean> {
    const time = now();
    const status = answer?.status ?? null;
    const failingSince = hook.failingSince ?? new Date(time);
    // A receiver that answers does not hang, whatever it answers.
    if (status === null) failingHosts.set(hook.host, true);
    const isGone = status === 410;
    const isOff = isGone || time - failingSince.getTime() >= OFF_AFTER_MS;
    const isGivenUp = isOff || time - delivery.since.getTime() >= GIVE_UP_MS;
    // The user may have turned the webhook off meanwhile, which drops what waits.
    await WebhookDeliveryModel.updateOne(
      { _id: delivery._id, state: 'pending' },
      {
        $set: {
          state: isGivenUp ? 'failed' : 'pending',
          status,
          problem,
          attempts: delivery.attempts + 1,
          attemptedAt: new Date(time),
        },
      },
    );
    if (isOff) {
      await turnOff(hook, failingSince, isGone ? 'gone' : 'failures');
      return false;
    }
    const usual = PAUSES_MS[Math.min(delivery.attempts, PAUSES_MS.length - 1)] ?? HOUR_MS;
    const pause = Math.max(usual, Math.min(answer?.retryAfterMs ?? 0, LONGEST_PAUSE_MS));
    const nextAt = new Date(time + pause);
    await WebhookModel.updateOne({ _id: hook._id, isOn: true }, { $set: { failingSince, nextAt } });
    return false;
  }

  return { wake: wakeUp, run };
}

/* Each message needs these, so they are batched. */

/** Webhooks that are served now, and due again only for what is queued from now on. */
const taken = createBatchLoader<Types.ObjectId, true>(async (ids) => {
  await WebhookModel.updateMany({ _id: trusted({ $in: ids }) }, { $unset: { nextAt: 1 } });
  return ids.map(() => true);
}, MAX_BATCH);

const onById = createBatchLoader<string, boolean>(async (ids) => {
  const on = await WebhookModel.find({ _id: trusted({ $in: ids }), isOn: true }, { _id: 1 }).lean();
  const found = new Set(on.map(({ _id }) => _id.toHexString()));
  return ids.map((id) => found.has(id));
}, MAX_BATCH);

const enabledById = createBatchLoader<string, boolean>(async (ids) => {
  const enabled = await findEnabled(ids);
  return ids.map((id) => enabled.has(id));
}, MAX_BATCH);

const entriesById = createBatchLoader<string, LogEntry | null>(async (ids) => {
  const found = await OutboxModel.find({ _id: trusted({ $in: ids }) }).lean<LogEntry[]>();
  const byId = new Map(found.map((entry) => [entry._id.toHexString(), entry]));
  return ids.map((id) => byId.get(id) ?? null);
}, MAX_BATCH);

type Result = Pick<WebhookDeliveryDoc, '_id'> & { set: Partial<WebhookDeliveryDoc> };

const results = createBatchLoader<Result, true>(async (all) => {
  await WebhookDeliveryModel.bulkWrite(
    all.map(({ _id, set }) => ({ updateOne: { filter: { _id }, update: { $set: set } } })),
  );
  return all.map(() => true);
}, MAX_BATCH);

/** The same for each attempt, also after a crash. */
export function messageIdOf({ _id, hookId, entryId }: Pick<WebhookDeliveryDoc, '_id' | 'hookId' | 'entryId'>): string {
  return `msg_${entryId?.toHexString() ?? _id.toHexString()}_${hookId.toHexString()}`;
}

/** Turns off a webhook whose messages do not arrive. Its user gets a notice. */
async function turnOff(
  { _id, userId, name }: WebhookDoc,
  failingSince: Date,
  offBecause: NonNullable<WebhookDoc['offBecause']>,
): Promise<void> {
  log.info({ hookId: _id, offBecause }, 'a webhook was turned off');
  await inTransaction(async () => {
    // Its user may have turned it off meanwhile.
    const { matchedCount } = await WebhookModel.updateOne(
      { _id, isOn: true },
      { $set: { isOn: false, offBecause, failingSince }, $unset: { nextAt: 1 } },
    );
    if (matchedCount === 0) return;
    const about = { about: _id.toHexString(), folderId: null, facts: { webhook: { name, offBecause } } };
    await writeNotice({ ...about, to: [userId], kind: 'webhook-off', by: null });
  });
  await dropWaiting(_id);
}

/** The messages that wait are given up. */
export async function dropWaiting(hookId: Types.ObjectId): Promise<void> {
  await WebhookDeliveryModel.updateMany(
    { hookId, state: 'pending' },
    { $set: { state: 'dropped', problem: 'The webhook was turned off' } },
  );
}

async function deleteOld(hookId: Types.ObjectId): Promise<void> {
  const oldest = await WebhookDeliveryModel.findOne({ hookId }, { _id: 1 })
    .sort({ _id: -1 })
    .skip(limits.webhookDeliveries)
    .lean();
  if (!oldest) return;
  await WebhookDeliveryModel.deleteMany({
    hookId,
    _id: trusted({ $lte: oldest._id }),
    state: trusted({ $ne: 'pending' }),
  });
}

/**
 * What the message says, as its user may see it now. `ended`: the user lost the right to the list of the webhook, or the
 * account. `hidden`: the user may not see this, or it is no longer stored.
 */
async function readMessage(
  hook: WebhookDoc,
  delivery: WebhookDeliveryDoc,
): Promise<WebhookMessage | 'ended' | 'hidden'> {
  const userId = hook.userId.toHexString();
  const [isEnabled, ofList, entry] = await Promise.all([
    enabledById.load(userId),
    hook.folderId && findManaged(userId, hook.folderId.toHexString()),
    delivery.entryId && entriesById.load(delivery.entryId.toHexString()),
  ]);
  if (!isEnabled || (hook.folderId && !ofList)) return 'ended';
  if (!delivery.entryId) {
    const text = `Test of the webhook “${hook.name}” in Marquee`;
    return { type: 'test', timestamp: delivery.createdAt.toISOString(), data: { text } };
  }
  if (!entry) return 'hidden';
  const timestamp = entry.at.toISOString();
  if (!('rev' in entry)) {
    const recorded = recordedOf(entry);
    const play = recorded && (await findPlay(userId, recorded.playId));
    if (!play) return 'hidden';
    const { companions: _companions, ...own } = play;
    return { type: 'play:recorded', timestamp, data: { play: own, count: recorded.count } };
  }
  const managed = ofList ?? (await findManaged(userId, entry.folderId.toHexString()));
  if (!managed || entry.rev < managed.arrivedRev || !isWellFormed(entry)) return 'hidden';
  const [change] = await toChanges([entry]);
  if (!change || delivery.event === 'test' || delivery.event === 'play:recorded') return 'hidden';
  const { opId: _opId, ...shown } = change;
  const { _id, name } = managed.folder;
  return { type: delivery.event, timestamp, data: { list: { id: _id.toHexString(), name }, change: shown } };
}

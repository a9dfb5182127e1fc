import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Types, trusted } from 'mongoose';
import pLimit, { type LimitFunction } from 'p-limit';
import type { NoticeSettings } from '../../../../common/schemas/notice.ts';
import type { Config } from '../../../config/config.ts';
import { isDatabaseAway } from '../../../platform/database/databaseAway.ts';
import { type Outbound, type PostAnswer, whyNotSent } from '../../../platform/http/outbound.ts';
import type { Vault } from '../../../platform/vault.ts';
import { findEnabled } from '../../users/accountState.service.ts';
import { type ChannelDoc, ChannelModel } from '../../users/notices/channel.documents.ts';
import { type NoticeDeliveryDoc, NoticeDeliveryModel } from '../../users/notices/delivery.documents.ts';
import { type NoticeDoc, NoticeModel } from '../../users/notices/notice.documents.ts';
import { findNoticeSettings } from '../../users/notices/noticeSettings.documents.ts';
import { withoutLeft } from '../channels/channel.service.ts';
import { type ChannelMessage, channelRequest, type PushIdentity } from '../channels/channelRequest.ts';
import { openTarget } from '../channels/channelTarget.ts';
import { readPushIdentity } from '../channels/pushKeys.ts';
import { groupNotices, toNotice, type VisibleNotice } from '../notice.views.ts';
import { quietUntil } from './quietHours.ts';
import { findSendable } from './sendable.ts';

export interface SenderParts {
  vault: Vault;
  config: Pick<Config, 'publicUrl' | 'mail'>;
  outbound: Outbound;
}

const BATCH = 500;
const AT_ONCE = 64;
const AT_ONCE_PER_HOST = 16;
/** After so many failures in a row, a host is left alone for a while. */
const FAILURES_PER_HOST = 3;
const HOST_RESTS_MS = 30_000;
const MAX_ATTEMPTS = 6;
const FIRST_RETRY_MS = 30_000;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
/** A node that has not finished after so long has died. */
const CLAIM_LASTS_MS = 5 * 60 * 1000;

type Outcome =
  | { is: 'sent' }
  /** The device no longer accepts messages, or the address is no longer there. */
  | { is: 'gone'; problem: string }
  /** The service asks for a pause. */
  | { is: 'later'; waitMs: number; problem: string }
  | { is: 'failed'; problem: string }
  /** It was not tried. */
  | { is: 'put off'; waitMs: number };

/** What this node knows of a host. */
interface Host {
  limit: LimitFunction;
  /** In a row. */
  failures: number;
  restsUntil: number;
}

/** Sends what the planner has handed over. Each node sends; no two send the same. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #together = pLimit(AT_ONCE);
  readonly #hosts = new LRUCache<string, Host>({ max: 10_000 });
  /** The claim of a batch that could not be read, so that nothing of it was sent. */
  #unsentClaim: string | null = null;
  #isStopped = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Sends one batch. Resolves with whether there may be more. */
  async sendDue(now: Date): Promise<boolean> {
    // Not before, because the database may have been away until now.
    if (this.#unsentClaim !== null) await release(this.#unsentClaim);
    this.#unsentClaim = null;
    const claimId = randomUUID();
    const batch = await this.#readBatch(claimId, now).catch((error: unknown) => {
      // Another failure would come again with the same batch.
      if (isDatabaseAway(error)) this.#unsentClaim = claimId;
      throw error;
    });
    if (!batch) return false;
    const { claimed, push, settingsOf, channels, messages } = batch;
    const finished: Types.ObjectId[] = [];
    const reached: Types.ObjectId[] = [];
    await Promise.all(
      claimed.map((delivery) =>
        this.#together(async () => {
          const channel = channels.get(String(delivery.channelId));
          const message = messages.get(delivery);
          if (!channel || !message) {
            finished.push(delivery._id);
            return;
          }
          const waitUntil = quietUntil(settingsOf(delivery.userId), now) ?? channel.waitUntil;
          const outcome: Outcome =
            waitUntil && waitUntil > now
              ? { is: 'put off', waitMs: waitUntil.getTime() - now.getTime() }
              : await this.send(channel, message, push);
          if (outcome.is !== 'sent') await settle(delivery, channel, outcome, now);
          else {
            finished.push(delivery._id);
            reached.push(channel._id);
          }
        }),
      ),
    );
    await NoticeDeliveryModel.deleteMany({ _id: trusted({ $in: finished }) });
    await ChannelModel.updateMany({ _id: trusted({ $in: reached }) }, { $set: { lastSentAt: now, problem: null } });
    return claimed.length === BATCH;
  }

  /** Claims a batch, and reads what is needed to send it. Null when nothing is due. */
  async #readBatch(claimId: string, now: Date) {
    const claimed = await claim(claimId, now);
    if (claimed.length === 0) return null;
    const push = await readPushIdentity(this.#parts.vault, this.#parts.config);
    const settingsOf = await findNoticeSettings(claimed.map(({ userId }) => userId));
    const [channels, messages] = await Promise.all([findChannels(claimed), readMessages(claimed, settingsOf, now)]);
    return { claimed, push, settingsOf, channels, messages };
  }

  /** Sends one message. Never throws. */
  async send(channel: ChannelDoc, message: ChannelMessage, push: PushIdentity): Promise<Outcome> {
    const { vault, config, outbound } = this.#parts;
    const { kind } = channel;
    const target = openTarget(vault, channel.sealed);
    if (!target || kind === 'email') return { is: 'gone', problem: 'Its address can’t be read any more' };
    const link = (path: string) => (config.publicUrl ? new URL(path, config.publicUrl).href : null);
    const post = (shown: ChannelMessage) => outbound.post(channelRequest(kind, target, shown, { push, link }));
    const host = this.#hostOf(channel.host);
    return host.limit(async () => {
      // biome-ignore lint/plugin: compared with this node's own clock
      if (this.#isStopped || host.restsUntil > Date.now()) return { is: 'put off', waitMs: HOST_RESTS_MS };
      const outcome = await attempt(kind, message, post);
      host.failures = outcome.is === 'failed' ? host.failures + 1 : 0;
      // biome-ignore lint/plugin: compared with this node's own clock
      if (host.failures >= FAILURES_PER_HOST) host.restsUntil = Date.now() + HOST_RESTS_MS;
      return outcome;
    });
  }

  #hostOf(name: string): Host {
    const known = this.#hosts.get(name) ?? { limit: pLimit(AT_ONCE_PER_HOST), failures: 0, restsUntil: 0 };
    this.#hosts.set(name, known);
    return known;
  }
}

async function attempt(
  kind: ChannelDoc['kind'],
  message: ChannelMessage,
  post: (message: ChannelMessage) => Promise<PostAnswer>,
): Promise<Outcome> {
  try {
    const answer = await post(message);
    if (answer.status !== 413) return outcomeOf(kind, answer);
    return outcomeOf(kind, await post({ ...message, text: 'You have new notifications' }));
  } catch (error) {
    return { is: 'failed', problem: whyNotSent(error) };
  }
}

function outcomeOf(kind: ChannelDoc['kind'], { status, retryAfterMs = 0 }: PostAnswer): Outcome {
  if (status >= 200 && status < 300) return { is: 'sent' };
  const problem = `The service answered ${status}`;
  // A push service answers 403 when the server has other keys now.
  if (status === 404 || status === 410 || (kind === 'push' && status === 403)) return { is: 'gone', problem };
  if (status === 429 || status === 503) {
    const waitMs = Math.min(Math.max(retryAfterMs, FIRST_RETRY_MS), LONGEST_WAIT_MS);
    return { is: 'later', waitMs, problem };
  }
  return { is: 'failed', problem };
}

/** Claims messages for this node. Those that a dead node had claimed are deleted, because they may have been sent. */
async function claim(id: string, now: Date): Promise<NoticeDeliveryDoc[]> {
  const lost = new Date(now.getTime() - CLAIM_LASTS_MS);
  await NoticeDeliveryModel.deleteMany({ 'claim.at': trusted({ $lt: lost }) });
  const isFree = () => ({ dueAt: trusted({ $lte: now }), claim: trusted({ $exists: false }) });
  const due = await NoticeDeliveryModel.find(isFree(), { _id: 1 }).sort({ dueAt: 1 }).limit(BATCH).lean();
  if (due.length === 0) return [];
  await NoticeDeliveryModel.updateMany(
    { _id: trusted({ $in: due.map((one) => one._id) }), ...isFree() },
    { $set: { claim: { id, at: now } } },
  );
  return NoticeDeliveryModel.find({ 'claim.id': id }).lean<NoticeDeliveryDoc[]>();
}

/** Lets each node claim these messages again. */
async function release(id: string): Promise<void> {
  await NoticeDeliveryModel.updateMany({ 'claim.id': id }, { $unset: { claim: 1 } });
}

async function findChannels(deliveries: readonly NoticeDeliveryDoc[]): Promise<Map<string, ChannelDoc>> {
  const ids = deliveries.map(({ channelId }) => channelId);
  const channels = await withoutLeft(await ChannelModel.find({ _id: trusted({ $in: ids }) }).lean<ChannelDoc[]>());
  return new Map(channels.map((channel) => [String(channel._id), channel]));
}

/** What each delivery says, by the rights and settings that its person has now. Absent where nothing is left to say. */
async function readMessages(
  deliveries: readonly NoticeDeliveryDoc[],
  settingsOf: (userId: Types.ObjectId) => NoticeSettings,
  now: Date,
): Promise<Map<NoticeDeliveryDoc, ChannelMessage>> {
  const ids = deliveries.flatMap(({ noticeIds }) => noticeIds);
  const docs = await NoticeModel.find({ _id: trusted({ $in: ids }), isRead: false })
    .sort({ _id: -1 })
    .lean<NoticeDoc[]>();
  const enabled = await findEnabled(docs.map(({ userId }) => userId));
  const ofEnabled = docs.filter(({ userId }) => enabled.has(String(userId)));
  const sendable = new Map((await findSendable(ofEnabled, settingsOf)).map((one) => [String(one.doc._id), one]));
  return new Map(
    deliveries.flatMap((delivery) => {
      const about = delivery.noticeIds.flatMap((id) => sendable.get(String(id)) ?? []);
      const { hideTitles } = settingsOf(delivery.userId);
      return about.length === 0 ? [] : [[delivery, messageOf(about, { isHidden: hideTitles, now })]];
    }),
  );
}

const SHOWN = 3;

function messageOf(about: readonly VisibleNotice[], options: { isHidden: boolean; now: Date }): ChannelMessage {
  const newestFirst = [...about].sort((a, b) => b.doc.createdAt.getTime() - a.doc.createdAt.getTime());
  const notices = groupNotices(newestFirst).map((group) => toNotice(group, options));
  const [first] = notices;
  if (!first) throw new Error('A message about nothing');
  const rest = notices.length - SHOWN;
  const lines = [...notices.slice(0, SHOWN).map(({ text }) => text), ...(rest > 0 ? [`And ${rest} more`] : [])];
  return {
    text: lines.join('\n'),
    path: notices.length === 1 ? first.path : '/notifications',
    tag: first.folderId ?? first.id,
    topic: first.topic,
    at: first.at,
  };
}

/** Stores what is to happen after an attempt that did not succeed. */
async function settle(
  delivery: NoticeDeliveryDoc,
  channel: ChannelDoc,
  outcome: Exclude<Outcome, { is: 'sent' }>,
  now: Date,
): Promise<void> {
  const { _id } = delivery;
  const after = (ms: number) => new Date(now.getTime() + ms);
  const tryAgain = (dueAt: Date, attempts: number) =>
    NoticeDeliveryModel.updateOne({ _id }, { $set: { dueAt, attempts }, $unset: { claim: 1 } });
  if (outcome.is === 'put off') {
    await tryAgain(after(outcome.waitMs), delivery.attempts);
    return;
  }
  const { problem } = outcome;
  if (outcome.is === 'gone' && channel.kind === 'push') {
    await ChannelModel.deleteOne({ _id: channel._id });
    await NoticeDeliveryModel.deleteMany({ channelId: channel._id });
    return;
  }
  const attempts = delivery.attempts + 1;
  const waitMs = outcome.is === 'later' ? outcome.waitMs : FIRST_RETRY_MS * 4 ** delivery.attempts;
  const waits = outcome.is === 'later' ? { waitUntil: after(waitMs) } : {};
  await ChannelModel.updateOne({ _id: channel._id }, { $set: { problem, ...waits } });
  if (outcome.is === 'gone' || attempts >= MAX_ATTEMPTS) await NoticeDeliveryModel.deleteOne({ _id });
  else await tryAgain(after(waitMs), attempts);
}

import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { Channel, ChannelBody, Channels } from '../../../../common/schemas/notice.ts';
import type { Config } from '../../../config/config.ts';
import { forbidden, invalid, limitReached, notFound } from '../../../platform/http/errors.ts';
import type { Outbound } from '../../../platform/http/outbound.ts';
import { type Actor, inOperation } from '../../../platform/requests/operations.ts';
import { findSessionStarts } from '../../../platform/session/ownSessions.ts';
import type { OwnSession } from '../../../platform/session/session.ts';
import type { Vault } from '../../../platform/vault.ts';
import { quotaQueue } from '../../folders/access/quotas.ts';
import { type ChannelDoc, ChannelModel } from '../../users/notices/channel.documents.ts';
import { NoticeDeliveryModel } from '../../users/notices/delivery.documents.ts';
import { isEmailConfirmed, loadUser, lockQuotas } from '../../users/user.service.ts';
import { type ChannelTarget, sealTarget } from './channelTarget.ts';
import { readPushIdentity } from './pushKeys.ts';

export interface ChannelConfig {
  vault: Vault;
  config: Pick<Config, 'publicUrl' | 'mail'>;
  outbound: Pick<Outbound, 'check'>;
}

const channelNotFound = () => notFound('Channel not found');

/** Where the user's notices are sent to, the oldest first. */
export async function listChannels({ vault, config }: ChannelConfig, userId: string): Promise<Channels> {
  const channels = await withoutLeft(await ChannelModel.find({ userId }).sort({ _id: 1 }).lean<ChannelDoc[]>());
  const { publicKey } = await readPushIdentity(vault, config);
  return {
    channels: channels.map(toChannel),
    pushKey: publicKey,
    hasEmail: config.mail !== null,
    isEmailConfirmed: isEmailConfirmed(await loadUser(userId)),
  };
}

/** Adds a channel, or renews the one with the same address. */
export async function createChannel(
  { vault, config, outbound }: ChannelConfig,
  actor: Actor,
  { body, session }: { body: ChannelBody; session: OwnSession },
): Promise<Channel> {
  const { userId } = actor;
  const address = body.kind === 'email' ? await requireMail(config, userId) : addressOf(outbound, body);
  return quotaQueue([userId], () =>
    inOperation(actor, async () => {
      await lockQuotas(userId);
      const targetHash = createHash('sha256').update(`${body.kind} ${address.url}`).digest('base64url');
      const channel = await ChannelModel.findOneAndUpdate(
        { userId, targetHash },
        {
          $set: {
            name: body.kind === 'email' ? '' : body.name,
            sealed: body.kind === 'email' ? '' : sealTarget(vault, address),
            problem: null,
            ...(body.kind === 'push' && { sessionStartedAt: session.startedAt }),
          },
          $setOnInsert: {
            kind: body.kind,
            host: body.kind === 'email' ? '' : new URL(address.url).host,
            ...(body.kind === 'email' && { digestAt: new Date() }),
          },
          $unset: { waitUntil: 1 },
        },
        { upsert: true },
      )
        .setOptions({ returnDocument: 'after' })
        .lean<ChannelDoc>();
      if (!channel) throw new Error('The channel was not stored');
      if ((await ChannelModel.countDocuments({ userId })) > limits.channelsPerPerson) {
        throw limitReached(`You can have ${limits.channelsPerPerson} devices and channels at most. Remove one first.`);
      }
      return toChannel(channel);
    }),
  );
}

function addressOf(outbound: ChannelConfig['outbound'], body: Exclude<ChannelBody, { kind: 'email' }>): ChannelTarget {
  if (body.kind === 'push') {
    outbound.check(new URL(body.subscription.endpoint), 'subscription.endpoint');
    return { url: body.subscription.endpoint, keys: body.subscription.keys };
  }
  const url = new URL(body.url);
  if (body.kind === 'discord' && !/^\/api\/webhooks\//.test(url.pathname)) {
    throw invalid([
      {
        path: 'url',
        message: 'Enter the address of a Discord webhook. It begins with https://discord.com/api/webhooks/',
      },
    ]);
  }
  outbound.check(url, 'url');
  return { url: url.href };
}

async function requireMail({ mail }: ChannelConfig['config'], userId: string): Promise<ChannelTarget> {
  if (!mail) throw forbidden('This site sends no mail');
  if (!isEmailConfirmed(await loadUser(userId))) throw forbidden('Confirm your email address first');
  return { url: '' };
}

/** Leaves out browsers whose session has ended, and deletes them: another person may use them now. */
export async function withoutLeft(channels: readonly ChannelDoc[]): Promise<ChannelDoc[]> {
  const browsers = channels.filter(({ sessionStartedAt }) => sessionStartedAt);
  const isThere = await findSessionStarts(browsers.map(({ userId }) => userId));
  const left = browsers.filter(
    ({ userId, sessionStartedAt }) => sessionStartedAt && !isThere(userId, sessionStartedAt),
  );
  // It may have been turned on again meanwhile, in another session.
  for (const { _id, sessionStartedAt } of left) await ChannelModel.deleteOne({ _id, sessionStartedAt });
  return channels.filter((channel) => !left.includes(channel));
}

export async function removeChannel(actor: Actor, channelId: string): Promise<void> {
  await inOperation(actor, async () => {
    const { deletedCount } = await ChannelModel.deleteOne({ _id: channelId, userId: actor.userId });
    if (deletedCount === 0) throw channelNotFound();
    await NoticeDeliveryModel.deleteMany({ channelId });
  });
}

/** Throws not_found for a channel of somebody else. */
export async function loadChannel(userId: string, channelId: string): Promise<ChannelDoc> {
  const channel = await ChannelModel.findOne({ _id: new Types.ObjectId(channelId), userId }).lean<ChannelDoc>();
  if (!channel) throw channelNotFound();
  return channel;
}

export function toChannel({ _id, kind, name, host, createdAt, lastSentAt, problem }: ChannelDoc): Channel {
  return {
    id: _id.toHexString(),
    kind,
    name,
    host,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    problem,
  };
}

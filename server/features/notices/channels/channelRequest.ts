import { createECDH, createHash, randomBytes, sign } from 'node:crypto';
import ece from 'http_ece';
import { unreachable } from '../../../../common/unreachable.ts';
import type { ChannelTarget, RequestKind } from './channelTarget.ts';

/** What a channel is to show. */
export interface ChannelMessage {
  text: string;
  /** The screen that it is about. */
  path: string;
  /** Messages with the same tag replace each other on a device. */
  tag: string;
  topic: string;
  at: string;
}

export interface PushIdentity {
  /** A point on the curve P-256, as browsers take it. */
  publicKey: string;
  /** As PEM. */
  privateKey: string;
  /** Whom a push service can ask about this server: an https or mailto address. */
  subject: string;
}

export interface ChannelRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

interface Sender {
  /** Reads the keys once. */
  push: PushIdentity;
  /** The address of a screen, where this server knows its own. */
  link: (path: string) => string | null;
}

/** For how long a push service keeps a message for a device that is off. */
const PUSH_LASTS_SECONDS = 12 * 60 * 60;

/** Discord refuses longer messages. */
const DISCORD_LENGTH = 2000;

/** The request with which a channel gets a message. Every one is a POST. */
export function channelRequest(
  kind: RequestKind,
  target: ChannelTarget,
  message: ChannelMessage,
  sender: Sender,
): ChannelRequest {
  const url = new URL(target.url);
  const link = sender.link(message.path);
  switch (kind) {
    case 'push':
      return pushRequest(target, message, sender.push);
    case 'ntfy': {
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', Title: 'Marquee', ...(link && { Click: link }) };
      return { url, headers, body: Buffer.from(message.text) };
    }
    case 'discord': {
      const text = message.text.replace(/([\\*_~`|>#[\]()@])/g, '\\$1');
      const room = DISCORD_LENGTH - (link ? link.length + 1 : 0);
      // Without the first half of an escaped character.
      const shown = text.length > room ? `${text.slice(0, room - 1).replace(/\\$/, '')}…` : text;
      const content = [shown, link].filter(Boolean).join('\n');
      // A title such as '@everyone' must not notify the people of a Discord channel.
      return { url, ...json({ content, allowed_mentions: { parse: [] } }) };
    }
    case 'webhook': {
      const { text, topic, at } = message;
      return { url, ...json({ type: 'notification', topic, text, url: link, at }) };
    }
    default:
      return unreachable(kind);
  }
}

function json(value: object): Pick<ChannelRequest, 'headers' | 'body'> {
  return { headers: { 'Content-Type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) };
}

/** A message that only the browser can read (RFC 8291), signed for its push service (RFC 8292). */
function pushRequest(target: ChannelTarget, { text, path, tag }: ChannelMessage, push: PushIdentity): ChannelRequest {
  const { keys } = target;
  if (!keys) throw new Error('A browser without keys');
  const url = new URL(target.url);
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  const body = ece.encrypt(Buffer.from(JSON.stringify({ text, path, tag })), {
    version: 'aes128gcm',
    dh: keys.p256dh,
    authSecret: keys.auth,
    privateKey,
    salt: randomBytes(16),
  });
  const headers = {
    Authorization: `vapid t=${signedFor(url.origin, push)}, k=${push.publicKey}`,
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(PUSH_LASTS_SECONDS),
    // A push service that still keeps an earlier one replaces it.
    Topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  };
  return { url, headers, body };
}

/** A JSON Web Token that says who sends. */
function signedFor(audience: string, { privateKey, subject }: PushIdentity): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  // biome-ignore lint/plugin: the end of its time is compared by the push service
  const exp = Math.floor(Date.now() / 1000) + PUSH_LASTS_SECONDS;
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp, sub: subject })}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

import { createHmac } from 'node:crypto';
import { episodeText } from '../../../common/episodeText.ts';
import { episodeOf } from '../../../common/progress.ts';
import type { Play } from '../../../common/schemas/play.ts';
import type { WebhookMessage } from '../../../common/schemas/webhook.ts';
import { unreachable } from '../../../common/unreachable.ts';
import type { WebhookKind } from '../../../common/webhooks.ts';
import type { Post } from '../../platform/http/outbound.ts';
import { nameOf } from '../users/user.service.ts';

interface Message {
  id: string;
  secret: string;
  body: WebhookMessage;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The request for a message, in the form that the receiver understands. */
export function toPost(url: URL, kind: WebhookKind, { id, secret, body }: Message): Post {
  const post = { url, ...contentFor(kind, body) };
  // biome-ignore lint/plugin: the receiver compares it with its clock
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = sign(secret, `${id}.${timestamp}.${post.body}`);
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return { ...post, headers: { ...post.headers, ...signed } };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

function contentFor(kind: WebhookKind, message: WebhookMessage): Omit<Post, 'url'> {
  const words = wordsOf(message);
  switch (kind) {
    case 'generic':
      return { headers: JSON_TYPE, body: JSON.stringify(message) };
    case 'discord': {
      // No name of a title can notify people.
      const content = words.replace(/[\\*_~`|<>[\]()#@:-]/g, '\\$&').slice(0, 2000);
      return { headers: JSON_TYPE, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) };
    }
    case 'slack': {
      const text = words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
      return { headers: JSON_TYPE, body: JSON.stringify({ text, mrkdwn: false }) };
    }
    case 'ntfy':
      return { headers: { 'Content-Type': 'text/plain; charset=utf-8', Title: 'Marquee' }, body: words };
    case 'gotify':
      return { headers: JSON_TYPE, body: JSON.stringify({ title: 'Marquee', message: words }) };
    default:
      return unreachable(kind);
  }
}

/** Which part of a show was watched; '' for all of it. */
function placeIn(play: Pick<Play, 'season' | 'episode'>): string {
  const episode = episodeOf(play);
  if (episode) return ` ${episodeText(episode)}`;
  return play.season === undefined ? '' : ` season ${play.season}`;
}

function wordsOf(message: WebhookMessage): string {
  if (message.type === 'test') return message.data.text;
  if (message.type === 'play:recorded') {
    const { play, count } = message.data;
    return count === 1 ? `Watched ${play.title}${placeIn(play)}` : `Watched ${count} episodes of ${play.title}`;
  }
  const { list, change } = message.data;
  const who = nameOf(change.by);
  const where = list.name;
  switch (change.type) {
    case 'item:added':
      return `${who} added ${change.item.title} to ${where}`;
    case 'items:added':
      return `${who} added ${change.items.length} titles to ${where}`;
    case 'item:updated':
      return `${who} marked ${change.item.title} in ${where} as ${change.item.watched ? 'watched' : 'to watch'}`;
    case 'item:noted':
      return `${who} changed the note of ${change.item.title} in ${where}`;
    case 'item:moved':
      return `${who} moved ${change.item.title} in ${where}`;
    case 'item:removed':
      return `${who} removed ${change.item.title} from ${where}`;
    case 'comment:added':
      return `${who} commented on ${change.comment.title} in ${where}`;
    case 'poll:opened':
      return `${who} started a vote in ${where}`;
    case 'poll:decided':
      return `${where} decided: ${change.decision.title}`;
    case 'group:joined':
      return `${who} watches ${change.show.title} with others of ${where}`;
    case 'group:left':
      return `${who} no longer watches ${change.show.title} with others of ${where}`;
    case 'share:granted':
      return `${where} has a new member`;
    case 'share:permissions-changed':
      return `${who} changed what a member of ${where} can do`;
    case 'share:revoked':
      return `A member left ${where}`;
    case 'folder:renamed':
      return `${who} renamed a list to ${change.folder.name}`;
    case 'folder:visibility-changed':
      return `${who} changed who can see ${where}`;
    case 'folder:handed-over':
      return `${where} has a new owner`;
    // No webhook is for these.
    case 'folder:created':
    case 'folder:deleted':
    case 'folder:restored':
    case 'item:refreshed':
      return `${where} changed`;
    default:
      return unreachable(change);
  }
}

import { episodeText } from '../../../common/episodeText.ts';
import { families } from '../../../common/families.ts';
import { unreachable } from '../../../common/unreachable.ts';
import type { NoticeDoc, NoticeKind } from '../users/notices/notice.documents.ts';

/** What the text of a notice names. */
interface Named {
  who: string;
  list: string;
  title: string;
  /** How many events, or titles, it stands for. */
  count: number;
  /** Of an episode: whether it is still the day on which it came out. */
  isToday: boolean;
  webhook: string;
  player: string;
  isGone: boolean;
}

const words: Record<NoticeKind, (named: Named) => string> = {
  invited: ({ who, list }) => `${who} invited you to ${list}`,
  declined: ({ who, list }) => `${who} declined your invitation to ${list}`,
  joined: ({ who, list }) => `${who} joined ${list}`,
  admitted: ({ who, list }) => `${who} let you into ${list}`,
  'rights-changed': ({ who, list }) => `${who} changed what you can do in ${list}`,
  removed: ({ who, list }) => `${who} removed you from ${list}`,
  'made-owner': ({ who, list }) => `${who} made you the owner of ${list}`,
  'list-deleted': ({ who, list }) => `${who} deleted ${list}`,
  'titles-added': ({ who, list, title, count }) =>
    `${who} added ${count === 1 ? title : `${count.toLocaleString('en')} titles`} to ${list}`,
  'vote-opened': ({ who, list }) => `${who} started a vote in ${list}`,
  commented: ({ who, list, title, count }) =>
    `${who} ${count === 1 ? 'commented' : `wrote ${count} comments`} on ${title} in ${list}`,
  'play-proposed': ({ who, title }) => `Did you watch ${title} with ${who}?`,
  'play-recorded': ({ who, title }) => `${who} added ${title} to your diary`,
  'group-proposed': ({ who, title }) => `${who} wants to watch ${title} with you`,
  'player-shared': ({ who, player }) => `${who} wants to share ${player} with you`,
  'episode-out': ({ title, isToday }) => `A new episode of ${title} ${isToday ? 'is out today' : 'came out'}`,
  'webhook-off': ({ webhook, isGone }) =>
    `${webhook} was turned off: ${isGone ? 'the receiver wants no more messages' : 'nothing arrived for three days'}`,
};

/** Of notices of earlier versions, which were written in the morning. */
const USUAL_REST_MS = 16 * 60 * 60 * 1000;

interface Shown extends Pick<Named, 'who' | 'count'> {
  list: string;
  /** Name neither the list nor the title. */
  isHidden: boolean;
  now: Date;
}

/** The text of a notice, as one sentence. `count` is the number of events that it combines. */
export function noticeText(
  { kind, facts, createdAt }: Pick<NoticeDoc, 'kind' | 'facts' | 'createdAt'>,
  { who, list, count, isHidden, now }: Shown,
): string {
  return words[kind]({
    who,
    count,
    list: isHidden ? 'a list' : list,
    title: titleText(facts, isHidden),
    isToday: now.getTime() - createdAt.getTime() < (facts.restMs ?? USUAL_REST_MS),
    webhook: isHidden || !facts.webhook ? 'A webhook of yours' : `Your webhook ${facts.webhook.name}`,
    player: isHidden || !facts.playerName ? 'a player' : `the player ${facts.playerName}`,
    isGone: facts.webhook?.offBecause === 'gone',
  });
}

function titleText({ title, episode }: NoticeDoc['facts'], isHidden: boolean): string {
  if (isHidden) return title?.mediaType === 'tv' ? 'a show' : 'a title';
  const name = title?.title ?? 'a title';
  return episode ? `${name} ${episodeText(episode)}` : name;
}

/** The screen that shows what the notice is about. */
export function noticePath({ kind, folderId, facts }: Pick<NoticeDoc, 'kind' | 'folderId' | 'facts'>): string {
  const list = folderId ? `${families.category.screenPath}/${folderId}` : '/my-list';
  const title = facts.title && `title=${facts.title.mediaType}-${facts.title.tmdbId}`;
  switch (kind) {
    case 'invited':
      return '/my-list?invitations=1';
    case 'removed':
    case 'list-deleted':
      return '/my-list';
    case 'vote-opened':
      return `${list}/tonight`;
    case 'commented':
    case 'group-proposed':
      return `${list}?${title}&folder=${folderId}`;
    case 'play-proposed':
    case 'play-recorded':
      return '/diary';
    case 'player-shared':
      return '/players#shared-players';
    case 'webhook-off':
      return '/account';
    case 'episode-out':
      return `/up-next?${title}`;
    case 'declined':
    case 'joined':
    case 'admitted':
    case 'rights-changed':
    case 'made-owner':
    case 'titles-added':
      return list;
    default:
      return unreachable(kind);
  }
}

import { episodeText } from '../../../../common/episodeText.ts';
import type { LastEvent, PlayerKind, Unrecognised } from '../../../../common/schemas/player.ts';
import { momentText } from '../../../lib/dates.ts';

export const kindNames: Record<PlayerKind, string> = {
  jellyfin: 'Jellyfin',
  plex: 'Plex',
  emby: 'Emby',
  kodi: 'Kodi',
  tautulli: 'Tautulli',
  other: 'Another player',
};

/** Where the address belongs. */
export const steps: Record<PlayerKind, readonly string[]> = {
  jellyfin: [
    'In Jellyfin, open Dashboard → Plugins and install Webhook. Restart Jellyfin.',
    'Open the plugin, press Add Generic Destination, and paste the address as Webhook Url.',
    'Tick Playback Start, Playback Stop and User Data Saved, the item types Movies and Episodes, and Send All Properties.',
  ],
  plex: [
    'Webhooks need Plex Pass. Without it, use Tautulli.',
    'In Plex, open Settings → Webhooks and press Add Webhook.',
    'Paste the address and save.',
  ],
  emby: [
    'In Emby, open Settings → Notifications and add Webhooks.',
    'Paste the address as Url, with the data type application/json.',
    'Tick Playback Start, Pause, Unpause and Stop, and Mark Played.',
  ],
  kodi: [
    'Install an add-on that sends a request when playback stops, such as Kodi Callbacks.',
    'Paste the address as its target, with the body below.',
  ],
  tautulli: [
    'In Tautulli, open Settings → Notification Agents and add a Webhook.',
    'Paste the address as Webhook URL, with the method POST.',
    'Tick Watched, Playback Start, Pause, Resume and Stop, and paste the JSON below as the data of each.',
  ],
  other: ['Send a POST request to the address with the body below.'],
};

const tautulliBody = `{
  "action": "{action}",
  "media_type": "{media_type}",
  "username": "{username}",
  "title": "{title}",
  "show_name": "{show_name}",
  "year": "{year}",
  "show_year": "{show_year}",
  "season_num": "{season_num}",
  "episode_num": "{episode_num}",
  "imdb_id": "{imdb_id}",
  "themoviedb_id": "{themoviedb_id}",
  "thetvdb_id": "{thetvdb_id}",
  "progress_percent": "{progress_percent}",
  "machine_id": "{machine_id}",
  "unixtime": "{unixtime}"
}`;

const generalBody = `{
  "event": "stop",
  "mediaType": "tv",
  "ids": { "tmdb": 1399 },
  "season": 1,
  "episode": 2,
  "progress": 0.97,
  "at": "2026-01-31T20:15:00Z",
  "player": "Living room",
  "session": "7f1c2a"
}`;

/** The body that players without a format of their own send, as docs/players.md has it. */
export const bodies: Partial<Record<PlayerKind, string>> = {
  kodi: generalBody,
  tautulli: tautulliBody,
  other: generalBody,
};

/** 'Game of Thrones S1 E2' */
function viewedText({ title, season, episode }: Pick<LastEvent, 'title' | 'season' | 'episode'>): string | null {
  if (title === null) return null;
  return season === null || episode === null ? title : `${title} ${episodeText({ season, episode })}`;
}

export function lastEventText(event: LastEvent): string {
  if (event.isOfPerson) return `Received: an event of ${event.account}, for their diary · ${momentText(event.at)}`;
  const viewed = viewedText(event);
  const by = event.isOfOther ? `, watched by ${event.account ?? 'somebody'}` : '';
  return `Received: ${viewed ?? 'an event'}${by} · ${outcomeText(event)} · ${momentText(event.at)}`;
}

function outcomeText({ outcome, isOfOther }: LastEvent): string {
  if (isOfOther) return 'not recorded';
  switch (outcome) {
    case 'recorded':
      return 'in your diary';
    case 'alreadyRecorded':
      return 'in your diary already';
    case 'notRecognised':
      return 'not recognised';
    case 'watching':
      return 'watching now';
    case 'ignored':
      return 'nothing to record';
    default:
      return outcome satisfies never;
  }
}

/** '3 viewings, the latest S2 E4 on 3 May' */
export function waitingText({ viewings, reason, player }: Unrecognised): string {
  const why: Record<Unrecognised['reason'], string> = {
    unknown: 'No title with this name and year',
    ambiguous: 'Several titles are possible',
    episode: 'The show has no such episode',
    away: 'Couldn’t look up the title yet',
  };
  const count = viewings.length === 1 ? 'once' : `${viewings.length} times`;
  const last = viewings.at(-1);
  const episode =
    last && last.season !== null && last.episode !== null
      ? `, last ${episodeText({ season: last.season, episode: last.episode })}`
      : '';
  return `${why[reason]} · watched ${count}${episode} · ${player}`;
}

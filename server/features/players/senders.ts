import { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import type { ImportIds } from '../../../common/schemas/import.ts';
import { type PlayerKind, type ScrobbleBody, scrobbleBody, WATCHED_FROM } from '../../../common/schemas/player.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { invalid, issuesOf } from '../../platform/http/errors.ts';
import { refuseFuture } from '../plays/play.service.ts';
import type { WatchedEvidence } from '../plays/playerPlays.service.ts';
import { nameKey } from '../titles/search/searchText.ts';

/*
 * What players send, in the form that Marquee works with. A known program's body is read leniently: a field of another type
 * counts as missing, and an event about something else is ignored.
 */

export interface PlayerEvent {
  /** What its user does now. Null for a title that was marked by hand. */
  state: 'playing' | 'paused' | 'stopped' | null;
  /** Why the title counts as watched. Null if it does not. */
  evidence: WatchedEvidence | null;
  mediaType: MediaType;
  /** Of the film or the show. */
  ids: ImportIds;
  /** Of the episode. */
  episodeIds: ImportIds;
  /** Of the film or the show, as the player names it. Empty if it has only ids. */
  name: string;
  year: number | null;
  season: number | null;
  /** Several for a file with several episodes; none for a film, and if the player names none. */
  episodes: number[];
  at: Date;
  device: string;
  /** Names one viewing. Null if the player does not name it. */
  session: string | null;
  /** The player's user. Null if the event does not say. */
  account: string | null;
  /** Events about the same film or show have the same key. */
  titleKey: string;
}

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim().slice(0, 500))
  .catch('');
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*-?\d+(\.\d+)?\s*$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null);
const flag = z.union([z.boolean(), z.stringbool()]).nullable().catch(null);

/** Fields that are all there, with an empty value for those that the body does not have. */
const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => value ?? {}, z.object(shape)).catch(() => z.object(shape).parse({}));

const imdbId = /^tt\d{5,12}$/;
const positive = (value: string) => (/^\d{1,10}$/.test(value) && Number(value) > 0 ? Number(value) : undefined);

function idsOf({ tmdb = '', imdb = '', tvdb = '' }: { tmdb?: string; imdb?: string; tvdb?: string }): ImportIds {
  return {
    ...(positive(tmdb) !== undefined && { tmdb: positive(tmdb) }),
    ...(imdbId.test(imdb) && { imdb }),
    ...(positive(tvdb) !== undefined && { tvdb: positive(tvdb) }),
  };
}

/** JavaScript would read `-1` as a day of 2001. */
const startsWithDay = /^\d{4}-\d\d-\d\d/;

/** The time of an event, or now if it has none. A clock that is ahead does not move a play into the future. */
function momentOf(value: string | number | null): Date {
  const now = new Date();
  const at =
    typeof value === 'number'
      ? new Date(value * 1000)
      : new Date(value && startsWithDay.test(value) ? value : Number.NaN);
  return Number.isNaN(at.getTime()) || at > now || at.getTime() <= 0 ? now : at;
}

type Described = Pick<PlayerEvent, 'mediaType' | 'ids' | 'name' | 'year'>;

/** By ids where there are any: they do not change when a library is renamed. */
function titleKeyOf({ mediaType, ids, name, year }: Described): string {
  const { tmdb, imdb, tvdb } = ids;
  const known = tmdb ? `tmdb:${tmdb}` : imdb ? `imdb:${imdb}` : tvdb ? `tvdb:${tvdb}` : null;
  return `${mediaType}|${known ?? `${nameKey(name)}|${year ?? ''}`}`;
}

type Named = Omit<PlayerEvent, 'titleKey'> & { titleKey?: string };

/** Null for an episode without numbers and ids, and for a title without a name and ids. */
function finish(event: Named): PlayerEvent | null {
  const { mediaType, season, episodes, ids, episodeIds, name } = event;
  const hasNumbers = season !== null && episodes.length > 0;
  if (mediaType === 'tv' && !hasNumbers && Object.keys(episodeIds).length === 0) return null;
  if (!name && Object.keys(ids).length === 0 && Object.keys(episodeIds).length === 0) return null;
  return { ...event, titleKey: event.titleKey ?? titleKeyOf(event) };
}

/** The numbers of a file with one or several episodes. */
function episodesFrom(from: number | null, to: number | null): number[] {
  const [first, last] = [whole(from), whole(to)];
  if (first === null) return [];
  const end = last !== null && last > first && last - first < MOST_EPISODES ? last : first;
  return Array.from({ length: end - first + 1 }, (_, place) => first + place);
}

/** In one file. */
const MOST_EPISODES = 20;

/** The number of a season or an episode. Some libraries number by the date, which counts as no number. */
const whole = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= limits.episodes ? value : null;
const yearOf = (value: number | null) => (value !== null && value >= 1870 && value <= 2200 ? Math.trunc(value) : null);
const ratio = (position: number | null, length: number | null) => (position && length ? position / length : 0);
const types: Record<string, MediaType> = { movie: 'movie', episode: 'tv' };

/** A body may name what every object has, such as `constructor`. */
const entryOf = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** An episode's own year is the show's only in its first season. */
const showYear = (year: number | null, season: number | null) => (season === 1 ? yearOf(year) : null);

const jellyfinBody = part({
  NotificationType: text,
  ItemType: text,
  Name: text,
  SeriesName: text,
  Year: number,
  SeasonNumber: number,
  EpisodeNumber: number,
  EpisodeNumberEnd: number,
  Provider_tmdb: text,
  Provider_imdb: text,
  Provider_tvdb: text,
  UtcTimestamp: text,
  Timestamp: text,
  PlayedToCompletion: flag,
  PlaybackPositionTicks: number,
  RunTimeTicks: number,
  IsPaused: flag,
  Played: flag,
  SaveReason: text,
  NotificationUsername: text,
  Username: text,
  DeviceId: text,
  DeviceName: text,
});

/** The Webhook plugin escapes quotes before it writes JSON, which escapes them again. */
const unescaped = (name: string) => name.replaceAll('\\"', '"');

/** The ids of an episode are in the place where a film has its own. Its year is that of the show. */
function readJellyfin(body: unknown): PlayerEvent | null {
  const sent = jellyfinBody.parse(body);
  const mediaType = entryOf(types, sent.ItemType.toLowerCase());
  const acts: Record<string, Pick<PlayerEvent, 'state' | 'evidence'>> = {
    PlaybackStart: { state: 'playing', evidence: null },
    PlaybackProgress: { state: sent.IsPaused ? 'paused' : 'playing', evidence: null },
    PlaybackStop: {
      state: 'stopped',
      evidence:
        sent.PlayedToCompletion || ratio(sent.PlaybackPositionTicks, sent.RunTimeTicks) >= WATCHED_FROM ? 'end' : null,
    },
  };
  const isMarked = sent.NotificationType === 'UserDataSaved' && sent.SaveReason === 'TogglePlayed' && sent.Played;
  const act = isMarked ? { state: null, evidence: 'mark' as const } : entryOf(acts, sent.NotificationType);
  if (!act || !mediaType) return null;
  const ids = idsOf({ tmdb: sent.Provider_tmdb, imdb: sent.Provider_imdb, tvdb: sent.Provider_tvdb });
  const isShow = mediaType === 'tv';
  return finish({
    ...act,
    mediaType,
    ids: isShow ? {} : ids,
    episodeIds: isShow ? ids : {},
    name: unescaped(isShow ? sent.SeriesName : sent.Name),
    year: yearOf(sent.Year),
    season: isShow ? whole(sent.SeasonNumber) : null,
    episodes: isShow ? episodesFrom(sent.EpisodeNumber, sent.EpisodeNumberEnd) : [],
    at: momentOf(sent.UtcTimestamp || sent.Timestamp),
    device: sent.DeviceId || sent.DeviceName,
    session: null,
    account: sent.NotificationUsername || sent.Username || null,
  });
}

/** Checking an entry costs more than sending one, so that no more are looked at than a title ever has. */
const MOST_IDS = 50;
const providerIds = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((ids) => z.record(z.string(), text).parse(Object.fromEntries(Object.entries(ids).slice(0, MOST_IDS))));

const embyBody = part({
  Event: text,
  Date: text,
  User: part({ Name: text }),
  Item: part({
    Type: text,
    Name: text,
    SeriesName: text,
    SeriesId: text,
    ProductionYear: number,
    IndexNumber: number,
    IndexNumberEnd: number,
    ParentIndexNumber: number,
    RunTimeTicks: number,
    ProviderIds: providerIds,
  }),
  PlaybackInfo: part({ PlayedToCompletion: flag, PositionTicks: number, PlaySessionId: text }),
  Session: part({ DeviceId: text, DeviceName: text, PlaySessionId: text }),
  Server: part({ Id: text }),
});

function readEmby(body: unknown): PlayerEvent | null {
  const { Event, Date: at, User, Item, PlaybackInfo, Session, Server } = embyBody.parse(body);
  const mediaType = entryOf(types, Item.Type.toLowerCase());
  const isWatched =
    PlaybackInfo.PlayedToCompletion || ratio(PlaybackInfo.PositionTicks, Item.RunTimeTicks) >= WATCHED_FROM;
  const acts: Record<string, Pick<PlayerEvent, 'state' | 'evidence'>> = {
    'playback.start': { state: 'playing', evidence: null },
    'playback.unpause': { state: 'playing', evidence: null },
    'playback.pause': { state: 'paused', evidence: null },
    'playback.stop': { state: 'stopped', evidence: isWatched ? 'end' : null },
    // Of the plugin before Emby had webhooks of its own.
    'playback.scrobble': { state: 'stopped', evidence: 'end' },
    'item.markplayed': { state: null, evidence: 'mark' },
  };
  const act = entryOf(acts, Event.toLowerCase());
  if (!act || !mediaType) return null;
  const named = Object.fromEntries(Object.entries(Item.ProviderIds).map(([key, id]) => [key.toLowerCase(), id]));
  const ids = idsOf(named);
  const isShow = mediaType === 'tv';
  const season = isShow ? whole(Item.ParentIndexNumber) : null;
  return finish({
    ...act,
    mediaType,
    ids: isShow ? {} : ids,
    episodeIds: isShow ? ids : {},
    name: isShow ? Item.SeriesName : Item.Name,
    year: isShow ? showYear(Item.ProductionYear, season) : yearOf(Item.ProductionYear),
    season,
    episodes: isShow ? episodesFrom(Item.IndexNumber, Item.IndexNumberEnd) : [],
    at: momentOf(at),
    device: Session.DeviceId || Session.DeviceName,
    session: PlaybackInfo.PlaySessionId || Session.PlaySessionId || null,
    account: User.Name || null,
    // Without the year, which differs between the seasons.
    ...(isShow && {
      titleKey: `tv|${Item.SeriesId ? `emby:${Server.Id}:${Item.SeriesId}` : nameKey(Item.SeriesName)}`,
    }),
  });
}

const guids = z
  .array(z.unknown())
  .catch([])
  .transform((list) => z.array(part({ id: text })).parse(list.slice(0, MOST_IDS)));

const plexBody = part({
  event: text,
  Account: part({ title: text }),
  Server: part({ uuid: text }),
  Player: part({ title: text, uuid: text }),
  Metadata: part({
    type: text,
    title: text,
    grandparentTitle: text,
    grandparentSlug: text,
    grandparentGuid: text,
    parentIndex: number,
    index: number,
    year: number,
    guid: text,
    Guid: guids,
    viewOffset: number,
    duration: number,
    lastViewedAt: number,
  }),
});

/** HAMA, an agent for anime, has the ids of several services: `com.plexapp.agents.hama://tvdb-81189/2/4`. */
const guidPattern = /^(?:com\.plexapp\.agents\.)?(?:hama:\/\/)?(\w+)(?::\/\/|-)([^/?]+)/;

/** The ids in the addresses of the agents: `tmdb://603`, and of the old ones `com.plexapp.agents.thetvdb://81189/2/4?lang=en`. */
function idsOfGuids(addresses: readonly string[]): ImportIds {
  const found: Record<string, string> = {};
  const services: Record<string, string> = {
    imdb: 'imdb',
    tmdb: 'tmdb',
    themoviedb: 'tmdb',
    tvdb: 'tvdb',
    thetvdb: 'tvdb',
    xbmcnfo: 'imdb',
  };
  for (const address of addresses) {
    const [, agent = '', id = ''] = guidPattern.exec(address) ?? [];
    const service = entryOf(services, agent);
    if (service) found[service] = id;
  }
  return idsOf(found);
}

const isOldAgent = (address: string) => address.startsWith('com.plexapp.agents.');

/** Guids of what has no match are numbers that each server counts for itself, perhaps again after a new installation. */
const isOfServer = (guid: string) => /^(local|com\.plexapp\.agents\.none):\/\//.test(guid);

function plexShowKey(show: { grandparentGuid: string; grandparentTitle: string }, serverId: string): string {
  const { grandparentGuid: guid, grandparentTitle: name } = show;
  return isOfServer(guid) ? `tv|plex:${serverId}:${guid}:${nameKey(name)}` : `tv|${guid}`;
}

/** A show's list of ids is that of the episode. The old agents name the show. */
function readPlex(body: unknown): PlayerEvent | null {
  const { event, Account, Server, Player, Metadata } = plexBody.parse(body);
  const mediaType = entryOf(types, Metadata.type.toLowerCase());
  const acts: Record<string, Pick<PlayerEvent, 'state' | 'evidence'>> = {
    'media.play': { state: 'playing', evidence: null },
    'media.resume': { state: 'playing', evidence: null },
    'media.pause': { state: 'paused', evidence: null },
    'media.stop': {
      state: 'stopped',
      evidence: ratio(Metadata.viewOffset, Metadata.duration) >= WATCHED_FROM ? 'closing' : null,
    },
    'media.scrobble': { state: 'playing', evidence: 'threshold' },
  };
  const act = entryOf(acts, event);
  if (!act || !mediaType) return null;
  const own = idsOfGuids([...Metadata.Guid.map(({ id }) => id), ...(mediaType === 'movie' ? [Metadata.guid] : [])]);
  const isShow = mediaType === 'tv';
  const season = isShow ? whole(Metadata.parentIndex) : null;
  const ofShow = [Metadata.guid, Metadata.grandparentGuid].filter(isOldAgent);
  const slugYear = /-(\d{4})$/.exec(Metadata.grandparentSlug)?.[1];
  return finish({
    ...act,
    mediaType,
    ids: isShow ? idsOfGuids(ofShow) : own,
    episodeIds: isShow ? own : {},
    name: isShow ? Metadata.grandparentTitle : Metadata.title,
    year: isShow ? (yearOf(Number(slugYear ?? Number.NaN)) ?? showYear(Metadata.year, season)) : yearOf(Metadata.year),
    season,
    episodes: isShow ? episodesFrom(Metadata.index, null) : [],
    at: act.evidence ? momentOf(Metadata.lastViewedAt) : new Date(),
    device: Player.uuid || Player.title,
    session: null,
    account: Account.title || null,
    ...(isShow && Metadata.grandparentGuid && { titleKey: plexShowKey(Metadata, Server.uuid) }),
  });
}

const tautulliBody = part({
  action: text,
  event: text,
  media_type: text,
  user: text,
  username: text,
  title: text,
  show_name: text,
  grandparent_title: text,
  year: number,
  show_year: number,
  season_num: number,
  episode_num: number,
  imdb_id: text,
  themoviedb_id: text,
  thetvdb_id: text,
  progress_percent: number,
  unixtime: number,
  utctime: text,
  player: text,
  machine_id: text,
});

/** The template of docs/players.md. The ids of an episode are those of its show. */
function readTautulli(body: unknown): PlayerEvent | null {
  const sent = tautulliBody.parse(body);
  const mediaType = entryOf(types, sent.media_type.toLowerCase());
  const acts: Record<string, Pick<PlayerEvent, 'state' | 'evidence'>> = {
    play: { state: 'playing', evidence: null },
    resume: { state: 'playing', evidence: null },
    pause: { state: 'paused', evidence: null },
    stop: { state: 'stopped', evidence: (sent.progress_percent ?? 0) >= WATCHED_FROM * 100 ? 'closing' : null },
    watched: { state: 'playing', evidence: 'threshold' },
  };
  const act = entryOf(acts, (sent.action || sent.event).toLowerCase());
  if (!act || !mediaType) return null;
  const isShow = mediaType === 'tv';
  const season = isShow ? whole(sent.season_num) : null;
  return finish({
    ...act,
    mediaType,
    ids: idsOf({ tmdb: sent.themoviedb_id, imdb: sent.imdb_id, tvdb: sent.thetvdb_id }),
    episodeIds: {},
    name: isShow ? sent.show_name || sent.grandparent_title : sent.title,
    year: isShow ? (yearOf(sent.show_year) ?? showYear(sent.year, season)) : yearOf(sent.year),
    season,
    episodes: isShow ? episodesFrom(sent.episode_num, null) : [],
    at: momentOf(sent.unixtime ?? sent.utctime),
    device: sent.machine_id || sent.player,
    session: null,
    account: sent.username || sent.user || null,
  });
}

/** An event of the general call. Throws invalid for a time in the future. */
export function readGeneral(body: ScrobbleBody): PlayerEvent {
  const { event, mediaType, ids, name = '', year, season, episode, progress, player, session } = body;
  const states = { start: 'playing', pause: 'paused', stop: 'stopped', scrobble: 'playing' } as const;
  const isWatched = event === 'scrobble' || (event === 'stop' && progress >= WATCHED_FROM);
  const at = new Date(body.at);
  refuseFuture(at);
  const described = { mediaType, ids, name, year: year ?? null };
  return {
    ...described,
    state: states[event],
    evidence: isWatched ? 'end' : null,
    episodeIds: {},
    season: season ?? null,
    episodes: episode === undefined ? [] : [episode],
    at,
    device: player,
    session: `${player}|${session}`,
    account: null,
    titleKey: titleKeyOf(described),
  };
}

const generalFields = part({
  ids: part({ tmdb: text, imdb: text, tvdb: text }),
  name: text,
  year: number,
  season: number,
  episode: number,
  progress: number,
});

/** Add-ons of Kodi fill in texts, such as the number of an id. What it does not know is empty, or -1. */
function tidied(body: unknown): unknown {
  const { ids, name, year, season, episode, progress } = generalFields.parse(body);
  return {
    ...(body as object),
    ids: idsOf(ids),
    name: name || undefined,
    year: yearOf(year) ?? undefined,
    season: whole(season) ?? undefined,
    episode: whole(episode) ?? undefined,
    progress: progress ?? undefined,
  };
}

function readGeneralBody(body: unknown): PlayerEvent {
  const read = scrobbleBody.safeParse(tidied(body));
  if (!read.success) throw invalid(issuesOf(read.error));
  return readGeneral(read.data);
}

/** How each program's body is read. Null: the event is about nothing that Marquee records. */
export const readers: Record<PlayerKind, (body: unknown) => PlayerEvent | null> = {
  jellyfin: readJellyfin,
  plex: readPlex,
  emby: readEmby,
  tautulli: readTautulli,
  kodi: readGeneralBody,
  other: readGeneralBody,
};

import { trusted } from 'mongoose';
import { hasEpisode, regularEpisodes } from '../../../common/progress.ts';
import { takeLease } from '../../platform/database/lease.ts';
import { log } from '../../platform/log.ts';
import { type Repetition, repeat } from '../../platform/repeat.ts';
import { type Follower, readFollowers } from '../plays/progress.store.ts';
import type { Show, Shows } from '../titles/shows.ts';
import { foundOrNull } from '../titles/title.source.ts';
import { newNotice, storeNotices } from '../users/notices/notice.store.ts';
import { NoticeSettingsModel } from '../users/notices/noticeSettings.documents.ts';
import { DAY_MINUTES, minuteOfDay } from './sending/quietHours.ts';

const MINUTE_MS = 60 * 1000;
const LOOK_MS = 15 * 60 * 1000;
/** In the morning of the person's day. */
const FROM_MINUTE = 8 * 60;
/** Where no browser has sent a time zone yet. */
const UNKNOWN_ZONE = 'UTC';
const TOGETHER = 200;

/** Makes a notice each morning for people who follow a show of which an episode comes out that day. */
export class NewEpisodes {
  readonly #shows: Shows;
  /** The days and time zones that are done. Doing one again stores nothing twice. */
  readonly #done = new Set<string>();
  #looks: Repetition | null = null;
  #isStopped = false;

  constructor(shows: Shows) {
    this.#shows = shows;
  }

  /** On one node for all. */
  start(): void {
    const look = async () => {
      // biome-ignore lint/plugin: the day of people in their time zones
      if (await takeLease('new-episodes', LOOK_MS)) await this.run(new Date(Date.now()));
    };
    this.#looks = repeat(look, LOOK_MS / 3, (error) => {
      log.warn({ err: error }, 'new episodes could not be read; the next round continues');
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looks?.stop();
  }

  /** Makes the notices for time zones in which it is 8 in the morning or later, once a day. */
  async run(now: Date): Promise<void> {
    const zones = await readZones();
    const days = new Map([UNKNOWN_ZONE, ...new Set(zones.values())].map((zone) => [zone, morningOf(zone, now)]));
    const isDue = (zone: string) => {
      const day = days.get(zone);
      return day !== null && day !== undefined && !this.#done.has(`${zone} ${day.date}`);
    };
    if (![...days.keys()].some(isDue)) return;
    const zoneOf = ({ userId }: Follower) => zones.get(String(userId)) ?? UNKNOWN_ZONE;
    const byShow = await readFollowers((follower) => isDue(zoneOf(follower)));
    let isComplete = true;
    const ids = [...byShow.keys()];
    for (let from = 0; from < ids.length && !this.#isStopped; from += TOGETHER) {
      const found = await this.#shows.findAll(ids.slice(from, from + TOGETHER));
      isComplete &&= !found.includes('away');
      for (const one of found) {
        const show = foundOrNull(one);
        if (show)
          await notify(show, byShow.get(show.facts.tmdbId) ?? [], (follower) => days.get(zoneOf(follower)) ?? null);
      }
    }
    if (!isComplete || this.#isStopped) return;
    for (const [zone, day] of days) if (day !== null) this.#done.add(`${zone} ${day.date}`);
  }
}

async function readZones(): Promise<Map<string, string>> {
  const known = await NoticeSettingsModel.find({ timeZone: trusted({ $type: 'string' }) }, { timeZone: 1 }).lean();
  return new Map(known.flatMap(({ _id, timeZone }) => (timeZone ? [[String(_id), timeZone]] : [])));
}

interface Day {
  date: string;
  /** How long it still is. */
  restMs: number;
}

/** The day in this time zone, if its morning has begun. */
function morningOf(timeZone: string, now: Date): Day | null {
  const minute = minuteOfDay(now, timeZone);
  if (minute < FROM_MINUTE) return null;
  const date = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  return { date, restMs: (DAY_MINUTES - minute) * MINUTE_MS };
}

async function notify(
  show: Show,
  followers: readonly Follower[],
  dayOf: (follower: Follower) => Day | null,
): Promise<void> {
  const { tmdbId, title } = show.facts;
  const drafts = followers.flatMap((follower) => {
    const today = dayOf(follower);
    if (!today) return [];
    const { date: day, restMs } = today;
    const airing = regularEpisodes(show, day).filter(({ airDate }) => airDate === day);
    if (!airing.some((episode) => !hasEpisode(follower.seen, episode))) return [];
    const facts = { title: { mediaType: 'tv' as const, tmdbId, title }, day, restMs };
    const about = `tv-${tmdbId} ${day}`;
    return [
      newNotice({ userId: follower.userId, kind: 'episode-out', by: null, folderId: null, rev: null, about, facts }),
    ];
  });
  await storeNotices(drafts);
}

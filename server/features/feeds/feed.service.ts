import { limits } from '../../../common/constants.ts';
import type { CreateFeedBody, FeedKind, NewPersonalFeed, PersonalFeed } from '../../../common/schemas/feed.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { limitReached, notFound, PartMissing } from '../../platform/http/errors.ts';
import { log } from '../../platform/log.ts';
import { createToken, hashOfToken } from '../../platform/session/guestSession.ts';
import { findAdditions } from '../folders/items/release.service.ts';
import { readReleases } from '../plays/calendar.service.ts';
import type { Sources } from '../plays/play.service.ts';
import { findEnabled } from '../users/accountState.service.ts';
import { requireUnchanged } from '../users/credentials.service.ts';
import { loadPublicUserLookup, lockQuotas } from '../users/user.service.ts';
import { type FeedDoc, FeedModel } from './feed.model.ts';
import { icsFile } from './icsFile.ts';
import { rssFile } from './rssFile.ts';

/*
 * A person's own feeds: their calendar, and what is added to their lists, at secret addresses, since calendar programs and
 * feed readers cannot sign in.
 */

const feedNotFound = () => notFound('This address is not valid any more');

const endings: Record<FeedKind, string> = { calendar: 'ics', additions: 'rss' };

/** The user's feeds, the newest first. */
export async function listFeeds(userId: string): Promise<PersonalFeed[]> {
  const feeds = await FeedModel.find({ userId }).sort({ _id: -1 }).lean<FeedDoc[]>();
  return feeds.map(({ _id, kind, createdAt, lastUsedAt }) => ({
    id: _id.toHexString(),
    kind,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Makes a secret address. Throws limit_reached, and conflict when the account's credentials changed since `credentialsRev`. */
export async function createFeed(
  { userId, credentialsRev }: { userId: string; credentialsRev: number },
  { kind }: CreateFeedBody,
  origin: string,
): Promise<NewPersonalFeed> {
  const token = createToken();
  return inTransaction(async () => {
    await lockQuotas(userId);
    await requireUnchanged(userId, credentialsRev);
    const most = limits.feedsPerPerson;
    if ((await FeedModel.countDocuments({ userId })) >= most) {
      throw limitReached(`You can have ${most} secret addresses at most. Revoke one that you no longer use.`);
    }
    const [created] = await FeedModel.create([{ userId, kind, tokenHash: hashOfToken(token) }]);
    if (!created) throw new Error('The feed was not created');
    const url = `${origin}/feeds/${token}.${endings[kind]}`;
    return { id: created._id.toHexString(), kind, createdAt: created.createdAt.toISOString(), url };
  });
}

/** Ends a secret address: the next request is refused on every node. */
export async function revokeFeed(userId: string, feedId: string): Promise<FeedKind> {
  const feed = await FeedModel.findOneAndDelete({ _id: feedId, userId }).lean<FeedDoc>();
  if (!feed) throw notFound('This address has been revoked already');
  return feed.kind;
}

/** Call it when the account is deleted. */
export async function deleteFeedsOf(userId: string): Promise<void> {
  await FeedModel.deleteMany({ userId });
}

/** Whose feed has this secret. Throws not_found, also while the account is disabled. */
export async function findFeedUser(token: string, kind: FeedKind): Promise<string> {
  const feed = await FeedModel.findOne({ tokenHash: hashOfToken(token), kind }).lean<FeedDoc>();
  if (!feed || !(await findEnabled([feed.userId])).has(feed.userId.toHexString())) throw feedNotFound();
  noteUse(feed);
  return feed.userId.toHexString();
}

const NOTED_EVERY_MS = 60 * 60 * 1000;

/** The answer does not wait for this and does not fail with it. */
function noteUse({ _id, lastUsedAt }: FeedDoc): void {
  const now = new Date();
  if (lastUsedAt && lastUsedAt.getTime() + NOTED_EVERY_MS > now.getTime()) return;
  FeedModel.updateOne({ _id }, { $set: { lastUsedAt: now } }).catch((error: unknown) => {
    log.warn({ err: error }, 'the use of a personal feed could not be noted');
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_BACK = 31;
const DAYS_AHEAD = 366;

/**
 * The user's calendar, from a month ago to a year ahead. It has the names of episodes that the calendar of the app shows.
 * Throws while shows or days are missing: calendar programs delete events that are missing.
 */
export async function personalCalendar(sources: Sources, userId: string): Promise<string> {
  const now = new Date();
  const dayAt = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const days = { from: dayAt(-DAYS_BACK), to: dayAt(DAYS_AHEAD), timeZone: 'UTC' };
  const { releases, isAway } = await readReleases(sources, userId, days);
  if (isAway) throw new PartMissing();
  return icsFile('Marquee', userId, releases);
}

const ADDITIONS = 50;

/** What was added last to the lists that the user may view. */
export async function personalAdditions(userId: string, origin: string, feedUrl: string): Promise<string> {
  const additions = await findAdditions(userId, ADDITIONS);
  const userById = await loadPublicUserLookup(additions.map((one) => one.userId));
  return rssFile({
    title: 'Added to my lists',
    description: 'What was added to your lists on Marquee',
    pageUrl: `${origin}/`,
    feedUrl,
    entries: additions.map(({ id, title, listId, listName, userId: addedBy, createdAt }) => {
      const name = userById(addedBy).firstName;
      return {
        id,
        title: `${title} · ${listName}`,
        url: `${origin}/folder/${listId}`,
        text: name ? `${name} added ${title} to ${listName}.` : `${title} was added to ${listName}.`,
        date: createdAt,
      };
    }),
  });
}

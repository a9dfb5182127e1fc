import { statfs } from 'node:fs/promises';
import mongoose from 'mongoose';
import type { Storage } from '../../../common/schemas/operator/operator.ts';
import type { Config } from '../../config/config.ts';
import { listLeases } from '../../platform/database/lease.ts';
import { listNodes } from '../../platform/database/nodes.ts';
import { log } from '../../platform/log.ts';
import { countCleanups } from '../folders/cleanup.ts';
import { countDecidedBallots } from '../folders/openPoll/poll.store.ts';
import { findEnding } from '../users/accountState.service.ts';
import { readBackups } from './backup.service.ts';

type StorageConfig = Pick<Config, 'dataDir' | 'mongodbUri'>;

/** What the instance stores, its nodes and their work. */
export async function readStorage(config: StorageConfig): Promise<Storage> {
  const [collections, disk, nodes, cleanups, endings, leases, backups] = await Promise.all([
    countCollections(),
    readDisk(config),
    listNodes(),
    countCleanups(),
    findEnding(),
    listLeases(),
    readBackups(config),
  ]);
  return {
    collections,
    disk,
    nodes,
    jobs: [
      { name: 'Cleanup of deleted lists', waiting: cleanups },
      { name: 'Deletion of accounts', waiting: endings.length },
    ],
    leases: leases.map(({ name, until }) => ({ name: leaseLabels[name] ?? name, until })),
    backups,
  };
}

/** Collections that grow with requests. During a vote their numbers would show when somebody votes. */
const uncounted = new Set(['operations', 'limits']);

async function countCollections(): Promise<Storage['collections']> {
  const { db } = mongoose.connection;
  if (!db) return [];
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.') && !uncounted.has(name));
  const counted = await Promise.all(
    names.map(async (name) => ({
      name,
      label: collectionLabels[name] ?? name,
      documents: name === 'ballots' ? await countDecidedBallots() : await db.collection(name).estimatedDocumentCount(),
    })),
  );
  return counted.sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** The disk of DATA_DIR; null if it cannot be read. */
export async function readDisk({ dataDir, mongodbUri }: StorageConfig): Promise<Storage['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (!mongodbUri) log.error({ err: error }, 'the disk of DATA_DIR could not be read');
    return null;
  }
}

/** What each collection of the database holds, in words for the operator. */
export const collectionLabels: Readonly<Record<string, string>> = {
  ballots: 'Ballots of decided votes',
  blocks: 'Blocked people',
  cachedanswers: 'Cached title details',
  channels: 'Devices and channels for notifications',
  challenges: 'Open passkey requests',
  changes: 'Changes of lists',
  commentreactions: 'Reactions to comments',
  commentreads: 'Read marks of comments',
  comments: 'Comments in lists',
  deletedfolders: 'Deleted lists',
  dismissals: 'Hidden recommendations',
  fairness: 'Vote weights',
  feeds: 'Secret addresses of calendars and feeds',
  folders: 'Lists',
  followers: 'Places in the log of changes',
  formermembers: 'Former list members',
  guestsessions: 'Guests of votes',
  images: 'Profile pictures',
  importrows: 'Rows of imports',
  imports: 'Imports',
  instance: 'Site settings',
  invitationlinks: 'Invitation links',
  invitations: 'Invitations',
  items: 'Titles in lists',
  joinrequests: 'Requests to join',
  knowntitles: 'Titles and people for the search',
  leases: 'Jobs taken by nodes',
  mailtokens: 'Links in mails',
  listnotices: 'Notification choices for lists',
  nodes: 'Nodes',
  noticedeliveries: 'Notifications to be sent',
  notices: 'Notifications',
  noticesettings: 'Notification settings',
  accesstokens: 'Access tokens',
  passkeys: 'Passkeys',
  pins: 'Pinned people',
  playacts: 'Acts on several diary entries',
  playerpeople: 'People who share players',
  players: 'Players',
  playertitles: 'Titles that players name',
  playproposals: 'Diary suggestions',
  plays: 'Diary entries',
  removedplays: 'Removed diary entries',
  polls: 'Votes',
  presence: 'People in lists now',
  publiclinks: 'Public links',
  rankings: 'AI answers',
  reports: 'Reports',
  reviews: 'Reviews',
  securityevents: 'Account activity',
  seenconsents: 'Consents to show seen',
  seentitles: 'People with seen titles',
  sessions: 'Signed-in devices',
  shares: 'List members',
  showprogress: 'Progress in shows',
  sweeps: 'Waiting cleanups',
  usedstates: 'Finished sign-in steps',
  users: 'Accounts',
  versions: 'Database versions',
  watching: 'What people watch now',
  webhookdeliveries: 'Messages of webhooks',
  webhooks: 'Webhooks',
  watchgroups: 'People who watch shows together',
};

/** The work that a node takes over for all of them, in words for the operator. */
const leaseLabels: Readonly<Record<string, string>> = {
  backup: 'Scheduled backup',
  'daily-mail': 'Daily mail',
  'new-episodes': 'Notifications of new episodes',
  'facts-refresh': 'Update of title details',
};

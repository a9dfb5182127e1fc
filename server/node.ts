import type { Server } from 'node:http';
import path from 'node:path';
import type { mongo } from 'mongoose';
import type { ChangedGroup } from '../common/schemas/watchGroup.ts';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { startResumingDeletions } from './features/account/deletion/deletion.service.ts';
import { createFlows } from './features/account/oidc/oidc.flow.ts';
import type { SingleSignOn } from './features/account/oidc/oidc.routes.ts';
import { arrivalSchema } from './features/account/oidc/oidc.service.ts';
import { createIssuer } from './features/account/oidc/oidc.ts';
import { createSecondFactor } from './features/account/secondFactor/secondFactor.service.ts';
import { type AudienceOf, createAudiences } from './features/folders/access/audience.ts';
import { startCleanup } from './features/folders/cleanup.ts';
import { createDelivery } from './features/folders/delivery/deliver.ts';
import { sync } from './features/folders/delivery/sync.ts';
import { startFactsRefresh } from './features/folders/items/factsRefresh.ts';
import { isFolderEntry, type LogEntry } from './features/folders/log/folderEntry.ts';
import { startPresence } from './features/folders/presence/presence.service.ts';
import { ImportRunner } from './features/moving/import.runner.ts';
import { NewEpisodes } from './features/notices/newEpisodes.ts';
import { makeNotices } from './features/notices/notice.maker.ts';
import { NoticeSending } from './features/notices/sending/noticeSending.ts';
import { startBackups } from './features/operator/backup.service.ts';
import { createDataChecker } from './features/operator/dataCheck.service.ts';
import { readChangedGroup } from './features/plays/group.service.ts';
import { createArtCache } from './features/titles/art.cache.ts';
import { createArtist } from './features/titles/art.ts';
import { createTitleSources } from './features/titles/createTitleSource.ts';
import { createShows } from './features/titles/shows.ts';
import { findCredentialsRevs, findDeviceOwner } from './features/users/credentials.service.ts';
import { readPrivacyFrom } from './features/users/visibility.ts';
import { createWebhooks } from './features/webhooks/webhooks.ts';
import { migrate } from './migrations/migrate.ts';
import { startChangeFeed } from './platform/database/changeFeed.ts';
import { createIndexes, type Database } from './platform/database/database.ts';
import { beginFollowing, followChanges } from './platform/database/followChanges.ts';
import { VERSION } from './platform/database/nodes.ts';
import { OUTBOX } from './platform/database/outbox.ts';
import { createOutbound } from './platform/http/outbound.ts';
import { createInstance } from './platform/instance/instance.ts';
import { createKnownDevices } from './platform/limits/knownDevice.ts';
import { createLimits, type Limits } from './platform/limits/limits.ts';
import { SYNC_COST } from './platform/limits/requestCosts.ts';
import { createRealtime } from './platform/live/realtime.ts';
import { createMailer } from './platform/mail.ts';
import { createSessions, type Sessions } from './platform/session/session.ts';
import { createTickets, createVault } from './platform/vault.ts';

export interface NodeOptions {
  config: Config;
  /** Closed by the node when it stops. */
  database: Database;
  httpServer: Server;
  secret: string;
  clientDir: string | null;
  /** The interval of this node's heartbeat; five seconds by default. */
  heartbeatMs?: number | undefined;
}

export interface AppNode {
  /** The URI of the database, for other programs. */
  databaseUri: string;
  /** What the first account needs, unless it is created on this machine. Null when there is an account. */
  setupCode: string | null;
  /** Closes the sockets, finishes running requests, and closes the database. */
  stop(): Promise<void>;
}

const FINISH_WITHIN_MS = 8000;
const IDLE_CHECK_MS = 50;

/** Starts all parts of a node on a server that does not listen yet: migrations, change feed, app and sockets. */
export async function startNode(options: NodeOptions): Promise<AppNode> {
  const { config, database, httpServer, secret, clientDir, heartbeatMs } = options;
  const db = database.connection.db;
  if (!db) throw new Error('The database is not connected');
  // Only one app can open the embedded database.
  await migrate(db, { isAlone: !config.mongodbUri });
  await createIndexes();
  const sessions = await createSessions(database.connection, config, secret, findCredentialsRevs);
  const instance = createInstance(config, secret);
  readPrivacyFrom(instance);
  const devices = createKnownDevices(config, secret);
  const limits = createLimits(database.connection, config, devices, findDeviceOwner, secret);
  const titleSources = await createTitleSources(config, instance.readTitleSettings);
  instance.onTitlesChanged(titleSources.refresh);
  const singleSignOn = createSingleSignOn(config, secret);
  const artist = createArtist(titleSources.bundled, { cache: createArtCache(path.join(config.dataDir, 'art-cache')) });
  const dataChecker = createDataChecker(config);
  const shows = createShows(titleSources.titles);
  const imports = new ImportRunner({ source: titleSources.titles, shows });
  const outbound = createOutbound(config, { ownPort: () => portOf(httpServer) ?? config.port });
  const webhooks = createWebhooks(outbound, secret);
  const mailer = createMailer(config);
  const noticeSending = new NoticeSending({ vault: createVault(secret, 'channels'), config, outbound }, mailer);
  const newEpisodes = new NewEpisodes(shows);
  const app = createApp({
    config,
    sessions,
    limits,
    devices,
    instance,
    singleSignOn,
    secondFactor: createSecondFactor(secret),
    titleSources,
    shows,
    imports,
    noticeSending,
    mailer,
    artist,
    dataChecker,
    webhooks: webhooks.parts,
    clientDir,
    build: VERSION,
  });
  const connections = trackConnections(httpServer);
  limitSlowRequests(httpServer);
  // Added before the sockets, which put their own listener in front of existing ones.
  httpServer.on('request', app);
  const { presence, realtime, changeFeed } = await startLive({
    ...{ db, httpServer, config, sessions, limits, heartbeatMs },
    refreshTitles: titleSources.refresh,
    readGroup: (folderId, tmdbId) => readChangedGroup(shows, folderId, tmdbId),
  });
  await beginFollowing('notices');
  const noticeMaker = followChanges<LogEntry>('notices', (entries) => makeNotices(entries.filter(isFolderEntry)));
  noticeSending.start();
  newEpisodes.start();
  const factsRefresh = startFactsRefresh(titleSources.titles);
  const cleanup = startCleanup();
  const backups = startBackups(config);
  const following = webhooks.start();
  const deletions = startResumingDeletions();
  return {
    setupCode: (await instance.isNew()) ? instance.setupCode : null,
    databaseUri: database.uri,
    async stop() {
      // Closes the sockets and the HTTP server, which accepts no new requests and waits for running ones.
      await connections.drain(() => realtime.close());
      await imports.close();
      await noticeMaker.stop();
      await noticeSending.stop();
      await newEpisodes.stop();
      await factsRefresh.close();
      await changeFeed.close();
      await following.stop();
      await cleanup.stop();
      await backups.stop();
      await dataChecker.stop();
      await deletions.stop();
      await presence.close();
      await titleSources.close();
      await database.close();
    },
  };
}

function portOf(httpServer: Server): number | null {
  const address = httpServer.address();
  return typeof address === 'object' && address ? address.port : null;
}

interface LiveParts extends Pick<NodeOptions, 'httpServer' | 'config' | 'heartbeatMs'> {
  db: mongo.Db;
  sessions: Sessions;
  limits: Limits;
  refreshTitles(): Promise<void>;
  readGroup(folderId: string, tmdbId: number): Promise<ChangedGroup>;
}

/** Starts the sockets, and the delivery of what the log says to them. */
async function startLive(parts: LiveParts) {
  const { db, httpServer, config, sessions, limits, heartbeatMs, refreshTitles, readGroup } = parts;
  const audiences = createAudiences();
  const audienceOf: AudienceOf = async (folderId) => (await audiences.load(folderId)).userIds;
  const presence = await startPresence({
    database: db,
    audienceOf,
    emit: (tabIds, payload) => realtime.emitToTabs(tabIds, 'presence:changed', payload),
    heartbeatMs,
  });
  const realtime = createRealtime(httpServer, config, sessions, {
    async sync(userId, request) {
      await limits.workPerUser.take(userId, SYNC_COST);
      return sync(userId, request);
    },
    ...presence.handlers,
  });
  const deliver = createDelivery({ realtime, audiences, audienceOf, presence, refreshTitles, readGroup });
  return { presence, realtime, changeFeed: await startChangeFeed(db, OUTBOX, deliver) };
}

function createSingleSignOn(config: Config, secret: string): SingleSignOn | null {
  if (!config.oidc) return null;
  return {
    address: config.oidc.issuer,
    issuer: createIssuer(config.oidc),
    flows: createFlows(config, secret),
    arrivals: createTickets(secret, 'first single sign-on', arrivalSchema),
  };
}

/** Disconnects clients that send a request so slowly that they only occupy a connection. An upload of 5 MB needs 0.4 Mbit/s. */
function limitSlowRequests(httpServer: Server): void {
  httpServer.headersTimeout = 20_000;
  httpServer.requestTimeout = 100_000;
}

/** Lets a server stop in time, although clients may keep connections open. */
function trackConnections(httpServer: Server) {
  let isStopping = false;
  httpServer.on('request', (_req, res) => {
    // Otherwise a client that sends request after request on one connection would block the stop.
    if (isStopping) res.setHeader('Connection', 'close');
  });
  return {
    async drain(close: () => Promise<void>): Promise<void> {
      isStopping = true;
      // Connections become idle when their running request is answered.
      const idle = setInterval(() => httpServer.closeIdleConnections(), IDLE_CHECK_MS);
      // A client that never finishes its request must not block the stop.
      const cut = setTimeout(() => httpServer.closeAllConnections(), FINISH_WITHIN_MS);
      await close();
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

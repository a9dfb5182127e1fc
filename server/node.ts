import type { Server } from 'node:http';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createFlows } from './features/account/oidc.flow.ts';
import { createIssuer } from './features/account/oidc.ts';
import { createAudiences } from './features/folders/audience.ts';
import { startFactsRefresh } from './features/folders/factsRefresh.ts';
import { startPresence } from './features/folders/presence.service.ts';
import { resumeSweeps } from './features/folders/sweep.ts';
import { sync } from './features/folders/sync.ts';
import { createTeller } from './features/folders/tell.ts';
import { createTitleSources } from './features/titles/createTitleSource.ts';
import { startChangeFeed } from './platform/changeFeed.ts';
import { createIndexes, openDatabase } from './platform/database.ts';
import { createLimits } from './platform/limits.ts';
import { log } from './platform/log.ts';
import { OUTBOX } from './platform/outbox.ts';
import { createRealtime } from './platform/realtime.ts';
import { createSessions } from './platform/session.ts';

export interface NodeOptions {
  config: Config;
  httpServer: Server;
  secret: string;
  clientDir: string | null;
  /** How often this node says that it lives; every five seconds. */
  beatMs?: number | undefined;
}

export interface AppNode {
  /** The database's address, for programs beside this one. */
  databaseUri: string;
  /** Tells the sockets, finishes what is under way, and closes the database. */
  stop(): Promise<void>;
}

const FINISH_WITHIN_MS = 8000;
const IDLE_CHECK_MS = 50;

const BUILD = process.env.npm_package_version ?? 'dev';

/** Puts one node together on a server that does not listen yet: database, change feed, app, sockets. */
export async function startNode({ config, httpServer, secret, clientDir, beatMs }: NodeOptions): Promise<AppNode> {
  const database = await openDatabase(config);
  const db = database.connection.db;
  if (!db) throw new Error('The database is not connected');
  await createIndexes();
  const sessions = await createSessions(database.connection, config, secret);
  const limits = createLimits(database.connection, config);
  const { titles, bundled, close: closeTitles } = createTitleSources(config);
  const singleSignOn = config.oidc && {
    address: config.oidc.issuer,
    issuer: createIssuer(config.oidc),
    flows: createFlows(config, secret),
  };
  const app = createApp({ config, sessions, limits, singleSignOn, titles, bundled, clientDir, build: BUILD });
  let isStopping = false;
  httpServer.on('request', (_req, res) => {
    // Whoever asks again and again on one connection would hold it open, and with it the whole stop.
    if (isStopping) res.setHeader('Connection', 'close');
  });
  // Before the sockets: they put themselves in front of whoever listens already.
  httpServer.on('request', app);
  const audienceOf = createAudiences();
  const presence = await startPresence({
    database: db,
    audienceOf,
    tell: (tabIds, news) => realtime.emitToTabs(tabIds, 'presence:changed', news),
    beatMs,
  });
  const realtime = createRealtime(httpServer, config, sessions, { sync, ...presence.handlers });
  const changeFeed = await startChangeFeed(db, OUTBOX, createTeller({ realtime, audienceOf, presence }));
  const factsRefresh = titles.name === 'tmdb' ? startFactsRefresh(titles) : null;
  void resumeSweeps().catch((error: unknown) => log.warn({ err: error }, 'deleted folders could not be swept'));
  return {
    databaseUri: database.uri,
    async stop() {
      isStopping = true;
      // Kept open for a next request, once the one under way is answered.
      const idle = setInterval(() => httpServer.closeIdleConnections(), IDLE_CHECK_MS);
      // A client that never finishes its request must not hold up the rest.
      const cut = setTimeout(() => httpServer.closeAllConnections(), FINISH_WITHIN_MS);
      // Closes the HTTP server too: tells the sockets, takes no new requests, and waits for those under way.
      await realtime.close();
      clearInterval(idle);
      clearTimeout(cut);
      await factsRefresh?.close();
      await changeFeed.close();
      await presence.close();
      await closeTitles();
      await database.close();
    },
  };
}
